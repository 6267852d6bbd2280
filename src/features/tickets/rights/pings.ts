import type { Guild, GuildMember } from 'discord.js'

/** Whoever has the bot ping a role in every ticket must be able to ping it themselves. */
export function mayPing(guild: Guild, member: GuildMember, roleId: string): boolean {
  const role = guild.roles.cache.get(roleId)
  return role !== undefined && (role.mentionable || member.permissions.has('MentionEveryone'))
}

export const cannotPing = 'You cannot ping that role: it takes Mention @everyone, or a role that everybody may mention.'
