import { AuditLogEvent } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { audit } from '../audit.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { memberStateOf, roleOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { checkRoles } from './check-edit.ts'
import { replaceMember } from './store.ts'

/** @throws DiscordError 10007, 10011, 50001, 50013, 50028 for a managed role */
export function giveRole(sandbox: Sandbox, actor: ActingUser, guildId: string, userId: string, roleId: string): void {
  setRoles(sandbox, actor, guildId, userId, roleId, held => (held.includes(roleId) ? held : [...held, roleId]))
}

/** @throws DiscordError 10007, 10011, 50001, 50013 */
export function takeRole(sandbox: Sandbox, actor: ActingUser, guildId: string, userId: string, roleId: string): void {
  setRoles(sandbox, actor, guildId, userId, roleId, held => held.filter(id => id !== roleId))
}

function setRoles(
  sandbox: Sandbox,
  actor: ActingUser,
  guildId: string,
  userId: string,
  roleId: string,
  change: (held: string[]) => string[],
): void {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageRoles)
  const before = memberStateOf(state, userId)
  roleOf(state, roleId)
  const roles = change(before.roles)
  checkRoles(sandbox, state, actor, before.roles, roles)
  replaceMember(sandbox, state, userId, before, { ...before, roles })
  logRoles(sandbox, actor, state, userId, before.roles, roles)
}

/** One entry with what was added and what was removed. */
export function logRoles(
  sandbox: Sandbox,
  actor: ActingUser,
  state: GuildState,
  userId: string,
  before: readonly string[],
  after: readonly string[],
): void {
  const named = (ids: readonly string[]) => ids.map(id => ({ id, name: state.roles.get(id)?.name ?? '' }))
  const added = named(after.filter(id => !before.includes(id)))
  const removed = named(before.filter(id => !after.includes(id)))
  audit(sandbox, actor, {
    guildId: state.guild.id,
    type: AuditLogEvent.MemberRoleUpdate,
    targetId: userId,
    changes: [
      ...(added.length > 0 ? [{ key: '$add', new_value: added }] : []),
      ...(removed.length > 0 ? [{ key: '$remove', new_value: removed }] : []),
    ],
  })
}
