import type { Guild, GuildMember } from 'discord.js'

/** Whether a member could ping a role themselves, which is required to let the bot ping it in every ticket. */
export function mayPing(guild: Guild, member: GuildMember, roleId: string): boolean {
  const role = guild.roles.cache.get(roleId)
  return role !== undefined && (role.mentionable || member.permissions.has('MentionEveryone'))
}

export const cannotPing = 'You cannot ping that role: you need Mention @everyone, or a role that everybody may mention.'
