import { type Client, DiscordAPIError, RESTJSONErrorCodes, type User } from 'discord.js'

/** Whom Discord knows by an id; 'nobody' for that of a webhook, or one that nobody has; null where it did not say. */
export async function findUser(client: Client, userId: string): Promise<User | 'nobody' | null> {
  try {
    return await client.users.fetch(userId)
  } catch (error) {
    return error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownUser ? 'nobody' : null
  }
}
