import { type Client, DiscordAPIError, type InternalRequest, type REST } from 'discord.js'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '#kit/cache-capacity.ts'

/** After how many refusals of one kind in one place per minute requests are no longer sent. */
export const mostRefusals = 5
const restMs = 60_000
const mostPlaces = 1000

/**
 * The method and route of a request, without the id of a message or of the member whose role changes: what Discord
 * refuses for one it refuses for the next.
 */
const placeOf = ({ method, fullRoute }: Pick<InternalRequest, 'method' | 'fullRoute'>): string =>
  `${method} ${fullRoute.replace(/\/messages\/\d+/, '/messages/:id').replace(/\/members\/\d+\/roles\//, '/members/:id/roles/')}`

/**
 * Keeps the bot from being banned by Discord's edge, which counts 403 answers: after five refusals of a request within
 * a minute, it fails with the same error without being sent, for a minute or until permissions change.
 * Source: https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
 * @returns a function that forgets the refusals
 */
export function pauseRefusedRoutes(rest: Pick<REST, 'request'>): () => void {
  const refused = new LRUCache<string, { times: number; last: DiscordAPIError }>({
    ...entryLimit(mostPlaces),
    ttl: restMs,
  })
  const ask = rest.request.bind(rest)
  rest.request = async options => {
    const place = placeOf(options)
    const known = refused.get(place)
    if (known && known.times >= mostRefusals) throw known.last
    try {
      return await ask(options)
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status === 403) {
        const times = (refused.get(place)?.times ?? 0) + 1
        // The minute starts at the first refusal, and again at the one that reaches the limit.
        refused.set(place, { times, last: error }, { noUpdateTTL: times < mostRefusals })
      }
      throw error
    }
  }
  return () => refused.clear()
}

/** Allows requests again as soon as something that affects permissions changes. */
export function forgetRefusalsOnChange(client: Client, forget: () => void): void {
  for (const event of ['roleUpdate', 'roleDelete', 'channelUpdate', 'guildCreate'] as const) client.on(event, forget)
  client.on('guildMemberUpdate', (_before, { id }) => {
    if (id === client.user?.id) forget()
  })
}
