import { type APIVoiceState, ChannelType, GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../context.ts'
import { DiscordError, unknown } from './errors.ts'
import { permissionsIn, requireMember } from './guard.ts'
import { channelOf, guildOf, memberOf } from './lookup.ts'
import { has, isVoice, permission } from './permissions.ts'
import { countRoom } from './voice-rooms.ts'
import { endWhenEmpty } from './scheduled-events/lifecycle.ts'
import { watchStage } from './stages/close.ts'
import { markActive } from './members/activity.ts'
import type { GuildState } from './state.ts'
import { emitToGuild } from './emit.ts'

/** @throws DiscordError 10065 when the member is in no voice channel */
export function voiceStateFor(state: GuildState, userId: string): APIVoiceState {
  const voice = state.voiceStates.get(userId)
  if (!voice) throw new DiscordError(404, 10_065, 'Unknown Voice State')
  return voice
}

interface VoiceWish {
  /** Null to leave voice. */
  channelId: string | null
  selfMute?: boolean
  selfDeaf?: boolean
}

/** For changes of someone who has to be in voice. @throws DiscordError 40032 */
export function requireVoice(state: GuildState, userId: string): APIVoiceState {
  const voice = state.voiceStates.get(userId)
  if (!voice) throw new DiscordError(400, 40_032, 'Target user is not connected to voice.')
  return voice
}

/**
 * A member joins, moves or leaves by their own client (opcode 4). Discord gives no answer when it is not allowed.
 * @returns whether it had an effect
 * @throws DiscordError 50001 for someone who is no member
 */
export function connectVoice(sandbox: Sandbox, userId: string, guildId: string, wish: VoiceWish): boolean {
  const state = requireMember(sandbox, userId, guildId)
  if (wish.channelId === null) return leaveVoice(sandbox, state, userId)
  const room = sandbox.world.channels.get(wish.channelId)
  if (room?.guildId !== guildId || !isVoice(room.channel.type)) return false
  const granted = permissionsIn(sandbox, userId, wish.channelId)
  const already = state.voiceStates.get(userId)?.channel_id === wish.channelId
  if (!has(granted, permission.Connect) || (!already && isFull(state, room.channel, granted))) return false
  markActive(sandbox, userId)
  enterVoice(sandbox, state, userId, wish.channelId, {
    self_mute: wish.selfMute ?? false,
    self_deaf: wish.selfDeaf ?? false,
  })
  return true
}

/** Puts a member into a channel, at anybody's request, and notifies the guild. @throws DiscordError 10003 */
export function enterVoice(
  sandbox: Sandbox,
  state: GuildState,
  userId: string,
  channelId: string,
  own: Partial<APIVoiceState> = {},
): void {
  const { channel, guildId } = channelOf(sandbox.world, channelId)
  if (guildId !== state.guild.id || !isVoice(channel.type)) throw unknown.channel()
  const member = memberOf(sandbox.world, guildId, userId)
  const before = state.voiceStates.get(userId)
  const speaks = has(permissionsIn(sandbox, userId, channelId), permission.MuteMembers)
  change(sandbox, state, {
    guild_id: guildId,
    user_id: userId,
    session_id:
      before?.session_id ??
      Math.floor(sandbox.random() * 2 ** 52)
        .toString(16)
        .padStart(13, '0'),
    deaf: member.deaf,
    mute: member.mute,
    self_deaf: false,
    self_mute: false,
    self_stream: false,
    self_video: false,
    ...before,
    suppress: channel.type === ChannelType.GuildStageVoice && !speaks,
    request_to_speak_timestamp: null,
    ...own,
    channel_id: channelId,
  })
}

/** @returns whether the member was in voice at all */
export function leaveVoice(sandbox: Sandbox, state: GuildState, userId: string): boolean {
  const before = state.voiceStates.get(userId)
  if (!before) return false
  change(sandbox, state, { ...before, channel_id: null })
  return true
}

/** Changes the voice state of somebody who is connected. @throws DiscordError 40032 */
export function editVoice(sandbox: Sandbox, guildId: string, userId: string, patch: Partial<APIVoiceState>): void {
  const state = guildOf(sandbox.world, guildId)
  change(sandbox, state, { ...requireVoice(state, userId), ...patch })
}

function change(sandbox: Sandbox, state: GuildState, voice: APIVoiceState): void {
  const left = state.voiceStates.get(voice.user_id)?.channel_id
  if (voice.channel_id === null) state.voiceStates.delete(voice.user_id)
  else state.voiceStates.set(voice.user_id, voice)
  emitToGuild(sandbox, state.guild.id, GatewayDispatchEvents.VoiceStateUpdate, voiceView(sandbox, state, voice))
  for (const room of new Set([left, voice.channel_id])) if (room) countRoom(sandbox, state, room)
  if (!left) return
  endWhenEmpty(sandbox, state.guild.id, left)
  watchStage(sandbox, state, left)
}

export const voiceView = (sandbox: Sandbox, state: GuildState, voice: APIVoiceState): APIVoiceState => ({
  ...voice,
  member: memberOf(sandbox.world, state.guild.id, voice.user_id),
})

/** Whether a channel is too full for somebody with these permissions: those who may move members always fit in. */
function isFull(state: GuildState, channel: { id: string; user_limit?: number }, granted: bigint): boolean {
  const limit = channel.user_limit ?? 0
  if (limit === 0 || has(granted, permission.MoveMembers)) return false
  const inside = [...state.voiceStates.values()].filter(voice => voice.channel_id === channel.id)
  return inside.length >= limit
}
