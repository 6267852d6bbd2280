import { type APIMessage, GatewayDispatchEvents, MessageFlags } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import type { Audience } from '../dispatch.ts'
import { unknown } from '../errors.ts'
import { channelOf } from '../lookup.ts'
import type { ChannelState } from '../state.ts'
import { renew } from '../threads/activity.ts'
import { messageEvent } from './payload.ts'

/** @throws DiscordError 10008; ephemeral messages are not found here */
export function messageOf(state: ChannelState, messageId: string): APIMessage {
  const message = state.messages.get(messageId)
  if (!message) throw unknown.message()
  return message
}

/** The audience of a channel's events. */
export function listeners(state: ChannelState): Audience {
  if (state.guildId !== undefined) return { guildId: state.guildId, channelId: state.channel.id }
  const recipients = 'recipients' in state.channel ? (state.channel.recipients ?? []) : []
  return { userIds: recipients.map(user => user.id), direct: true }
}

/** Adds a finished message to its channel and sends MESSAGE_CREATE. */
export function publish(sandbox: Sandbox, message: APIMessage): APIMessage {
  const state = channelOf(sandbox.world, message.channel_id)
  state.messages.set(message.id, message)
  if ('last_message_id' in state.channel) state.channel.last_message_id = message.id
  countInThread(state, message)
  renew(sandbox, state)
  sandbox.emit({
    type: GatewayDispatchEvents.MessageCreate,
    data: { ...messageEvent(sandbox, message, state.guildId), ...nonceOf(message) },
    audience: listeners(state),
  })
  return message
}

/** Notifies everybody who can see the message, which has changed already. */
export function announceUpdate(sandbox: Sandbox, message: APIMessage): void {
  const ephemeral = sandbox.world.ephemerals.get(message.id)
  const state = channelOf(sandbox.world, message.channel_id)
  sandbox.emit({
    type: GatewayDispatchEvents.MessageUpdate,
    data: messageEvent(sandbox, message, ephemeral ? undefined : state.guildId),
    audience: ephemeral ? { userIds: [ephemeral.userId, message.author.id], direct: true } : listeners(state),
  })
}

/** Adds a message that only one user can see. Its event is sent like a direct message's, without guild or member. */
export function publishEphemeral(sandbox: Sandbox, message: APIMessage, userId: string): APIMessage {
  sandbox.world.ephemerals.set(message.id, { message, userId })
  sandbox.emit({
    type: GatewayDispatchEvents.MessageCreate,
    data: messageEvent(sandbox, message, undefined),
    audience: { userIds: [userId, message.author.id], direct: true },
  })
  return message
}

export const isEphemeral = (flags: number | undefined) => ((flags ?? 0) & MessageFlags.Ephemeral) !== 0

/** Sent once, to the author of the message; never shown again. */
export const nonceOf = ({ nonce }: APIMessage) => (nonce === undefined ? {} : { nonce })

/** Counts a message in its thread. The opening message does not count. */
function countInThread(state: ChannelState, message: APIMessage): void {
  if (!('thread_metadata' in state.channel) || message.id === state.channel.id) return
  state.channel.message_count = (state.channel.message_count ?? 0) + 1
  state.channel.total_message_sent = (state.channel.total_message_sent ?? 0) + 1
}
