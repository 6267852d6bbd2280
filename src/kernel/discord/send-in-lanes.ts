import { HTTPError, type InternalRequest, RateLimitError, RequestMethod, type REST } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { createArrivalTimes } from './arrival-times.ts'
import { attempt, type Attempts, attempting } from './attempts.ts'
import { realClock } from './clock.ts'
import { createRequestQueue, type RequestQueue, usualPerSecond } from './request-queue.ts'
import { createInvalidRequests, isForAll, isOfEdge, pauseForAll, shortenPause } from './invalid-requests.ts'
import { currentLane, currentPatience, currentRecall, isAnyOrder, type Lane, waitingInAllAtMost } from './lanes.ts'

/** How much later than Discord says the library continues (ms), with a margin. */
const offsetMs = 60

/**
 * Returns the rate limit that a request counts against, like the library: a route, and the channel, server or webhook
 * that it is about. Source: https://discord.com/developers/docs/topics/rate-limits
 */
export function bucketOf(method: string, fullRoute: string): { route: string; major: string } {
  const [, webhook, id] =
    /^\/webhooks\/(\d{17,19}\/[^/?]+)|^\/(?:channels|guilds|webhooks)\/(\d{17,19})/.exec(fullRoute) ?? []
  const route = fullRoute
    .replaceAll(/\d{17,19}/g, ':id')
    .replace(/\/reactions\/.*/, '/reactions/:reaction')
    .replace(/\/webhooks\/:id\/[^/?]+/, '/webhooks/:id/:token')
  return { route: `${method}:${route}`, major: id ?? webhook ?? 'global' }
}

/** Whether a request is exempt from rate limits: answers to interactions are, and wait for nothing. */
const isUnlimited = ({ fullRoute }: Pick<InternalRequest, 'fullRoute'>): boolean =>
  fullRoute.startsWith('/interactions/') && fullRoute.endsWith('/callback')

/**
 * Discord accepts no answer later than this (ms):
 * https://discord.com/developers/docs/interactions/receiving-and-responding
 */
const answeredWithinMs = 3000

/** The error that the library throws when it may not wait for a limit. */
const tooLong = (
  { method }: Pick<InternalRequest, 'method'>,
  { route, major, ms }: { route: string; major: string; ms: number },
): RateLimitError =>
  new RateLimitError({
    timeToReset: ms,
    retryAfter: ms,
    limit: 0,
    method,
    hash: '',
    url: '',
    route,
    majorParameter: major,
    global: false,
    sublimitTimeout: 0,
    scope: 'user',
  })

/** The error for a request whose answer was lost and which may not be repeated: Discord may have carried it out. */
const unanswered = ({ method, fullRoute, body, files }: InternalRequest): HTTPError =>
  new HTTPError(503, 'No answer, and too many requests were refused to ask again', method, fullRoute, { body, files })

/**
 * Puts the queues of the lanes in front of the library's: docs/decisions/0020.
 * @param serverOf the server of a channel, if known: servers share the lane 'answers' fairly
 * @param perSecond how many requests Discord accepts in a second
 */
export function sendInLanes(
  rest: Pick<REST, 'request' | 'hashes' | 'on' | 'options'>,
  serverOf: (channelId: string) => string | undefined = () => undefined,
  perSecond: number = usualPerSecond,
): Pick<RequestQueue, 'waiting' | 'left'> {
  const { now } = realClock
  const requestQueue = createRequestQueue(realClock, perSecond)
  const arrivals = createArrivalTimes()
  const invalid = createInvalidRequests()
  const ask = rest.request.bind(rest)
  const { makeRequest } = rest.options
  rest.options.makeRequest = async (url, init) => {
    const leftAt = now()
    const answer = await attempt(
      signal => makeRequest(url, signal ? { ...init, signal } : init),
      ({ headers }) => arrivals.read(headers, leftAt, now()),
    )
    return shortenPause(answer)
  }
  let repeats = 0

  /**
   * Waits for a turn, for no longer than the running code's patience. @throws RateLimitError when it would take longer
   */
  async function turnOf(request: InternalRequest, lane: Lane, bucket: string, isRepeated = false): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const { route, major } = bucketOf(request.method, request.fullRoute)
    const owner = major === 'global' ? undefined : (serverOf(major) ?? major)
    const refuse = (ms: number) => turn.reject(tooLong(request, { route, major, ms }))
    const mostMs = currentPatience()
    const withdraw = requestQueue.add(lane, bucket, turn.resolve, owner, {
      anyOrder: isAnyOrder(),
      impatience: mostMs === Infinity ? undefined : { mostMs, refuse },
      isRepeated,
    })
    const left = currentRecall()?.waits(() => {
      if (withdraw()) refuse(0)
    })
    await turn.promise.finally(left)
  }

  /** Sends a request that has its turn, unless too many were refused while it waited. */
  async function send<T>(
    lane: Lane,
    bucket: string,
    leave: (answered: Attempts['answered']) => Promise<T>,
  ): Promise<T> {
    let wasAnswered = false
    const answered = (arrivedAt?: number) => {
      wasAnswered = true
      requestQueue.answered(bucket, arrivedAt)
    }
    try {
      invalid.demandShare(lane)
      return await leave(answered)
    } finally {
      requestQueue.ended(bucket, wasAnswered)
    }
  }

  /**
   * Repeats a request: it counts again, and its timeout starts with its turn. The caller may have aborted it by then.
   * One that changes something and is held back now counts as unanswered: its error must not say that it was never sent.
   */
  const repeatIn =
    (request: InternalRequest, lane: Lane): Attempts['repeat'] =>
    async leave => {
      const { signal } = request
      signal?.throwIfAborted()
      const bucket = `again ${(repeats += 1)}`
      await turnOf(request, lane, bucket, true)
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), rest.options.timeout)
      const ends = signal ? AbortSignal.any([limit.signal, signal]) : limit.signal
      return send(lane, bucket, () => leave(ends))
        .catch((error: unknown) => {
          throw error instanceof UserError && request.method !== RequestMethod.Get ? unanswered(request) : error
        })
        .finally(() => clearTimeout(timer))
    }

  rest.on('response', ({ method, path }, { status, headers }) => {
    invalid.count(status, headers.get('x-ratelimit-scope'))
    if (isForAll(status, headers)) {
      arrivals.distrust(now())
      requestQueue.exhausted(undefined, pauseForAll(headers) + offsetMs, isOfEdge(headers))
    } else requestQueue.letThrough()
    const remaining = headers.get('x-ratelimit-remaining')
    if (remaining === null) return
    const { route, major } = bucketOf(method, path)
    const ms = Number(headers.get('x-ratelimit-reset-after')) * 1000 + offsetMs
    const limit = { limit: Number(headers.get('x-ratelimit-limit')), remaining: Number(remaining), resetMs: ms }
    // Routes share a limit when Discord gives it the same name; until the first answer, the route is its name.
    const unnamed = `${route}:${major}`
    const named = `${headers.get('x-ratelimit-bucket')}:${major}`
    for (const name of [unnamed, named])
      if (remaining === '0') requestQueue.exhausted(name, ms)
      else requestQueue.limitReported(name, limit, name === named ? unnamed : undefined)
  })
  rest.request = async options => {
    if (isUnlimited(options))
      return waitingInAllAtMost(Math.min(answeredWithinMs, currentPatience()), () => ask(options))
    const lane = currentLane()
    invalid.demandShare(lane)
    const { route, major } = bucketOf(options.method, options.fullRoute)
    const bucket = `${rest.hashes.get(route)?.value ?? route}:${major}`
    await turnOf(options, lane, bucket)
    const repeat = repeatIn(options, lane)
    return send(lane, bucket, answered => attempting({ answered, repeat }, () => ask(options)))
  }
  return requestQueue
}
