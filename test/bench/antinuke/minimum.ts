import type { Conditions } from '#sandbox/conditions.ts'
import { drawLatency } from '#sandbox/rest/faults.ts'
import { createRandom } from '#sandbox/snowflake.ts'
import { type Facts, kindOf } from './facts.ts'

/** The rate limits that slow a restoration down, as the sandbox has them by default. */
const roleGrants = { limit: 10, windowMs: 10_000 }
const usual = { limit: 50, windowMs: 1000 }

/** Spoiler, tags required, no downloads: Discord accepts no flags when a channel is created. */
const flagsOfPeople = (1 << 4) | (1 << 15) | (1 << 21)

/**
 * The object that a fact is about; one request can restore all facts about it. The order of all channels or roles is
 * one object, and the widget has an endpoint of its own.
 */
function objectOf(fact: string): string {
  const [kind = '', who = '', what = ''] = fact.split('|')
  if (kind === 'position') return `position|${who.startsWith('@') ? 'roles' : 'channels'}`
  if (kind === 'server' && what.startsWith('widget_')) return 'widget|'
  return `${kind === 'overwrite' ? 'channel' : kind}|${who}`
}

/**
 * Whether a fact about an object that has to be recreated takes a second request: the flags of a channel, and the name
 * of a channel follower's webhook, which Discord names after the followed server.
 */
function isSetAfterwards(fact: string): boolean {
  const [kind, , what, value] = fact.split('|')
  return kind === 'channel'
    ? what === 'flags' && (Number(value) & flagsOfPeople) !== 0
    : kind === 'webhook' && what === 'source_channel'
}

/** The request that punishes the attacker counts against the same second. */
const stopping = 1

const trials = 3000

/**
 * The latency (ms) of the slowest of `count` requests sent together: the mean of many trials, because the times of
 * several servers are added up and compared with the sum of their minimums. The median is a tenth less; not even a bot
 * that does everything at once would come to it.
 */
function slowestMs(count: number, latency: Conditions['latency']): number {
  if (latency.medianMs === 0) return 0
  const random = createRandom(1)
  const slowest = () => Math.max(...Array.from({ length: count }, () => drawLatency(latency, random)))
  return Array.from({ length: trials }, slowest).reduce((sum, ms) => sum + ms, 0) / trials
}

/** The fewest requests that restore all of that through Discord's API, by kind of object. */
export function fewestRequests(lost: Facts): Record<string, number> {
  const objects = new Map<string, number>()
  const counts: Record<string, number> = {}
  const add = (kind: string, count: number) => (counts[kind] = (counts[kind] ?? 0) + count)
  for (const [fact, count] of lost) {
    const isMany = fact.endsWith('|is|there')
    const object = objectOf(fact)
    // Several objects may have the same name.
    objects.set(object, isMany ? Math.max(count, objects.get(object) ?? 0) : (objects.get(object) ?? 1))
    const isGone = lost.has(`${fact.split('|', 2).join('|')}|is|there`)
    if (isGone && isSetAfterwards(fact)) add('afterwards', count)
  }
  for (const [object, count] of objects) add(kindOf(object), count)
  return counts
}

/**
 * The least time (ms) in which Discord accepts the requests that restore all of that: one for each object that is gone
 * or differs, a second one where Discord does not accept everything at once, one for each member, one for the order,
 * and the one that punishes the attacker, which begins the first second. It assumes a bot that knows everything at once
 * and sends nothing else: it sends as many requests as each limit allows when its window opens, and is done when the
 * slowest answer of the last window has arrived. If one window is enough, it has to wait for the ids of roles and
 * channels before it can create what refers to them. The damage that becomes known last takes one more request.
 * @param knownIn when the last entry naming an attacker arrived (ms)
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
