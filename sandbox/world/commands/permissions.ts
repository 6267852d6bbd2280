import {
  type APIApplicationCommand,
  type APIApplicationCommandPermission,
  type APIGuildApplicationCommandPermissions,
  ApplicationCommandPermissionType as Type,
  AuditLogEvent,
  GatewayDispatchEvents,
} from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { audit } from '../audit.ts'
import { DiscordError, missingAccess, missingPermissions, unknown } from '../errors.ts'
import { parseForm, snowflake } from '../form.ts'
import { guildPermissions } from '../guard.ts'
import { channelOf } from '../lookup.ts'
import { has, permission } from '../permissions.ts'

const form = z.object({
  permissions: z.array(z.object({ id: snowflake, type: z.enum(Type), permission: z.boolean() })).max(100),
})

/** The overrides of a guild, by the id of a command or, for all commands, the id of the application. */
function overridesIn(sandbox: Sandbox, guildId: string): Map<string, APIApplicationCommandPermission[]> {
  const { commandPermissions } = sandbox.world
  const known = commandPermissions.get(guildId) ?? new Map<string, APIApplicationCommandPermission[]>()
  commandPermissions.set(guildId, known)
  return known
}

/** The application itself, or one of its commands that can be used in this guild. @throws DiscordError 10063 */
function requireTarget(sandbox: Sandbox, applicationId: string, guildId: string, id: string): void {
  const scopes = sandbox.world.commands.get(applicationId)
  if (id !== applicationId && !scopes?.get('global')?.has(id) && !scopes?.get(guildId)?.has(id)) throw unknown.command()
}

const described = (
  applicationId: string,
  guildId: string,
  id: string,
  permissions: APIApplicationCommandPermission[],
): APIGuildApplicationCommandPermissions => ({ id, application_id: applicationId, guild_id: guildId, permissions })

/** The command permissions that a server's administrators set for an application. @throws DiscordError 50001 */
export function listCommandPermissions(
  sandbox: Sandbox,
  applicationId: string,
  guildId: string,
): APIGuildApplicationCommandPermissions[] {
  requireInstalled(sandbox, applicationId, guildId)
  const scopes = sandbox.world.commands.get(applicationId)
  const isTheirs = (id: string) =>
    id === applicationId || scopes?.get('global')?.has(id) === true || scopes?.get(guildId)?.has(id) === true
  return [...overridesIn(sandbox, guildId)]
    .filter(([id]) => isTheirs(id))
    .map(([id, permissions]) => described(applicationId, guildId, id, permissions))
}

/** @throws DiscordError 10063, 10066 when there are no overrides, 50001 */
export function commandPermissionsOf(
  sandbox: Sandbox,
  applicationId: string,
  guildId: string,
  id: string,
): APIGuildApplicationCommandPermissions {
  requireInstalled(sandbox, applicationId, guildId)
  requireTarget(sandbox, applicationId, guildId, id)
  const permissions = overridesIn(sandbox, guildId).get(id)
  if (!permissions) throw new DiscordError(404, 10_066, 'Unknown application command permissions')
  return described(applicationId, guildId, id, permissions)
}

function requireInstalled(sandbox: Sandbox, applicationId: string, guildId: string): void {
  const botId = sandbox.world.applications.get(applicationId)?.botUserId
  if (botId === undefined || !sandbox.world.guilds.get(guildId)?.members.has(botId)) throw missingAccess()
}

/**
 * Replaces the overrides of one command or of the application; an empty list removes them.
 * @throws DiscordError 50001, 50013 without Manage Server and Manage Roles, 10063, 50035
 */
export function setCommandPermissions(
  sandbox: Sandbox,
  userId: string,
  applicationId: string,
  guildId: string,
  id: string,
  body: unknown,
): APIGuildApplicationCommandPermissions {
  requireInstalled(sandbox, applicationId, guildId)
  requireTarget(sandbox, applicationId, guildId, id)
  const granted = guildPermissions(sandbox, userId, guildId)
  if (!has(granted, permission.ManageGuild) || !has(granted, permission.ManageRoles)) throw missingPermissions()
  const { permissions } = parseForm(form, body)
  const overrides = overridesIn(sandbox, guildId)
  const before = overrides.get(id) ?? []
  if (permissions.length === 0) overrides.delete(id)
  else overrides.set(id, permissions)
  const told = described(applicationId, guildId, id, permissions)
  sandbox.emit({
    type: GatewayDispatchEvents.ApplicationCommandPermissionsUpdate,
    data: { ...told },
    audience: { userIds: [sandbox.world.applications.get(applicationId)?.botUserId ?? ''] },
  })
  const changed = [...new Set([...before, ...permissions].map(each => each.id))]
  audit(
    sandbox,
    { userId },
    {
      guildId,
      type: AuditLogEvent.ApplicationCommandPermissionUpdate,
      targetId: id,
      options: { application_id: applicationId },
      changes: changed.map(key => ({
        key,
        old_value: before.find(each => each.id === key),
        new_value: permissions.find(each => each.id === key),
      })),
    },
  )
  return told
}

/** A member who wants to run a command; without a channel when the question is only which commands to offer. */
export interface Runner {
  guildId: string
  userId: string
  channelId?: string
}

/**
 * Evaluates the overrides: whether the channel allows the command, and whether the person is allowed, denied, or not
 * mentioned. The command's own come first, then the application's. 'All channels' is the guild's id minus one,
 * @everyone the guild's id. Source: Discord's documentation, "Application Command Permissions".
 */
export function overrideFor(
  sandbox: Sandbox,
  command: Pick<APIApplicationCommand, 'id' | 'application_id'>,
  { guildId, userId, channelId }: Runner,
): { channel: boolean; member: boolean | undefined } {
  const overrides = sandbox.world.commandPermissions.get(guildId)
  const lists = [overrides?.get(command.id) ?? [], overrides?.get(command.application_id) ?? []]
  const roleIds = new Set(sandbox.world.guilds.get(guildId)?.members.get(userId)?.roles)
  const first = <T>(ask: (list: readonly APIApplicationCommandPermission[]) => T | undefined) =>
    lists.map(ask).find(said => said !== undefined)
  const member = first(list => {
    const own = list.find(({ type, id }) => type === Type.User && id === userId)
    if (own) return own.permission
    const roles = list.filter(({ type, id }) => type === Type.Role && roleIds.has(id))
    if (roles.length > 0) return roles.some(each => each.permission)
    return list.find(({ type, id }) => type === Type.Role && id === guildId)?.permission
  })
  if (channelId === undefined) return { channel: true, member }
  const { channel } = channelOf(sandbox.world, channelId)
  const place = 'thread_metadata' in channel && channel.parent_id ? channel.parent_id : channelId
  const everywhere = String(BigInt(guildId) - 1n)
  const inChannel = first(list => {
    const named = list.filter(({ type }) => type === Type.Channel)
    return (named.find(({ id }) => id === place) ?? named.find(({ id }) => id === everywhere))?.permission
  })
  return { channel: inChannel ?? true, member }
}
