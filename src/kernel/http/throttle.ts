import rateLimit from '@fastify/rate-limit'
import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '#kit/cache-capacity.ts'
import { UserError } from '#kit/errors.ts'

export type Throttle = (request: FastifyRequest) => Promise<void>

const mostKeys = 5000

/**
 * Counts by a monotonic clock: the library's own store uses the wall clock, and after one that was a month ahead is
 * corrected, everybody would be refused for a month. A class, because the library constructs it.
 */
class MonotonicStore implements FastifyRateLimitStore {
  readonly windows = new LRUCache<string, { begun: number; current: number }>(entryLimit(mostKeys))

  incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], timeWindow: number): void {
    const now = performance.now()
    const known = this.windows.get(key)
    const running = known && now - known.begun < timeWindow ? known : { begun: now, current: 0 }
    running.current += 1
    this.windows.set(key, running)
    callback(null, { current: running.current, ttl: running.begun + timeWindow - now })
  }

  child(): FastifyRateLimitStore {
    return new MonotonicStore()
  }
}

/** Registers the plugin that {@link createThrottle} needs. */
export const mountThrottles = async (app: FastifyInstance): Promise<void> => {
  await app.register(rateLimit, { global: false, store: MonotonicStore })
}

/** Counts requests per key and minute. The throttle throws UserError 429 when a key has used up its minute. */
export function createThrottle(
  app: FastifyInstance,
  max: number,
  keyGenerator: (request: FastifyRequest) => string,
): Throttle {
  const check = app.createRateLimit({ max, timeWindow: '1 minute', keyGenerator })
  return async request => {
    const verdict = await check(request)
    if (!verdict.isAllowed && verdict.isExceeded)
      throw new UserError('http.busy', `Too many requests. Try again in ${verdict.ttlInSeconds} seconds.`, 429)
  }
}
