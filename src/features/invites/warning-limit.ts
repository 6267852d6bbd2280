import { LRUCache } from 'lru-cache'
import { entryLimit } from '#kit/cache-capacity.ts'
import { processState, type Services } from '#kernel/feature.ts'

const hourMs = 3_600_000
const mattersOf = processState(() => new LRUCache<string, true>({ ...entryLimit(1_000), ttl: hourMs }))

/** True once an hour for each `matter`, so that a failure repeated at every join is logged once. */
export function shouldWarn(services: Pick<Services, 'memory'>, matter: string): boolean {
  const known = mattersOf(services)
  if (known.has(matter)) return false
  known.set(matter, true)
  return true
}
