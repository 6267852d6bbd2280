import type { Conditions } from '#sandbox/conditions.ts'
import { type Facts, kindOf } from './facts.ts'

/** The limits that hold a restoration up: requests by window, as the sandbox has them by default. */
const roleGrants = { limit: 10, windowMs: 10_000 }
const usual = { limit: 50, windowMs: 1000 }

const waiting = (count: number, { limit, windowMs }: { limit: number; windowMs: number }) =>
  count === 0 ? 0 : Math.floor((count - 1) / limit) * windowMs

/** What a fact is about, so that one request may make all facts of it good: the order of everything is one thing. */
function objectOf(fact: string): string {
  const [kind = '', who = ''] = fact.split('|')
  if (kind === 'position') return `position|${who.startsWith('@') ? 'roles' : 'channels'}`
  return `${kind === 'overwrite' ? 'channel' : kind}|${who}`
}

/**
 * The least time (ms) in which Discord takes what makes all of that good: one request for each object that is gone or
 * differs, however much of it does, one for each member, and one for the order; a round trip for each step that needs
 * the id of another one. What a bot has to ask for in order to know what is gone is not in it.
 */
export function minimumMs(lost: Facts, { latency, rateLimits }: Conditions): number {
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
  const steps = new Set(['role', 'channel', 'webhook'].filter(kind => counts[kind])).size
  const limits = [
    ...Object.entries(counts).map(([kind, count]) => waiting(count, kind === 'holder' ? roleGrants : usual)),
    waiting(all, { limit: rateLimits.globalPerSecond, windowMs: 1000 }),
  ]
  return Math.max(...limits) + Math.max(1, steps) * latency.medianMs
}
