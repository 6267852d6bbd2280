import { type APIChannel, GatewayDispatchEvents as Event } from 'discord-api-types/v10'
import type { Sandbox } from '../context.ts'
import type { Dispatch } from '../world/dispatch.ts'
import { guildPermissions, permissionsIn, subjectOf } from '../world/guard.ts'
import { guildOf, overwritesOf, parentIdOf } from '../world/lookup.ts'
import { channelPermissions, has, permission } from '../world/permissions.ts'

/** The user's permissions in the channel, even right after it was deleted: the event then carries everything needed. */
function permissionsAround(
  sandbox: Sandbox,
  userId: string,
  guildId: string,
  channelId: string,
  data: unknown,
): bigint {
  if (sandbox.world.channels.has(channelId)) return permissionsIn(sandbox, userId, channelId)
  const channel = data as APIChannel
  if (channel.id !== channelId) return 0n
  const parentId = parentIdOf(channel)
  if (!('permission_overwrites' in channel) && parentId !== undefined && sandbox.world.channels.has(parentId))
    return permissionsIn(sandbox, userId, parentId)
  const guild = guildOf(sandbox.world, guildId)
  return channelPermissions(subjectOf(sandbox, guild, userId), overwritesOf(channel), channel.type)
}

/** Whether an event is for this user. A guild in an outage sends nothing but the event that announces the outage. */
export function inAudience(sandbox: Sandbox, userId: string, { audience, data, type }: Dispatch): boolean {
  if (audience.userIds) return audience.userIds.includes(userId)
  const { guildId, channelId, anyPermission } = audience
  if (guildId === undefined) return false
  const guild = sandbox.world.guilds.get(guildId)
  if (!guild?.members.has(userId) || (guild.unavailable && type !== Event.GuildDelete)) return false
  if (channelId === undefined && anyPermission === undefined) return true
  const granted =
    channelId === undefined
      ? guildPermissions(sandbox, userId, guildId)
      : permissionsAround(sandbox, userId, guildId, channelId, data)
  if (channelId !== undefined && !has(granted, permission.ViewChannel)) return false
  return anyPermission === undefined || (granted & anyPermission) !== 0n
}

/** The guild whose shard an event goes to; events without a guild go to shard 0. */
export function guildOfEvent({ audience, data, type }: Dispatch): string | undefined {
  if (audience.direct) return undefined
  const own = data['guild_id']
  if (typeof own === 'string') return own
  const isGuild = type === Event.GuildCreate || type === Event.GuildUpdate || type === Event.GuildDelete
  return isGuild && typeof data['id'] === 'string' ? data['id'] : audience.guildId
}
