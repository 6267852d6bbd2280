import type { Sandbox } from '../../context.ts'
import { DiscordError, invalidForm, missingPermissions } from '../errors.ts'
import {
  type ActingUser,
  guildPermissions,
  permissionsIn,
  requireAbove,
  requireOutranks,
  requirePermission,
} from '../guard.ts'
import { guildChannelOf, memberStateOf, roleOf } from '../lookup.ts'
import { has, permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { requireVoice } from '../voice.ts'
import type { MemberEdit } from './form.ts'

/** Source: Discord's documentation, "Modify Guild Member". */
const longestTimeoutMs = 28 * 86_400_000

/** Any of three rights lets one edit a member's flags; this is the third. */
const moderation = permission.ModerateMembers | permission.KickMembers | permission.BanMembers

/** Everything Discord checks before it edits a member. @throws DiscordError 50013, 50028, 40032, 50035, 10003, 10011 */
export function checkEdit(
  sandbox: Sandbox,
  actor: ActingUser,
  state: GuildState,
  userId: string,
  edit: MemberEdit,
): void {
  const guildId = state.guild.id
  const need = (bits: bigint) => requirePermission(sandbox, actor.userId, guildId, bits)
  if (edit.nick !== undefined) {
    need(actor.userId === userId ? permission.ChangeNickname : permission.ManageNicknames)
    requireOutranks(state, actor.userId, userId)
  }
  if (edit.roles) {
    need(permission.ManageRoles)
    checkRoles(sandbox, state, actor, memberStateOf(state, userId).roles, edit.roles)
  }
  if (edit.mute !== undefined) need(permission.MuteMembers)
  if (edit.deaf !== undefined) need(permission.DeafenMembers)
  if (edit.mute !== undefined || edit.deaf !== undefined) requireVoice(state, userId)
  if (edit.channel_id !== undefined) {
    need(permission.MoveMembers)
    requireVoice(state, userId)
    if (edit.channel_id !== null) requireDestination(sandbox, actor, state, edit.channel_id)
  }
  if (edit.communication_disabled_until !== undefined) {
    need(permission.ModerateMembers)
    checkTimeout(sandbox, actor, state, userId, edit.communication_disabled_until)
  }
  if (edit.flags !== undefined) {
    const granted = guildPermissions(sandbox, actor.userId, guildId)
    if (![permission.ManageGuild, permission.ManageRoles, moderation].some(bits => has(granted, bits)))
      throw missingPermissions()
  }
}

/**
 * A role may be given or taken by those who stand above it. Managed roles stay with those who have them.
 * @throws DiscordError 10011, 50013, also for giving a linked role where that is refused, 50028 for a managed one
 */
export function checkRoles(
  { conditions }: Sandbox,
  state: GuildState,
  actor: ActingUser,
  before: readonly string[],
  after: readonly string[],
): void {
  for (const id of after.filter(one => !before.includes(one))) {
    const role = roleOf(state, id)
    if (role.managed || id === state.guild.id) throw new DiscordError(400, 50_028, 'Invalid Role')
    requireAbove(state, actor.userId, role)
    if (conditions.linkedRolesByHand === 'refused' && state.linkedRoles.get(id)?.length) throw missingPermissions()
  }
  for (const id of before.filter(one => !after.includes(one))) {
    const role = state.roles.get(id)
    // The id of a deleted role may be left out by anyone.
    if (!role) continue
    if (role.managed) throw missingPermissions()
    requireAbove(state, actor.userId, role)
  }
}

function checkTimeout(
  sandbox: Sandbox,
  actor: ActingUser,
  state: GuildState,
  userId: string,
  until: number | null,
): void {
  if (actor.userId === userId) throw missingPermissions()
  requireOutranks(state, actor.userId, userId)
  if (until === null) return
  if (has(guildPermissions(sandbox, userId, state.guild.id), permission.Administrator)) throw missingPermissions()
  if (until > sandbox.now() + longestTimeoutMs)
    throw invalidForm([
      {
        path: 'communication_disabled_until',
        code: 'USER_TIMEOUT_TOO_LONG',
        message: 'Timeouts cannot be longer than 28 days.',
      },
    ])
}

/** Moving someone needs CONNECT of the one who moves. */
function requireDestination(sandbox: Sandbox, actor: ActingUser, state: GuildState, channelId: string): void {
  if (guildChannelOf(sandbox.world, channelId).guildId !== state.guild.id) throw missingPermissions()
  if (!has(permissionsIn(sandbox, actor.userId, channelId), permission.Connect)) throw missingPermissions()
}
