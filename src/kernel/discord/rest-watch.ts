import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, type DiscordAPIError, type InternalRequest, RequestMethod } from 'discord.js'
import { isOutage, isTokenRefusal } from '#kit/discord-errors.ts'
import { type StartupError, UserError } from '#kit/errors.ts'
import type { Logger } from '../log.ts'
import { mayBeForAll } from './invalid-requests.ts'
import { wrongToken } from './login.ts'

/** Watches whether Discord's REST API is usable. */
export interface RestWatch {
  /** Why it is not usable, as a sentence; undefined when it is. */
  problem(): string | undefined
  /** Resolves once the token has been refused for long enough that no request will succeed again. */
  refused: Promise<StartupError>
}

interface Pace {
  /**
   * The pauses before Discord is asked again after it refused the token or did not answer (ms); the last one repeats. A
   * token that is refused at each of these checks counts as invalid.
   */
  checksAfterMs: readonly number[]
  /** Failures shorter than this (ms) are not reported: they are common, and the library repeats requests. */
  unansweredMs: number
}

/** Five minutes of checks: outages of Discord have looked like a refused token. */
const defaults: Pace = {
  checksAfterMs: [1000, 4000, 10_000, 15_000, 30_000, 60_000, 60_000, 60_000, 60_000],
  unansweredMs: 30_000,
}

/** The request that tells a refused token from another refusal. */
const whoAmI: InternalRequest = { method: RequestMethod.Get, fullRoute: '/users/@me' }

/**
 * Keeps the REST client's token: the library would drop it for good at the first 401, which Discord sometimes sends by
 * mistake. A refused request is tried once more. When that is refused as well, `GET /users/@me` decides whether the
 * token is the reason; while it is refused, nothing else is sent, because Discord bans addresses that are refused
 * often.
 * @param pace a faster pace, for tests
 */
export function watchRest(client: Client, log: Logger, pace: Partial<Pace> = {}): RestWatch {
  const { rest } = client
  const { checksAfterMs: checks, unansweredMs } = { ...defaults, ...pace }
  const { promise: refused, resolve: giveUp } = Promise.withResolvers<StartupError>()
  let tokenRefusal: DiscordAPIError | undefined
  let failingSince: number | undefined
  const isFailing = () => failingSince !== undefined

  const setToken = rest.setToken.bind(rest)
  // The client has no token of its own once it was destroyed on purpose.
  rest.setToken = (token: string | null) => setToken(token ?? client.token ?? '')
  const ask = rest.request.bind(rest)

  rest.on('response', ({ data }, { status, headers }) => {
    if (mayBeForAll(status, headers)) failing()
    if (!data.auth || status >= 500 || status === 401 || status === 429) return
    if (tokenRefusal) log.info('discord accepts the token again')
    tokenRefusal = undefined
    failingSince = undefined
  })

  const refusalOf = async (request: InternalRequest): Promise<DiscordAPIError | undefined> => {
    const error: unknown = await ask(request).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    return isTokenRefusal(error) ? error : undefined
  }

  async function check(): Promise<void> {
    let refusals = 0
    for (let round = 0; isFailing(); round++) {
      await sleep(checks[Math.min(round, checks.length - 1)], undefined, { ref: false })
      if (client.token === null || !isFailing()) return
      refusals = (await refusalOf(whoAmI)) ? refusals + 1 : 0
      if (refusals < checks.length) continue
      giveUp(wrongToken())
      return
    }
  }

  function failing(): void {
    if (isFailing()) return
    failingSince = performance.now()
    void check()
  }

  /** @throws DiscordAPIError when Discord refuses the token twice, or the request for another reason */
  async function askTwice(request: InternalRequest): Promise<unknown> {
    try {
      return await ask(request)
    } catch (error) {
      if (!isTokenRefusal(error)) throw error
      log.warn({ method: request.method, route: request.fullRoute }, 'discord refused the token, trying once more')
      return ask(request)
    }
  }

  rest.request = async request => {
    if (request.auth === false) return ask(request)
    if (tokenRefusal) throw tokenRefusal
    try {
      return await askTwice(request)
    } catch (error) {
      // Requests that we hold back ourselves say nothing about Discord.
      if (error instanceof UserError) throw error
      if (isTokenRefusal(error)) {
        const verdict = await refusalOf(whoAmI)
        if (verdict && !tokenRefusal) {
          log.error('discord refuses the token; asking again for minutes before giving up')
          tokenRefusal = verdict
          failing()
        }
      } else if (isOutage(error)) failing()
      throw error
    }
  }

  return {
    refused,
    problem() {
      if (client.token === null) return 'Discord is not connected.'
      if (tokenRefusal) return "Discord refuses the bot's token at the moment."
      if (failingSince !== undefined && performance.now() - failingSince >= unansweredMs)
        return "Discord's API does not answer."
      return undefined
    },
  }
}
