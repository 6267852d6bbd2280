import type { Conditions } from '#sandbox/conditions.ts'
import { drawLatency } from '#sandbox/rest/faults.ts'
import { createRandom } from '#sandbox/snowflake.ts'
import { type Facts, kindOf } from './facts.ts'

/** The limits that hold a restoration up: requests by window, as the sandbox has them by default. */
const roleGrants = { limit: 10, windowMs: 10_000 }
const usual = { limit: 50, windowMs: 1000 }

/** What a fact is about, so that one request may make all facts of it good: the order of everything is one thing. */
function objectOf(fact: string): string {
  const [kind = '', who = ''] = fact.split('|')
  if (kind === 'position') return `position|${who.startsWith('@') ? 'roles' : 'channels'}`
  return `${kind === 'overwrite' ? 'channel' : kind}|${who}`
}

const trials = 300

/** How long the slowest of so many requests takes that leave together, in the middle of many trials (ms). */
function slowestMs(count: number, latency: Conditions['latency']): number {
  if (latency.medianMs === 0) return 0
  const random = createRandom(1)
  const slowest = Array.from({ length: trials }, () =>
    Math.max(...Array.from({ length: count }, () => drawLatency(latency, random))),
  )
  return slowest.toSorted((a, b) => a - b)[trials / 2] ?? 0
}

/**
 * The least time (ms) in which Discord takes what makes all of that good: one request for each object that is gone or
 * differs, however much of it does, one for each member, and one for the order. A bot that knows everything at once and
 * asks for nothing else sends as many as each limit allows when its window opens, and is done when the slowest answer of
 * the last window is there; where one window is enough, the ids of roles and channels have to come back before what is
 * made with them. What becomes known last takes one request more.
 * @param knownIn when the last entry that names an attacker has come (ms)
 */
export function minimumMs(
  lost: Facts,
  { latency, rateLimits }: Pick<Conditions, 'latency' | 'rateLimits'>,
  knownIn = 0,
): number {
  const objects = new Map<string, number>()
  for (const [fact, count] of lost) {
    const isMany = fact.endsWith('|is|there')
    const object = objectOf(fact)
    // Things may be called alike.
    objects.set(object, isMany ? Math.max(count, objects.get(object) ?? 0) : (objects.get(object) ?? 1))
  }
  const counts: Record<string, number> = {}
  for (const [object, count] of objects) counts[kindOf(object)] = (counts[kindOf(object)] ?? 0) + count
  const all = Object.values(counts).reduce((total, count) => total + count, 0)
  const before = Math.max(0, new Set(['role', 'channel', 'webhook'].filter(kind => counts[kind])).size - 1)
  const limits = [
    ...Object.entries(counts).map(([kind, count]) => ({ count, ...(kind === 'holder' ? roleGrants : usual) })),
    { count: all, limit: rateLimits.globalPerSecond, windowMs: 1000 },
  ]
  const times = limits.map(({ count, limit, windowMs }) => {
    const windows = Math.floor(Math.max(0, count - 1) / limit)
    const chainMs = windows === 0 ? before * latency.medianMs : 0
    return windows * windowMs + chainMs + slowestMs(Math.max(1, count - windows * limit), latency)
  })
  return Math.max(...times, knownIn + (lost.size > 0 ? slowestMs(1, latency) : 0))
}
