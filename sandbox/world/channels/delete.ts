import { AuditLogEvent, ChannelType, GatewayDispatchEvents } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { audit } from '../audit.ts'
import { type GuildChannel, isGuildChannel } from './kinds.ts'
import { forgetInCommunity } from '../community/forget.ts'
import { unknown } from '../errors.ts'
import { guildView } from '../guild/view.ts'
import { type ActingUser, requirePermission } from '../guard.ts'
import { guildChannelOf } from '../lookup.ts'
import { isThread, isVoice, permission } from '../permissions.ts'
import type { ChannelState, GuildState } from '../state.ts'
import { emitToGuild } from '../emit.ts'
import { closeStage } from '../stages/close.ts'
import { leaveVoice } from '../voice.ts'
import { changesOf } from './audit-keys.ts'
import { requireDispensable } from './checks.ts'
import { announceChannel, childrenOf } from './store.ts'

/**
 * Deletes a channel of the guild's list. A category's channels stay, each with a CHANNEL_UPDATE of its own; threads,
 * invites, webhooks and events held there are deleted with their channel, without events of their own; a live stage is
 * announced as closed. CHANNEL_DELETE names nobody.
 * @throws DiscordError 10003, 50001, 50013 without MANAGE_CHANNELS there, 50074
 */
export function deleteChannel(sandbox: Sandbox, actor: ActingUser, channelId: string): GuildChannel {
  const place = guildChannelOf(sandbox.world, channelId)
  const { guildId, channel } = place
  const state = requirePermission(sandbox, actor.userId, guildId, permission.ManageChannels, channelId)
  if (!isGuildChannel(channel)) throw unknown.channel()
  requireDispensable(state, channelId)
  if (channel.type === ChannelType.GuildCategory) orphan(sandbox, state, channelId)
  if (isVoice(channel.type)) empty(sandbox, state, channelId)
  closeStage(sandbox, state, channelId)
  for (const child of childrenOf(sandbox, state, channelId))
    if (isThread(child.channel.type)) forget(sandbox, state, child)
  forget(sandbox, state, place)
  announceChannel(sandbox, place, GatewayDispatchEvents.ChannelDelete)
  dereference(sandbox, state, channelId)
  audit(sandbox, actor, {
    guildId,
    type: AuditLogEvent.ChannelDelete,
    targetId: channelId,
    changes: changesOf(channel, {}),
  })
  return channel
}

/** Source: Discord's documentation, "Delete/Close Channel". */
function orphan(sandbox: Sandbox, state: GuildState, categoryId: string): void {
  for (const child of childrenOf(sandbox, state, categoryId)) {
    child.channel = { ...child.channel, parent_id: null } as ChannelState['channel']
    announceChannel(sandbox, child)
  }
}

function empty(sandbox: Sandbox, state: GuildState, channelId: string): void {
  for (const voice of state.voiceStates.values())
    if (voice.channel_id === channelId) leaveVoice(sandbox, state, voice.user_id)
}

function forget(sandbox: Sandbox, state: GuildState, { channel, messages }: ChannelState): void {
  sandbox.world.channels.delete(channel.id)
  state.channelIds.delete(channel.id)
  for (const messageId of messages.keys()) {
    sandbox.world.reactions.delete(messageId)
    sandbox.world.superReactions.delete(messageId)
  }
  for (const invite of state.invites.values()) if (invite.channelId === channel.id) state.invites.delete(invite.code)
  for (const webhook of state.webhooks.values())
    if (webhook.channel_id === channel.id) state.webhooks.delete(webhook.id)
  for (const { webhooks } of sandbox.world.guilds.values())
    for (const webhook of webhooks.values()) if (webhook.source_channel?.id === channel.id) webhooks.delete(webhook.id)
  for (const { event } of state.scheduledEvents.values())
    if (event.channel_id === channel.id) state.scheduledEvents.delete(event.id)
  state.voiceRooms.delete(channel.id)
  forgetInCommunity(state, channel.id)
}

const pointers = [
  'afk_channel_id',
  'system_channel_id',
  'rules_channel_id',
  'public_updates_channel_id',
  'safety_alerts_channel_id',
  'widget_channel_id',
] as const

/** Clears the guild's references to a deleted channel. */
function dereference(sandbox: Sandbox, state: GuildState, channelId: string): void {
  const dangling = pointers.filter(key => state.guild[key] === channelId)
  if (dangling.length === 0) return
  for (const key of dangling) state.guild[key] = null
  emitToGuild(sandbox, state.guild.id, GatewayDispatchEvents.GuildUpdate, guildView(state))
}
