import { AuditLogEvent, GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { DiscordError, missingPermissions } from '../errors.ts'
import { type ActingUser, requireMember, requireOutranks, requirePermission } from '../guard.ts'
import { audit } from '../audit.ts'
import { removeIntegration, requireIntegration } from '../guild/integrations.ts'
import { channelsOf, guildOf, memberStateOf, userOf } from '../lookup.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { emitToGuild, emitToUser } from '../emit.ts'
import { leaveVoice } from '../voice.ts'

/**
 * Removes a member, for whatever reason: from voice and threads, with GUILD_MEMBER_REMOVE to the others and
 * GUILD_DELETE without `unavailable` to the one who left. A bot takes its integration along.
 */
export function depart(sandbox: Sandbox, state: GuildState, userId: string): void {
  const user = userOf(sandbox.world, userId)
  leaveVoice(sandbox, state, userId)
  state.members.delete(userId)
  for (const channel of channelsOf(sandbox.world, state)) channel.threadMembers.delete(userId)
  const guildId = state.guild.id
  emitToGuild(sandbox, guildId, GatewayDispatchEvents.GuildMemberRemove, { guild_id: guildId, user })
  emitToUser(sandbox, userId, GatewayDispatchEvents.GuildDelete, { id: guildId })
  if (user.bot) removeIntegration(sandbox, state, userId)
}

/** @throws DiscordError 50001 for someone who is no member, 50055 for the owner */
export function leaveGuild(sandbox: Sandbox, userId: string, guildId: string): void {
  const state = requireMember(sandbox, userId, guildId)
  if (state.guild.owner_id === userId) throw new DiscordError(400, 50_055, 'Invalid Guild')
  depart(sandbox, state, userId)
}

/** @throws DiscordError 10004, 10007, 50001, or 50013 without KICK_MEMBERS or for a target that stands too high */
export function kick(sandbox: Sandbox, actor: ActingUser, guildId: string, userId: string): void {
  const state = requirePermission(sandbox, actor.userId, guildId, permission.KickMembers)
  memberStateOf(state, userId)
  if (actor.userId === userId) throw missingPermissions()
  requireOutranks(state, actor.userId, userId)
  depart(sandbox, state, userId)
  audit(sandbox, actor, { guildId, type: AuditLogEvent.MemberKick, targetId: userId })
}

/**
 * Removes an application, and its bot, from the guild. @throws DiscordError 10005, 50001, 50013 without MANAGE_GUILD
 */
export function removeApplication(sandbox: Sandbox, actor: ActingUser, guildId: string, integrationId: string): void {
  const { botUserId, name } = requireIntegration(sandbox, actor, guildId, integrationId)
  depart(sandbox, guildOf(sandbox.world, guildId), botUserId)
  audit(sandbox, actor, {
    guildId,
    type: AuditLogEvent.IntegrationDelete,
    targetId: integrationId,
    changes: [{ key: 'name', old_value: name }],
  })
}
