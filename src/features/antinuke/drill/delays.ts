import type { ProfileName } from './contract.ts'

/**
 * Medians in ms: the delay of Discord's gateway, of the audit log after an action, and of a request in one direction.
 */
interface Profile {
  gateway: number
  audit: number
  oneWay: number
}

/** Assumptions, not measurements: nobody publishes figures. */
export const delaysOf: Record<ProfileName, Profile> = {
  ideal: { gateway: 0, audit: 0, oneWay: 0 },
  typical: { gateway: 40, audit: 120, oneWay: 40 },
  slow: { gateway: 120, audit: 400, oneWay: 120 },
}

/** How much delays spread around their median: the 99th percentile is some six times the median. */
const spread = Math.log(6.25) / 2.326

/** Returns a generator of numbers between 0 and 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns one delay, lognormal around its median (ms). */
export function delay(median: number, random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return median * Math.exp(spread * normal)
}
