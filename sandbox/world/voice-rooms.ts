import { AuditLogEvent, ChannelType, GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../context.ts'
import { audit } from './audit.ts'
import { emitToGuild } from './emit.ts'
import { DiscordError } from './errors.ts'
import { parseForm, text } from './form.ts'
import { type ActingUser, permissionsIn, requirePermission } from './guard.ts'
import { guildChannelOf } from './lookup.ts'
import { has, permission } from './permissions.ts'
import type { GuildState, VoiceRoom } from './state.ts'

const statusForm = z.object({ status: text(500).nullish() })

const roomOf = ({ voiceRooms }: GuildState, channelId: string): VoiceRoom =>
  voiceRooms.get(channelId) ?? { status: null, startedAt: null }

const isEmpty = ({ voiceStates }: GuildState, channelId: string) =>
  ![...voiceStates.values()].some(voice => voice.channel_id === channelId)

/**
 * Sets the status below a voice channel's name; an empty one removes it. Needs SET_VOICE_CHANNEL_STATUS, and
 * MANAGE_CHANNELS for those who are not in it.
 * @throws DiscordError 10003, 50001, 50013, 50024, 50035
 */
export function setVoiceStatus(sandbox: Sandbox, actor: ActingUser, channelId: string, body: unknown): void {
  const { channel, guildId } = guildChannelOf(sandbox.world, channelId)
  const state = requirePermission(sandbox, actor.userId, guildId, permission.SetVoiceChannelStatus, channelId)
  if (state.voiceStates.get(actor.userId)?.channel_id !== channelId)
    requirePermission(sandbox, actor.userId, guildId, permission.ManageChannels, channelId)
  if (channel.type !== ChannelType.GuildVoice)
    throw new DiscordError(400, 50_024, 'Cannot execute action on this channel type')
  const status = parseForm(statusForm, body).status || null
  if (status === roomOf(state, channelId).status) return
  announceStatus(sandbox, state, channelId, status)
  audit(sandbox, actor, {
    guildId,
    type: status === null ? AuditLogEvent.VoiceChannelStatusDelete : AuditLogEvent.VoiceChannelStatusCreate,
    targetId: channelId,
    options: { channel_id: channelId, ...(status !== null && { status }) },
  })
}

function announceStatus(sandbox: Sandbox, state: GuildState, channelId: string, status: string | null): void {
  state.voiceRooms.set(channelId, { ...roomOf(state, channelId), status })
  const data = { id: channelId, guild_id: state.guild.id, status }
  emitToGuild(sandbox, state.guild.id, GatewayDispatchEvents.VoiceChannelStatusUpdate, data, { channelId })
}

/**
 * Called when someone joins or leaves a voice channel: its start time is set by the first to join and cleared by the
 * last to leave.
 */
export function countRoom(sandbox: Sandbox, state: GuildState, channelId: string): void {
  const room = roomOf(state, channelId)
  const empty = isEmpty(state, channelId)
  if (empty === (room.startedAt === null)) return
  const startedAt = empty ? null : Math.floor(sandbox.now() / 1000)
  state.voiceRooms.set(channelId, { ...room, startedAt })
  const data = { id: channelId, guild_id: state.guild.id, voice_start_time: startedAt }
  emitToGuild(sandbox, state.guild.id, GatewayDispatchEvents.VoiceChannelStartTimeUpdate, data, { channelId })
  const ends = empty && room.status !== null && sandbox.conditions.voiceStatusEndsWhenEmpty
  if (ends) announceStatus(sandbox, state, channelId, null)
}

/** The content of CHANNEL_INFO about the channels that somebody can see. @param fields 'status', 'voice_start_time' */
export function channelInfo(sandbox: Sandbox, viewerId: string, state: GuildState, fields: readonly unknown[]) {
  return [...state.voiceRooms].flatMap(([id, { status, startedAt }]) => {
    if (status === null && startedAt === null) return []
    if (!has(permissionsIn(sandbox, viewerId, id), permission.ViewChannel)) return []
    return [
      {
        id,
        ...(fields.includes('status') && { status }),
        ...(fields.includes('voice_start_time') && { voice_start_time: startedAt }),
      },
    ]
  })
}
