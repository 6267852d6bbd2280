import type { Conditions } from '#sandbox/conditions.ts'
import { type Facts, kindOf } from './facts.ts'

/** The limits that hold a restoration up: requests by window, as the sandbox has them by default. */
const roleGrants = { limit: 10, windowMs: 10_000 }
const usual = { limit: 50, windowMs: 1000 }

const waiting = (count: number, { limit, windowMs }: { limit: number; windowMs: number }) =>
  count === 0 ? 0 : Math.floor((count - 1) / limit) * windowMs

/**
 * The least time (ms) in which Discord takes what makes all of that good: one request for each object that is gone, one
 * for each role of a holder, one for each ban; half a round trip for each step that needs the id of another one.
 */
export function minimumMs(lost: Facts, { latency, rateLimits }: Conditions): number {
  const counts: Record<string, number> = {}
  for (const [fact, count] of lost) {
    if (!fact.endsWith('|is|there') && !/^(holder|unbanned)\|/.test(fact)) continue
    counts[kindOf(fact)] = (counts[kindOf(fact)] ?? 0) + count
  }
  const all = Object.values(counts).reduce((total, count) => total + count, 0)
  const steps = new Set(['role', 'channel', 'webhook'].filter(kind => counts[kind])).size
  const limits = [
    ...Object.entries(counts).map(([kind, count]) => waiting(count, kind === 'holder' ? roleGrants : usual)),
    waiting(all, { limit: rateLimits.globalPerSecond, windowMs: 1000 }),
  ]
  return Math.max(...limits) + Math.max(1, steps) * latency.medianMs
}
