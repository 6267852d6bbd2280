import { createHash } from 'node:crypto'
import type { Conditions } from '../conditions.ts'
import { snowflakeTime } from '../snowflake.ts'
import type { RestCaller, Route } from './route.ts'

interface Limit {
  limit: number
  windowMs: number
}

/**
 * Discord publishes no figures ("treat limits as dynamic"); these were observed in its headers by bot authors.
 * `Conditions.rateLimits.routes` overrides them by the same keys.
 */
const observed: Record<string, Limit> = {
  'POST /channels/:channel_id/messages': { limit: 5, windowMs: 5000 },
  'PATCH /channels/:channel_id/messages/:message_id': { limit: 5, windowMs: 5000 },
  'DELETE /channels/:channel_id/messages/:message_id': { limit: 5, windowMs: 1000 },
  'POST /channels/:channel_id/messages/bulk-delete': { limit: 1, windowMs: 1000 },
  'PUT /channels/:channel_id/messages/:message_id/reactions/:emoji_name/@me': { limit: 1, windowMs: 250 },
  'POST /channels/:channel_id/typing': { limit: 5, windowMs: 5000 },
  'PATCH /channels/:channel_id': { limit: 5, windowMs: 15_000 },
  'PATCH /guilds/:guild_id/members/:user_id': { limit: 10, windowMs: 10_000 },
  'PUT /guilds/:guild_id/members/:user_id/roles/:role_id': { limit: 10, windowMs: 10_000 },
  'DELETE /guilds/:guild_id/members/:user_id/roles/:role_id': { limit: 10, windowMs: 10_000 },
  'POST /guilds/:guild_id/emojis': { limit: 50, windowMs: 3_600_000 },
  'POST /guilds/:guild_id/roles': { limit: 250, windowMs: 48 * 3_600_000 },
  'POST /webhooks/:webhook_id/:webhook_token': { limit: 5, windowMs: 2000 },
  'GET /users/@me/guilds': { limit: 5, windowMs: 5000 },
}
const defaultLimit: Limit = { limit: 50, windowMs: 1000 }

interface Refusal {
  message: string
  /** Seconds. */
  retry_after: number
  global: boolean
  code?: number
}

interface RateLimitResult {
  headers: Record<string, string>
  /** Set when the request is refused: the 429's body. */
  refusal?: Refusal
}

/** A limit that no header shows, for one channel or server. */
interface HiddenLimit {
  limit: 'channelRenames' | 'oldMessageEdits' | 'widgetEdits' | 'prunes'
  counts?: (params: Record<string, string>, body: unknown, now: number) => boolean
  /** The error of a refusal, if Discord's list of error codes has one. */
  error?: { code: number; message: string }
}

const hourMs = 3_600_000

const hidden: Record<string, HiddenLimit> = {
  'PATCH /channels/:channel_id': {
    limit: 'channelRenames',
    counts: (_params, body) => typeof body === 'object' && body !== null && ('name' in body || 'topic' in body),
  },
  'PATCH /channels/:channel_id/messages/:message_id': {
    limit: 'oldMessageEdits',
    // The path's ids have not been checked at this point.
    counts: ({ message_id: id = '' }, _body, now) => /^\d+$/.test(id) && snowflakeTime(id) < now - hourMs,
    error: { code: 30_046, message: 'Maximum number of edits to messages older than 1 hour reached. Try again later' },
  },
  'PATCH /guilds/:guild_id/widget': {
    limit: 'widgetEdits',
    error: {
      code: 30_042,
      message: 'Maximum number of guild widget settings updates has been reached. Try again later',
    },
  },
  'POST /guilds/:guild_id/prune': {
    limit: 'prunes',
    error: { code: 30_040, message: 'Maximum number of prune requests has been reached. Try again later' },
  },
}

export interface RateLimits {
  check(
    caller: RestCaller,
    route: Pick<Route, 'method' | 'path'>,
    params: Record<string, string>,
    body: unknown,
  ): RateLimitResult
  /** How many windows are in memory. */
  windows(): number
}

interface Window {
  used: number
  endsAt: number
}

/**
 * A bucket counts one route for one top-level resource, webhooks by id and token. Source: Discord's documentation,
 * "Rate Limits".
 */
function major(path: string, params: Record<string, string>): string {
  const [, , first = '', second = ''] = path.split('/')
  const named = [first, ...(second === ':webhook_token' ? [second] : [])].filter(part => part.startsWith(':'))
  return named.map(part => params[part.slice(1)] ?? '').join(':')
}

/** Up to this many windows are kept without checking whether they have ended. */
const fewest = 1000

/** The 429 for a limit that ends in this many ms. */
export const refuse = (
  resetMs: number,
  scope: 'user' | 'global',
  headers: Record<string, string>,
  error?: HiddenLimit['error'],
): RateLimitResult => ({
  headers: {
    ...headers,
    'retry-after': String(Math.ceil(resetMs / 1000)),
    'x-ratelimit-scope': scope,
    ...(scope === 'global' ? { 'x-ratelimit-global': 'true' } : {}),
  },
  refusal: {
    message: 'You are being rate limited.',
    retry_after: resetMs / 1000,
    global: scope === 'global',
    ...error,
  },
})

export function createRateLimits(conditions: Conditions, now: () => number): RateLimits {
  const windows = new Map<string, Window>()
  let lookAt = fewest

  /**
   * Drops windows that have ended. Runs only when their number has doubled, so that requests do not become slower the
   * longer a sandbox runs.
   */
  function dropEnded(time: number): void {
    if (windows.size < lookAt) return
    for (const [key, { endsAt }] of windows) if (endsAt <= time) windows.delete(key)
    lookAt = Math.max(fewest, windows.size * 2)
  }

  function take(key: string, { limit, windowMs }: Limit): { left: number; resetMs: number; refused: boolean } {
    const time = now()
    let window = windows.get(key)
    if (!window || window.endsAt <= time) {
      dropEnded(time)
      window = { used: 0, endsAt: time + windowMs }
      windows.set(key, window)
    }
    const refused = window.used >= limit
    if (!refused) window.used += 1
    return { left: limit - window.used, resetMs: window.endsAt - time, refused }
  }

  return {
    windows: () => windows.size,
    check(caller, route, params, body) {
      const { enabled, globalPerSecond, routes } = conditions.rateLimits
      if (!enabled || caller.kind === 'user') return { headers: {} }
      const name = `${route.method} ${route.path}`
      // Interaction answers are outside the global limit.
      const counted = caller.kind === 'bot' && !route.path.startsWith('/interactions/')
      const who = caller.kind === 'none' ? 'anyone' : caller.userId
      if (counted) {
        const global = take(`global ${who}`, { limit: globalPerSecond, windowMs: 1000 })
        if (global.refused) return refuse(global.resetMs, 'global', {})
      }
      const limit = routes[name] ?? observed[name] ?? defaultLimit
      const place = major(route.path, params)
      const bucket = take(`${who} ${name} ${place}`, limit)
      const headers = {
        'x-ratelimit-limit': String(limit.limit),
        'x-ratelimit-remaining': String(bucket.left),
        'x-ratelimit-reset': ((now() + bucket.resetMs) / 1000).toFixed(3),
        'x-ratelimit-reset-after': (bucket.resetMs / 1000).toFixed(3),
        'x-ratelimit-bucket': createHash('sha1').update(name).digest('hex').slice(0, 32),
      }
      if (bucket.refused) return refuse(bucket.resetMs, 'user', headers)
      const unshown = hidden[name]
      if (unshown && (unshown.counts?.(params, body, now()) ?? true)) {
        const count = take(`${who} ${unshown.limit} ${place}`, conditions[unshown.limit])
        if (count.refused) return refuse(count.resetMs, 'user', headers, unshown.error)
      }
      return { headers }
    },
  }
}
