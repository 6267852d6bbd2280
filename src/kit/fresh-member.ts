import { DiscordAPIError, type Guild, type GuildMember, RESTJSONErrorCodes } from 'discord.js'

const absent = new Set<unknown>([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
  RESTJSONErrorCodes.UnknownGuild,
])

/**
 * A member as Discord has them now; undefined when they, or we, are not in the server. @throws what Discord answers
 * otherwise
 */
export async function freshMember(guild: Guild, userId: string): Promise<GuildMember | undefined> {
  try {
    return await guild.members.fetch({ user: userId, force: true })
  } catch (error) {
    if (error instanceof DiscordAPIError && absent.has(error.code)) return undefined
    throw error
  }
}
