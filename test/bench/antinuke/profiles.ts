import { drawLatency } from '#sandbox/rest/faults.ts'
import { createRandom } from '#sandbox/snowflake.ts'
import type { Conditions } from '#sandbox/conditions.ts'

type Delay = Conditions['latency']

/** The share of a request's latency that is spent on the way back to the bot. */
export const onWayHome = 0

/**
 * Latencies: of requests to Discord, of events to the bot, and of audit log entries before they are sent. A request
 * spends none of its latency on the way back ({@link onWayHome}), so only the answer reveals when Discord received it.
 */
export interface Profile {
  rest: Delay
  gateway: Delay
  audit: Delay
}

const none: Delay = { medianMs: 0, p99Ms: 0 }

/**
 * Log-normal distributions by median and 99th percentile. The figures are assumptions: Discord publishes none, and no
 * live server was measured.
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

/** Draws delays; the same seed gives the same delays. */
export function createDelays(profile: Profile, seed: number): { gateway(): number; audit(): number } {
  const [onWire, ofAudit] = [createRandom(seed), createRandom(seed + 1)]
  return {
    gateway: () => drawLatency(profile.gateway, onWire),
    audit: () => drawLatency(profile.audit, ofAudit),
  }
}
