import { type APIRole, AuditLogEvent, GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { audit, changesBetween, renamed } from '../audit.ts'
import { blankRole } from '../blank.ts'
import { forgetInCommunity } from '../community/forget.ts'
import { DiscordError, missingPermissions } from '../errors.ts'
import { tooMany } from '../fields.ts'
import { parseForm } from '../form.ts'
import { type ActingUser, guildPermissions, requireAbove, requirePermission } from '../guard.ts'
import { channelsOf, overwritesOf, roleOf } from '../lookup.ts'
import { has, permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { emitToGuild } from '../emit.ts'
import { requireFeatures, roleChanges, roleForm } from './fields.ts'

/** Source: Discord's error 30005. */
const maxRoles = 250

const logged = ['name', 'permissions', 'color', 'colors', 'hoist', 'mentionable', 'icon', 'unicode_emoji'] as const

const loggedBetween = (before: Partial<APIRole>, after: Partial<APIRole>) =>
  renamed(changesBetween<APIRole>(before, after, logged), { icon: 'icon_hash' })

/**
 * Creates a role at the bottom of the list, by default with the permissions of @everyone. @throws DiscordError 30005,
 * 50013, 50035, 50101
 */
export function createRole(sandbox: Sandbox, actor: ActingUser, guildId: string, body: unknown): APIRole {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageRoles)
  const fields = parseForm(roleForm, body)
  if (fields.permissions !== undefined) requireOwn(sandbox, actor, guildId, fields.permissions)
  requireFeatures(state, fields)
  if (state.roles.size >= maxRoles) throw tooMany(30_005, 'server roles', maxRoles)
  const role = blankRole({
    id: sandbox.nextId(),
    name: 'new role',
    permissions: roleOf(state, guildId).permissions,
    ...roleChanges(sandbox, fields),
  })
  state.roles.set(role.id, role)
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildRoleCreate, { guild_id: guildId, role })
  audit(sandbox, actor, {
    guildId,
    type: AuditLogEvent.RoleCreate,
    targetId: role.id,
    changes: loggedBetween({}, role),
  })
  return role
}

/**
 * @throws DiscordError 10011, 50013 for a role that is not below the actor's highest, or for setting its permissions
 * while it has or would get some that the actor lacks, 50035, 50101
 */
export function editRole(sandbox: Sandbox, actor: ActingUser, guildId: string, roleId: string, body: unknown): APIRole {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageRoles)
  const before = roleOf(state, roleId)
  const fields = parseForm(roleForm, body)
  requireAbove(state, actor.userId, before)
  if (fields.permissions !== undefined)
    requireOwn(sandbox, actor, guildId, fields.permissions | BigInt(before.permissions))
  requireFeatures(state, fields)
  const { name, permissions } = fields
  // For @everyone, the other fields have no effect. Source: discord/discord-api-docs issues 490 and 649.
  const after = { ...before, ...roleChanges(sandbox, roleId === guildId ? { name, permissions } : fields) }
  const changes = loggedBetween(before, after)
  if (changes.length === 0) return before
  replaceRole(sandbox, state, after)
  audit(sandbox, actor, { guildId, type: AuditLogEvent.RoleUpdate, targetId: roleId, changes })
  return after
}

/**
 * Deletes a role with a single event: clients remove it from members, overwrites and emoji themselves. Whether
 * Discord's own lists still name it afterwards is a condition.
 * @throws DiscordError 10011, 50013, 50028 for managed roles and @everyone
 */
export function deleteRole(sandbox: Sandbox, actor: ActingUser, guildId: string, roleId: string): void {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageRoles)
  const role = roleOf(state, roleId)
  requireAbove(state, actor.userId, role)
  if (role.managed || roleId === guildId) throw new DiscordError(400, 50_028, 'Invalid Role')
  state.roles.delete(roleId)
  state.linkedRoles.delete(roleId)
  forgetInCommunity(state, roleId)
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildRoleDelete, { guild_id: guildId, role_id: roleId })
  if (!sandbox.conditions.deletedRolesLinger) unlist(sandbox, state, roleId)
  audit(sandbox, actor, {
    guildId,
    type: AuditLogEvent.RoleDelete,
    targetId: roleId,
    changes: loggedBetween(role, {}),
  })
}

function unlist(sandbox: Sandbox, state: GuildState, roleId: string): void {
  for (const place of channelsOf(sandbox.world, state)) {
    const left = overwritesOf(place.channel).filter(one => one.id !== roleId)
    if (left.length === overwritesOf(place.channel).length) continue
    place.channel = { ...place.channel, permission_overwrites: left } as typeof place.channel
  }
  for (const [userId, member] of state.members)
    if (member.roles.includes(roleId))
      state.members.set(userId, { ...member, roles: member.roles.filter(id => id !== roleId) })
}

/** Stores a changed role and notifies the guild. */
export function replaceRole(sandbox: Sandbox, state: GuildState, role: APIRole): void {
  state.roles.set(role.id, role)
  emitToGuild(sandbox, state.guild.id, GatewayDispatchEvents.GuildRoleUpdate, { guild_id: state.guild.id, role })
}

/** Requires the actor to have every permission that they grant. */
function requireOwn(sandbox: Sandbox, actor: ActingUser, guildId: string, bits: bigint): void {
  if (!has(guildPermissions(sandbox, actor.userId, guildId), bits)) throw missingPermissions()
}
