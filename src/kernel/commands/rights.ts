import type { GuildMember, GuildTextBasedChannel, PermissionsString } from 'discord.js'
import type { CallerNeed } from '../access.ts'
import type { Command, Services } from '../feature.ts'
import { UserError } from '#kit/errors.ts'
import { listed, missingIn, permissionName } from '#kit/permissions.ts'
import { readableNeeds } from './usage.ts'

type Needs = readonly CallerNeed[]

/** What the caller lacks for a command in this channel. Managing the server is judged as on the dashboard. */
export function missingNeeds(
  { access, config }: Pick<Services, 'access' | 'config'>,
  member: GuildMember,
  channel: GuildTextBasedChannel,
  needs: Needs,
): Needs {
  const permissions = needs.filter((need): need is PermissionsString => need !== 'owner' && need !== 'operator')
  const missing = new Set<Needs[number]>(missingIn(channel, member, permissions))
  if (access.allows(access.levelOf(member.guild, member), 'manage')) missing.delete('ManageGuild')
  if (needs.includes('owner') && member.id !== member.guild.ownerId) missing.add('owner')
  if (needs.includes('operator') && !config.ownerIds.includes(member.id)) missing.add('operator')
  return needs.filter(need => missing.has(need))
}

/** @throws UserError when the caller, or the bot, lacks something for the command here; names all that is missing */
export function demandRights(
  services: Pick<Services, 'access' | 'config'>,
  member: GuildMember,
  channel: GuildTextBasedChannel,
  command: Pick<Command, 'needs' | 'botNeeds'>,
): void {
  const missing = missingNeeds(services, member, channel, command.needs ?? [])
  if (missing.length > 0)
    throw new UserError('command.forbidden', `You need ${listed(readableNeeds(missing))} for that.`, 403)
  const me = member.guild.members.me
  const lacking = me ? missingIn(channel, me, command.botNeeds ?? []) : []
  if (me && lacking.length > 0) throw new UserError('command.lacking', lackingSentence(me, lacking), 403)
}

/** What to change depends on who withholds it: the role, or the channel. */
function lackingSentence(me: GuildMember, lacking: readonly PermissionsString[]): string {
  const names = listed(lacking.map(permissionName))
  return lacking.every(permission => me.permissions.has(permission))
    ? `I need ${names} in this channel for that. Allow it for my role in the channel's permissions.`
    : `I need ${names} for that. Give it to my role in Server Settings > Roles.`
}
