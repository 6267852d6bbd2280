import { type Client, DiscordAPIError, RESTJSONErrorCodes, type User } from 'discord.js'
import { LRUCache } from 'lru-cache'
import { entryLimit } from './cache-capacity.ts'

/** How long (ms) to remember that no account has an id: new accounts never get webhooks' ids or old ids. */
const knownMs = 60 * 60_000
const mostKnown = 10_000

/**
 * Ids without an account. The client caches accounts, but would ask about these ids again for every page that names
 * them.
 */
const nobodies = new WeakMap<Client, LRUCache<string, true>>()

function nobodiesOf(client: Client): LRUCache<string, true> {
  const known = nobodies.get(client) ?? new LRUCache<string, true>({ ...entryLimit(mostKnown), ttl: knownMs })
  nobodies.set(client, known)
  return known
}

/**
 * The user that Discord knows by an id; 'nobody' for a webhook's id or one without an account; null if Discord did not
 * answer.
 */
export async function findUser(client: Client, userId: string): Promise<User | 'nobody' | null> {
  const known = nobodiesOf(client)
  // Once the client knows the account, the id has an owner after all: Discord may not have known a new account yet.
  if (known.has(userId) && !client.users.cache.has(userId)) return 'nobody'
  try {
    return await client.users.fetch(userId)
  } catch (error) {
    if (!(error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownUser)) return null
    known.set(userId, true)
    return 'nobody'
  }
}
