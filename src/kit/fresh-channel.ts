import {
  type APIThreadChannel,
  type AnyThreadChannel,
  DiscordAPIError,
  type GuildBasedChannel,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js'

/**
 * What Discord says of a channel at this moment. The one that is known stays as the gateway has told of it: otherwise the
 * event that is still on its way would change nothing, and nobody would hear it.
 */
const read = async ({ client, id }: GuildBasedChannel) =>
  (await client.rest.get(Routes.channel(id))) as APIThreadChannel

/** How long members wait between two messages there (seconds), as Discord has it now. */
export const freshSlowmode = async (channel: GuildBasedChannel): Promise<number> =>
  (await read(channel)).rate_limit_per_user ?? 0

/** Whether a thread is locked or archived, as Discord has it now. @returns undefined where it is gone */
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
