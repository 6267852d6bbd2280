import {
  type APIThreadChannel,
  type AnyThreadChannel,
  DiscordAPIError,
  type GuildBasedChannel,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js'

/**
 * Asks Discord for a channel's current state. The cached channel is deliberately left as it is: if it were updated
 * here, the gateway event that is still on its way would change nothing, and no listener would be called.
 */
const read = async ({ client, id }: GuildBasedChannel) =>
  (await client.rest.get(Routes.channel(id))) as APIThreadChannel

/** The channel's slowmode (seconds between two messages of a member), freshly read from Discord. */
export const freshSlowmode = async (channel: GuildBasedChannel): Promise<number> =>
  (await read(channel)).rate_limit_per_user ?? 0

/** Whether a thread is locked or archived, freshly read from Discord. @returns undefined if it no longer exists */
export async function freshThread(
  thread: AnyThreadChannel,
): Promise<{ locked: boolean; archived: boolean } | undefined> {
  try {
    const { locked, archived } = (await read(thread)).thread_metadata ?? {}
    return { locked: locked ?? false, archived: archived ?? false }
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownChannel) return undefined
    throw error
  }
}
