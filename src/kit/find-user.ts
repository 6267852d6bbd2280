import { type Client, DiscordAPIError, RESTJSONErrorCodes, type User } from 'discord.js'
import { LRUCache } from 'lru-cache'
import { upTo } from './cache-capacity.ts'

/** For how long an id is known to be nobody's (ms): accounts are not given the ids of webhooks, nor old ones. */
const knownMs = 60 * 60_000
const mostKnown = 10_000

/** Ids that are nobody's. The client keeps accounts, and would ask about these again with every page that names them. */
const nobodies = new WeakMap<Client, LRUCache<string, true>>()

function nobodiesOf(client: Client): LRUCache<string, true> {
  const known = nobodies.get(client) ?? new LRUCache<string, true>({ ...upTo(mostKnown), ttl: knownMs })
  nobodies.set(client, known)
  return known
}

/** Whom Discord knows by an id; 'nobody' for that of a webhook, or one that nobody has; null where it did not say. */
export async function findUser(client: Client, userId: string): Promise<User | 'nobody' | null> {
  const known = nobodiesOf(client)
  // Whoever is met meanwhile is somebody after all: Discord may not have known of a new account yet.
  if (known.has(userId) && !client.users.cache.has(userId)) return 'nobody'
  try {
    return await client.users.fetch(userId)
  } catch (error) {
    if (!(error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownUser)) return null
    known.set(userId, true)
    return 'nobody'
  }
}
