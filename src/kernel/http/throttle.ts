import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UserError } from '#kit/errors.ts'

export type Throttle = (request: FastifyRequest) => Promise<void>

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
