import { DiscordAPIError, type Guild, type GuildMember, RESTJSONErrorCodes } from 'discord.js'

const absent = new Set<unknown>([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
  RESTJSONErrorCodes.UnknownGuild,
])

/**
 * A member, freshly read from Discord; undefined if they, or we, are not in the server. A member who is fully cached is
 * left as is: if the cache were updated here, the gateway event that is still on its way would change nothing, and no
 * listener would be called.
 * @throws any other error from Discord
 */
export async function freshMember(guild: Guild, userId: string): Promise<GuildMember | undefined> {
  const isKnown = guild.members.cache.get(userId)?.partial === false
  try {
    return await guild.members.fetch({ user: userId, force: true, cache: !isKnown })
  } catch (error) {
    if (error instanceof DiscordAPIError && absent.has(error.code)) return undefined
    throw error
  }
}
