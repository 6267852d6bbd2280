import { ChannelType } from 'discord-api-types/v10'
import type { Sandbox } from '../context.ts'
import { type DiscordError, missingAccess, missingPermissions, unknown } from './errors.ts'
import { highest, outranks, type RolePosition, type Ranked, standsAbove } from './hierarchy.ts'
import { channelOf, guildOf, memberStateOf, overwritesOf, parentIdOf } from './lookup.ts'
import {
  basePermissions,
  channelPermissions,
  has,
  isThread,
  permission,
  type PermissionSubject,
} from './permissions.ts'
import type { ChannelState, GuildState } from './state.ts'

/** The user who does something, with their reason. */
export interface ActingUser {
  userId: string
  /** Decoded `X-Audit-Log-Reason`. */
  reason?: string | undefined
}

/** A user's permissions in a guild; none for a user who is not a member. */
export function guildPermissions(sandbox: Sandbox, userId: string, guildId: string): bigint {
  const state = guildOf(sandbox.world, guildId)
  return state.members.has(userId) ? basePermissions(subjectOf(sandbox, state, userId)) : 0n
}

/**
 * A user's permissions in a guild channel or thread; none for a user who is not a member. A private thread is open to
 * those who were added to it or who manage threads.
 * @throws DiscordError 10003 when there is no such channel
 */
export function permissionsIn(sandbox: Sandbox, userId: string, channelId: string): bigint {
  const { channel, guildId, threadMembers } = channelOf(sandbox.world, channelId)
  const state = guildId === undefined ? undefined : sandbox.world.guilds.get(guildId)
  if (!state?.members.has(userId)) return 0n
  const granted = channelPermissions(
    subjectOf(sandbox, state, userId),
    applicableOverwrites(sandbox, channelId),
    channel.type,
  )
  const hidden =
    channel.type === ChannelType.PrivateThread && !threadMembers.has(userId) && !has(granted, permission.ManageThreads)
  return hidden ? 0n : granted
}

/**
 * Checks permissions before anything is done in a guild or one of its channels.
 * @throws DiscordError 10004 or 10003 when it does not exist, 50001 when the actor is no member or cannot see the
 * channel, 50013 when a bit of `wanted` is missing
 */
export function requirePermission(
  sandbox: Sandbox,
  actorId: string,
  guildId: string,
  wanted: bigint,
  channelId?: string,
): GuildState {
  const state = requireMember(sandbox, actorId, guildId)
  if (channelId === undefined) {
    if (!has(guildPermissions(sandbox, actorId, guildId), wanted)) throw missingPermissions()
    return state
  }
  const granted = permissionsIn(sandbox, actorId, channelId)
  if (!has(granted, permission.ViewChannel)) throw unseen(sandbox, actorId)
  if (!has(granted, wanted)) throw missingPermissions()
  return state
}

/**
 * Whether channels that this user cannot view are masked for them. That is so for bots; members' clients get them as
 * they are.
 */
export const isMaskedFor = ({ world, conditions }: Sandbox, userId: string): boolean =>
  conditions.hiddenChannels.masked && world.accounts.get(userId)?.bot === true

/** The error for a caller who names a channel that they cannot view. */
const unseen = (sandbox: Sandbox, userId: string): DiscordError =>
  isMaskedFor(sandbox, userId) && sandbox.conditions.hiddenChannels.answer === 'unknown-channel'
    ? unknown.channel()
    : missingAccess()

/** @throws DiscordError 10004 Unknown Guild, 50001 when the actor is no member */
export function requireMember(sandbox: Sandbox, actorId: string, guildId: string): GuildState {
  const state = guildOf(sandbox.world, guildId)
  if (!state.members.has(actorId)) throw missingAccess()
  return state
}

/**
 * For channels that the caller names by id alone, direct messages included.
 * @throws DiscordError 10003 when it does not exist, 50001 when the actor cannot see it, 50013 when a bit is missing
 */
export function requireChannel(sandbox: Sandbox, actorId: string, channelId: string, wanted = 0n): ChannelState {
  const state = channelOf(sandbox.world, channelId)
  if (state.guildId !== undefined) requirePermission(sandbox, actorId, state.guildId, wanted, channelId)
  else if (!isRecipient(state, actorId)) throw missingAccess()
  return state
}

/** The actor's or target's rank: the highest role; @everyone for those without roles and for non-members. */
export function rankOf(state: GuildState, userId: string): Ranked {
  const roles = (state.members.get(userId)?.roles ?? []).flatMap(id => state.roles.get(id) ?? [])
  const everyone: RolePosition = state.roles.get(state.guild.id) ?? { id: state.guild.id, position: 0 }
  return { userId, top: highest(roles) ?? everyone }
}

/**
 * @throws DiscordError 50013 when the target is the owner or ranks at least as high as the actor; acting on oneself is
 * allowed
 */
export function requireOutranks(state: GuildState, actorId: string, targetId: string): void {
  if (actorId === targetId) return
  if (!outranks(rankOf(state, actorId), state.guild.owner_id, rankOf(state, targetId))) throw missingPermissions()
}

/** @throws DiscordError 50013 when the role is not below the actor's highest role */
export function requireAbove(state: GuildState, actorId: string, role: RolePosition): void {
  if (!standsAbove(rankOf(state, actorId), state.guild.owner_id, role)) throw missingPermissions()
}

/** The input of a permission computation for a member. @throws DiscordError 10007 Unknown Member */
export function subjectOf(sandbox: Sandbox, state: GuildState, userId: string): PermissionSubject {
  const member = memberStateOf(state, userId)
  const until = member.communication_disabled_until
  return {
    userId,
    guildId: state.guild.id,
    isOwner: state.guild.owner_id === userId,
    everyone: BigInt(state.roles.get(state.guild.id)?.permissions ?? 0),
    roles: member.roles.flatMap(id => {
      const role = state.roles.get(id)
      return role ? [{ id, permissions: BigInt(role.permissions) }] : []
    }),
    timedOut: until !== null && until !== undefined && Date.parse(until) > sandbox.now(),
    pending: member.pending === true,
  }
}

function applicableOverwrites(sandbox: Sandbox, channelId: string) {
  const { channel } = channelOf(sandbox.world, channelId)
  const parentId = isThread(channel.type) ? parentIdOf(channel) : undefined
  const parent = parentId === undefined ? undefined : sandbox.world.channels.get(parentId)
  return overwritesOf(parent?.channel ?? channel)
}

function isRecipient({ channel }: ChannelState, userId: string): boolean {
  return 'recipients' in channel && (channel.recipients ?? []).some(user => user.id === userId)
}
