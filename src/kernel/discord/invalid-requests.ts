import type { ResponseLike } from 'discord.js'
import { pausedCode } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import type { Lane } from './lanes.ts'

/**
 * Discord temporarily bans an address that has been refused this often in ten minutes (401, 403, and 429 except for
 * shared limits). Source:
 * https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
 */
const mostRefused = 10_000
const windowMs = 600_000
const slotMs = 10_000
/** The scopes of 429s that concern one route: Discord's documentation, "Rate Limits". */
const limitsOfOne: ReadonlySet<string> = new Set(['user', 'shared'])

type Headers = Pick<ResponseLike['headers'], 'get'>

/** Whether all requests may be refused for a while, because of the bot's global limit or by Discord's edge. */
export const mayBeForAll = (status: number, headers: Headers): boolean =>
  status === 429 && !limitsOfOne.has(headers.get('x-ratelimit-scope') ?? '')

/**
 * Whether all requests are certainly refused for a while. Discord's edge sends neither scopes nor JSON; Discord itself
 * sends JSON, and its refusals for a single route must not stop other routes, even if a header is missing.
 */
export const isForAll = (status: number, headers: Headers): boolean =>
  mayBeForAll(status, headers) && (!isOfEdge(headers) || headers.get('content-type')?.includes('json') !== true)

/** Whether a refusal of all requests comes from Discord's edge, not from the bot's global limit, whose end is known. */
export const isOfEdge = (headers: Headers): boolean =>
  headers.get('x-ratelimit-scope') === null && headers.get('x-ratelimit-global') === null

/** The longest pause before a request tests Discord's edge again (ms): a ban may announce a wait of an hour. */
const longestPauseMs = 60_000
/** The pause when the answer does not say how long (ms). */
const unsaidPauseMs = 5000

/** Returns for how long nothing is sent after such a refusal (ms). */
export function pauseForAll(headers: Headers): number {
  const ms = Number(headers.get('retry-after') ?? Number.NaN) * 1000
  return ms >= 0 ? Math.min(ms, longestPauseMs) : unsaidPauseMs
}

/**
 * Returns the same answer with the pause of {@link pauseForAll}, because the library would wait for as long as the
 * answer says.
 */
export function shortenPause(answer: ResponseLike): ResponseLike {
  const { status, statusText, headers } = answer
  if (!isForAll(status, headers)) return answer
  const seconds = String(pauseForAll(headers) / 1000)
  const get: Headers['get'] = name => (name.toLowerCase() === 'retry-after' ? seconds : headers.get(name))
  return {
    body: null,
    bodyUsed: false,
    status,
    statusText,
    ok: false,
    headers: { get, has: (name: string) => get(name) !== null } as ResponseLike['headers'],
    arrayBuffer: () => answer.arrayBuffer(),
    json: () => answer.json(),
    text: () => answer.text(),
  }
}

/** The share of {@link mostRefused} up to which each lane may send. */
const share: Record<Lane, number> = { punish: 0.98, repair: 0.9, moderation: 0.8, answers: 0.7, bulk: 0.5 }

/** Counts refused requests, and stops lower lanes when the rest has to be left to higher ones. */
export function createInvalidRequests(now: () => number = () => performance.now()) {
  // Counts for each ten seconds, oldest first.
  let slots: { begun: number; refused: number }[] = []
  return {
    count(status: number, scope: string | null): void {
      if (![401, 403, 429].includes(status) || scope === 'shared') return
      const last = slots.at(-1)
      if (last && now() - last.begun < slotMs) last.refused += 1
      else slots.push({ begun: now(), refused: 1 })
    },
    /** @throws UserError 'discord.refused' when the lane's share is used up */
    demandShare(lane: Lane): void {
      slots = slots.filter(({ begun }) => begun > now() - windowMs)
      const refused = slots.reduce((sum, slot) => sum + slot.refused, 0)
      if (refused >= mostRefused * share[lane])
        throw new UserError(
          pausedCode,
          'Discord refuses too many of my requests, so I am pausing. Try again in ten minutes.',
          503,
        )
    },
  }
}
