import { setTimeout as sleep } from 'node:timers/promises'
import type { Conditions } from '../conditions.ts'
import type { Random } from '../snowflake.ts'

/** The 99th percentile of the normal distribution. */
const z99 = 2.326

/** One draw (ms) from the log-normal distribution with this median and 99th percentile. */
export function drawLatency({ medianMs, p99Ms }: Conditions['latency'], random: Random): number {
  if (medianMs <= 0) return 0
  const sigma = Math.max(0, Math.log(p99Ms / medianMs)) / z99
  const normal = Math.sqrt(-2 * Math.log(1 - random('latency'))) * Math.cos(2 * Math.PI * random('latency'))
  return medianMs * Math.exp(sigma * normal)
}

/** The most that an answer can take (ms). */
const longestMs = 30_000

/** How long a request takes to reach Discord, and its answer to come back (ms). */
export interface Journey {
  outMs: number
  homeMs: number
}

/** Draws the latency of one request. */
export function drawJourney({ latency, latencyOnWayHome }: Conditions, random: Random): Journey {
  const ms = Math.min(drawLatency(latency, random), longestMs)
  return { outMs: ms * (1 - latencyOnWayHome), homeMs: ms * latencyOnWayHome }
}

export const travel = async (ms: number): Promise<void> => (ms > 0 ? sleep(ms) : undefined)

/** Consumes one of the planned failures. @returns what was planned, or undefined */
export function takeFailure(conditions: Conditions, name: string): Conditions['failNext'] {
  const planned = conditions.failNext
  if (!planned || planned.count <= 0 || (planned.route !== undefined && !name.includes(planned.route))) return undefined
  conditions.failNext = planned.count > 1 ? { ...planned, count: planned.count - 1 } : undefined
  return planned
}
