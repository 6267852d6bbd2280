import type { Conditions } from '#sandbox/conditions.ts'
import { drawLatency } from '#sandbox/rest/faults.ts'
import { createRandom } from '#sandbox/snowflake.ts'
import { type Facts, kindOf } from './facts.ts'

/** The limits that hold a restoration up: requests by window, as the sandbox has them by default. */
const roleGrants = { limit: 10, windowMs: 10_000 }
const usual = { limit: 50, windowMs: 1000 }

/** Spoiler, tags required, no downloads: Discord takes no flags of a channel when it is made. */
const flagsOfPeople = (1 << 4) | (1 << 15) | (1 << 21)

/**
 * What a fact is about, so that one request may make all facts of it good: the order of everything is one thing, and the
 * widget has an address of its own.
 */
function objectOf(fact: string): string {
  const [kind = '', who = '', what = ''] = fact.split('|')
  if (kind === 'position') return `position|${who.startsWith('@') ? 'roles' : 'channels'}`
  if (kind === 'server' && what.startsWith('widget_')) return 'widget|'
  return `${kind === 'overwrite' ? 'channel' : kind}|${who}`
}

/**
 * Whether a fact of something that has to be made anew takes a second request: the flags of a channel, and the name of
 * what brings another channel's announcements, which Discord calls after the server that it follows.
 */
function isSetAfterwards(fact: string): boolean {
  const [kind, , what, value] = fact.split('|')
  return kind === 'channel'
    ? what === 'flags' && (Number(value) & flagsOfPeople) !== 0
    : kind === 'webhook' && what === 'source_channel'
}

/** What stops the attacker counts against the same second. */
const stopping = 1

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

/** How many requests make all of that good, by what they are about: the fewest that Discord's interface allows. */
export function fewestRequests(lost: Facts): Record<string, number> {
  const objects = new Map<string, number>()
  const counts: Record<string, number> = {}
  const add = (kind: string, count: number) => (counts[kind] = (counts[kind] ?? 0) + count)
  for (const [fact, count] of lost) {
    const isMany = fact.endsWith('|is|there')
    const object = objectOf(fact)
    // Things may be called alike.
    objects.set(object, isMany ? Math.max(count, objects.get(object) ?? 0) : (objects.get(object) ?? 1))
    const isGone = lost.has(`${fact.split('|', 2).join('|')}|is|there`)
    if (isGone && isSetAfterwards(fact)) add('afterwards', count)
  }
  for (const [object, count] of objects) add(kindOf(object), count)
  return counts
}

/**
 * The least time (ms) in which Discord takes what makes all of that good: one request for each object that is gone or
 * differs, however much of it does, a second one where Discord does not take all of it at once, one for each member, one
 * for the order, and the one that stops the attacker, with which the first second begins. A bot that knows everything at once and
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
  const counts = fewestRequests(lost)
  const all = Object.values(counts).reduce((total, count) => total + count, stopping)
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
