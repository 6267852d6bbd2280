/** Unix ms at which Discord's ids begin: the first second of 2015. Source: Discord's documentation, "Snowflakes". */
const epoch = 1_420_070_400_000n

/** @returns when `id` was generated (Unix ms) */
export const snowflakeTime = (id: string): number => Number((BigInt(id) >> 22n) + epoch)

/** Generates ids that are unique and always increase, even within one millisecond or when the clock stands still. */
export function createSnowflakes(now: () => number): () => string {
  let last = 0n
  return () => {
    const fresh = (BigInt(now()) - epoch) << 22n
    last = fresh > last ? fresh : last + 1n
    return last.toString()
  }
}

/** Draws a number in [0, 1). A named stream has a sequence of its own, which draws from other streams do not affect. */
export type Random = (stream?: string) => number

/** Random numbers that are the same for the same seed, stream by stream. */
export function createRandom(seed: number): Random {
  const streams = new Map<string, () => number>()
  return (stream = '') => {
    const known =
      streams.get(stream) ?? sequence([...stream].reduce((sum, sign) => Math.imul(sum, 31) + sign.charCodeAt(0), seed))
    streams.set(stream, known)
    return known()
  }
}

/** mulberry32 */
function sequence(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
