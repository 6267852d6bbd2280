import type { GuildMember, GuildTextBasedChannel, PermissionsBitField, PermissionsString } from 'discord.js'
import { type CallerNeed, isRight } from '../access.ts'
import type { Command, Services } from '../feature.ts'
import { UserError } from '#kit/errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { listed, missingIn, permissionName } from '#kit/permissions.ts'
import { isPermission } from '../rights/permissions.ts'
import { readableNeeds } from './usage.ts'

type Needs = readonly CallerNeed[]

/**
 * Permissions that are checked in the server, never in a channel: in a channel's overwrite, the bit of Manage Roles
 * means Manage Permissions, which lets nobody give roles. A command that needs Manage Server has all of its needs
 * checked in the server.
 */
const ofServer: ReadonlySet<CallerNeed> = new Set<PermissionsString>([
  'BanMembers',
  'KickMembers',
  'ManageNicknames',
  'ManageRoles',
  'ModerateMembers',
  'ViewAuditLog',
])

/** A use of a command or a control: by whom, where, and of which feature. */
interface Use {
  member: GuildMember
  channel: GuildTextBasedChannel
  /**
   * The member's permissions there, if Discord sent them; used when the bot can see neither the channel nor its
   * overwrites.
   */
  granted?: Readonly<PermissionsBitField> | undefined
  /** The name of the feature that the command or control belongs to. */
  feature: string
}

/**
 * Returns the needs that the caller lacks for a command in this channel. Manage Server is checked as on the dashboard.
 */
export function missingNeeds(
  { access, config }: Pick<Services, 'access' | 'config'>,
  { member, channel, granted, feature }: Use,
  needs: Needs,
): Needs {
  const asked = needs.filter(isPermission)
  const isTold = granted !== undefined && isHidden(channel)
  const missing = new Set<Needs[number]>(isTold ? granted.missing(asked) : missingIn(channel, member, asked))
  const wholeServer = asked.filter(one => ofServer.has(one) || asked.includes('ManageGuild'))
  for (const one of member.permissions.missing(wholeServer)) missing.add(one)
  if (access.has(member, 'manage', feature)) missing.delete('ManageGuild')
  for (const right of needs.filter(isRight)) if (!access.has(member, right, feature)) missing.add(right)
  if (needs.includes('owner') && member.id !== member.guild.ownerId) missing.add('owner')
  if (needs.includes('operator') && !config.ownerIds.includes(member.id)) missing.add('operator')
  return needs.filter(need => missing.has(need))
}

/** @throws UserError when the caller, or the bot, lacks something for the command here; names all that is missing */
export function demandRights(
  services: Pick<Services, 'access' | 'config'>,
  use: Use,
  command: Pick<Command, 'needs' | 'botNeeds'>,
): void {
  const { member, channel } = use
  const needs = command.needs ?? []
  const suspension = needs.length > 0 ? services.access.suspension(member.guild, member.id) : undefined
  if (suspension !== undefined) throw new UserError('access.suspended', suspension, 403)
  const missing = missingNeeds(services, use, needs)
  if (missing.length > 0) {
    const told = missing.filter(isRight).map(right => services.access.refusalOf(right, use.feature))
    if (told[0] !== undefined) throw new UserError('command.forbidden', told[0], 403)
    if (missing.includes('owner')) throw new UserError('command.forbidden', 'Only the server owner may do this.', 403)
    if (missing.includes('operator'))
      throw new UserError('command.forbidden', 'Only the people who run the bot may do this.', 403)
    const names = readableNeeds(missing, right => services.access.titleOf(right))
    throw new UserError('command.forbidden', `You need ${listed(names)} for that.`, 403)
  }
  const me = member.guild.members.me
  const lacking = me ? missingIn(channel, me, command.botNeeds ?? []) : []
  if (me && lacking.length > 0) throw new UserError('command.lacking', lackingSentence(me, lacking), 403)
}

/** The sentence on what to change: the role or the channel, whichever withholds the permission. */
function lackingSentence(me: GuildMember, lacking: readonly PermissionsString[]): string {
  const names = listed(lacking.map(permissionName))
  return lacking.every(permission => me.permissions.has(permission))
    ? `I need ${names} in this channel for that. Allow it for my role in the channel's permissions.`
    : `I need ${names} for that. Give it to my role in Server Settings > Roles.`
}
