import { DiscordAPIError, type Guild, type GuildMember, RESTJSONErrorCodes } from 'discord.js'

const absent = new Set<unknown>([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
  RESTJSONErrorCodes.UnknownGuild,
])

/**
 * A member as Discord has them now; undefined when they, or we, are not in the server. Whom the gateway keeps up to date
 * stays as it has told of them: otherwise the event that is still on its way would change nothing, and nobody would hear it.
 * @throws what Discord answers otherwise
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
