import { type APIRole, AuditLogEvent, GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { audit } from '../audit.ts'
import { blankMember, blankRole } from '../blank.ts'
import { DiscordError, missingAccess } from '../errors.ts'
import { type ActingUser, guildPermissions, requirePermission } from '../guard.ts'
import { applicationOfBot, userOf } from '../lookup.ts'
import { postJoinMessage } from '../members/join-message.ts'
import { permission } from '../permissions.ts'
import type { Application, GuildState } from '../state.ts'
import { emitToGuild, emitToUser } from '../emit.ts'
import { timestamp } from '../time.ts'
import { guildCreatePayload } from './view.ts'

/** The scopes that a bot is added with unless it asks for fewer; all other scopes concern a person. */
const usualScopes: readonly string[] = ['bot', 'applications.commands']

const scopesOf = ({ integrationScopes }: GuildState, { id }: Application) => integrationScopes.get(id) ?? usualScopes

/** An application's integration has the application's ID here. */
export function integrationView(sandbox: Sandbox, state: GuildState, application: Application) {
  const { id, name, description } = application
  const bot = userOf(sandbox.world, application.botUserId)
  return {
    id,
    type: 'discord',
    name,
    account: { id, name },
    enabled: true,
    application: { id, name, description, icon: null, type: null, bot },
    scopes: scopesOf(state, application),
    user: userOf(sandbox.world, application.ownerId),
  }
}

/** Applications whose bots are members. */
export function integrationsOf(sandbox: Sandbox, state: GuildState): Application[] {
  return [...sandbox.world.applications.values()].filter(({ botUserId }) => state.members.has(botUserId))
}

/**
 * Adds an application's bot, as the last step of its authorization. It gets a role of its own with those of the
 * `wanted` permissions that the person who adds it also has, and no role when none are wanted. Adding it again only
 * changes its authorized scopes.
 * @param wanted permission bits
 * @param scopes the scopes that it asks for
 * @throws DiscordError 10002 for an unknown application, 50001, or 50013 without MANAGE_GUILD
 */
export function addBot(
  sandbox: Sandbox,
  actor: ActingUser,
  guildId: string,
  applicationId: string,
  wanted: bigint,
  scopes: readonly string[] = usualScopes,
): void {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageGuild)
  const application = sandbox.world.applications.get(applicationId)
  if (!application) throw new DiscordError(404, 10_002, 'Unknown Application')
  const { botUserId } = application
  if (state.members.has(botUserId)) {
    widen(sandbox, actor, state, application, scopes)
    return
  }
  state.integrationScopes.set(
    application.id,
    usualScopes.filter(one => scopes.includes(one)),
  )
  const integration = { ...integrationView(sandbox, state, application), guild_id: guildId }
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildIntegrationsUpdate, { guild_id: guildId })
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.IntegrationCreate, integration)
  const role = managedRole(sandbox, state, application, wanted & guildPermissions(sandbox, actor.userId, guildId))
  if (role) emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildRoleCreate, { guild_id: guildId, role })
  const member = blankMember(timestamp(sandbox), role ? [role.id] : [])
  state.members.set(botUserId, member)
  const user = userOf(sandbox.world, botUserId)
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildMemberAdd, { ...member, user, guild_id: guildId })
  const payload = guildCreatePayload(sandbox, guildId, { members: 'self-and-voice', userId: botUserId })
  emitToUser(sandbox, botUserId, GatewayDispatchEvents.GuildCreate, payload)
  postJoinMessage(sandbox, state, botUserId)
  audit(sandbox, actor, { guildId, type: AuditLogEvent.BotAdd, targetId: botUserId })
  audit(sandbox, actor, {
    guildId,
    type: AuditLogEvent.IntegrationCreate,
    targetId: application.id,
    changes: [
      { key: 'type', new_value: integration.type },
      { key: 'name', new_value: application.name },
    ],
  })
}

/** Adds to the authorized scopes, which are never removed; an application that gains scopes is announced as changed. */
function widen(
  sandbox: Sandbox,
  actor: ActingUser,
  state: GuildState,
  application: Application,
  scopes: readonly string[],
) {
  const guildId = state.guild.id
  const before = scopesOf(state, application)
  const after = usualScopes.filter(one => before.includes(one) || scopes.includes(one))
  if (after.length === before.length) return
  state.integrationScopes.set(application.id, after)
  const integration = { ...integrationView(sandbox, state, application), guild_id: guildId }
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildIntegrationsUpdate, { guild_id: guildId })
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.IntegrationUpdate, integration)
  audit(sandbox, actor, {
    guildId,
    type: AuditLogEvent.IntegrationUpdate,
    targetId: application.id,
    changes: [{ key: 'scopes', old_value: before, new_value: after }],
  })
}

/**
 * Removes what belongs to a bot: its role, its webhooks and the commands that it registered in this guild. Called after
 * its member has been removed.
 */
export function removeIntegration(sandbox: Sandbox, state: GuildState, botUserId: string): void {
  const guildId = state.guild.id
  const application = applicationOfBot(sandbox.world, botUserId)
  if (!application) return
  for (const role of [...state.roles.values()].filter(one => one.tags?.bot_id === botUserId)) {
    state.roles.delete(role.id)
    emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildRoleDelete, { guild_id: guildId, role_id: role.id })
  }
  for (const webhook of [...state.webhooks.values()].filter(one => one.application_id === application.id)) {
    state.webhooks.delete(webhook.id)
    const { channel_id } = webhook
    emitToGuild(sandbox, guildId, GatewayDispatchEvents.WebhooksUpdate, { guild_id: guildId, channel_id })
  }
  sandbox.world.commands.get(application.id)?.delete(guildId)
  state.integrationScopes.delete(application.id)
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildIntegrationsUpdate, { guild_id: guildId })
  const gone = { id: application.id, guild_id: guildId, application_id: application.id }
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.IntegrationDelete, gone)
}

/** @throws DiscordError 10005, 50013, or 50001 for a bot and another application's integration, which is a condition */
export function requireIntegration(
  sandbox: Sandbox,
  actor: ActingUser,
  guildId: string,
  integrationId: string,
): Application {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageGuild)
  const found = integrationsOf(sandbox, state).find(application => application.id === integrationId)
  if (!found) throw new DiscordError(404, 10_005, 'Unknown Integration')
  const isForeign = sandbox.world.accounts.get(actor.userId)?.bot === true && found.botUserId !== actor.userId
  if (isForeign && sandbox.conditions.foreignIntegrations === 'refused') throw missingAccess()
  return found
}

function managedRole(sandbox: Sandbox, state: GuildState, application: Application, bits: bigint): APIRole | undefined {
  if (bits === 0n) return undefined
  const role = blankRole({
    id: sandbox.nextId(),
    name: application.name,
    permissions: String(bits),
    managed: true,
    tags: { bot_id: application.botUserId },
  })
  state.roles.set(role.id, role)
  return role
}
