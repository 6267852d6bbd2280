/** Unix ms at which Discord's ids begin: the first second of 2015. Source: Discord's reference, "Snowflakes". */
const epoch = 1_420_070_400_000n

/** @returns the Unix ms at which `id` was made */
export const snowflakeTime = (id: string): number => Number((BigInt(id) >> 22n) + epoch)

/** Ids that are unique and never go backwards, also within one millisecond or when the clock stands still. */
export function createSnowflakes(now: () => number): () => string {
  let last = 0n
  return () => {
    const fresh = (BigInt(now()) - epoch) << 22n
    last = fresh > last ? fresh : last + 1n
    return last.toString()
  }
}

/** Numbers in [0, 1) that repeat for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
