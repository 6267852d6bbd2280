import { drawLatency } from '#sandbox/rest/faults.ts'
import { createRandom } from '#sandbox/snowflake.ts'
import type { Conditions } from '#sandbox/conditions.ts'

type Delay = Conditions['latency']

/** The share of what a request takes that its answer is on its way home. */
export const onWayHome = 0

/**
 * How late things are: a request on its way to Discord, an event on its way back, and an entry of the audit log before it
 * leaves. None of a request's time is its way home ({@link onWayHome}), so that nothing but the answer tells when it arrived.
 */
export interface Profile {
  rest: Delay
  gateway: Delay
  audit: Delay
}

const none: Delay = { medianMs: 0, p99Ms: 0 }

/**
 * Log-normal, by median and 99th percentile. The figures are assumptions: Discord publishes none, and no live server was
 * measured.
 */
export const profiles = {
  ideal: { rest: none, gateway: none, audit: none },
  typical: {
    rest: { medianMs: 40, p99Ms: 250 },
    gateway: { medianMs: 40, p99Ms: 250 },
    audit: { medianMs: 120, p99Ms: 1000 },
  },
  bad: {
    rest: { medianMs: 180, p99Ms: 1500 },
    gateway: { medianMs: 150, p99Ms: 1500 },
    audit: { medianMs: 400, p99Ms: 4000 },
  },
} satisfies Record<string, Profile>
export type ProfileName = keyof typeof profiles

/** Draws delays, the same for the same seed. */
export function createDelays(profile: Profile, seed: number): { gateway(): number; audit(): number } {
  const [onWire, ofAudit] = [createRandom(seed), createRandom(seed + 1)]
  return {
    gateway: () => drawLatency(profile.gateway, onWire),
    audit: () => drawLatency(profile.audit, ofAudit),
  }
}
