import type { Guild, GuildMember } from 'discord.js'
import { isRefusal } from '#kit/discord-errors.ts'

/**
 * A member of the guild, or null for a user who has left and so has no rights any more.
 * @throws if Discord does not answer: nobody is judged without knowing whether they are exempt
 */
export const memberOf = (guild: Guild, userId: string): Promise<GuildMember | null> =>
  guild.members.fetch(userId).catch((error: unknown) => {
    if (isRefusal(error)) return null
    throw error
  })
