import type { Guild, GuildMember } from 'discord.js'
import type { Parts } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import type tickets from '../contract.ts'

/** Whoever has the bot ping a role in every ticket must be able to ping it themselves. */
export function mayPing(guild: Guild, member: GuildMember, roleId: string): boolean {
  const role = guild.roles.cache.get(roleId)
  return role !== undefined && (role.mentionable || member.permissions.has('MentionEveryone'))
}

export const cannotPing = 'You cannot ping that role: it takes Mention @everyone, or a role that everybody may mention.'

/** @throws UserError 403 where somebody names a role to ping that they could not */
export const checkSettings: NonNullable<Parts<typeof tickets>['checkSettings']> = async (
  { access, guild },
  { before, after, author },
) => {
  const { pingRole } = after
  if (pingRole === null || pingRole === before.pingRole || author.userId === null) return
  const member = await access.member(guild, author.userId)
  if (member && mayPing(guild, member, pingRole)) return
  throw new UserError('tickets.cannot-ping', cannotPing, 403, { pingRole: cannotPing })
}
