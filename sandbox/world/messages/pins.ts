import {
  type APIMessage,
  AuditLogEvent,
  GatewayDispatchEvents,
  MessageReferenceType,
  MessageType,
} from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { audit } from '../audit.ts'
import { DiscordError } from '../errors.ts'
import type { ActingUser } from '../guard.ts'
import { userOf } from '../lookup.ts'
import { has, permission } from '../permissions.ts'
import type { ChannelState } from '../state.ts'
import { timestamp } from '../time.ts'
import { messagePayload } from './payload.ts'
import { requireRights, rightsIn } from './rights.ts'
import { announceUpdate, listeners, messageOf } from './store.ts'
import { publishSystemMessage } from './system.ts'

/** Raised from 50 on 2026-06-24. */
const maxPins = 250

/** Pinning needs PIN_MESSAGES, no longer MANAGE_MESSAGES. @throws DiscordError 10008, 50013, 30003, 50021 */
export function pin(sandbox: Sandbox, actor: ActingUser, channelId: string, messageId: string): void {
  const state = requireRights(sandbox, actor.userId, channelId, permission.PinMessages)
  const message = messageOf(state, messageId)
  if (message.pinned) return
  if (notPinnable.has(message.type)) throw new DiscordError(403, 50_021, 'Cannot execute action on a system message')
  if (state.pins.size >= maxPins)
    throw new DiscordError(400, 30_003, `Maximum number of pins reached for the channel (${maxPins})`)
  const at = timestamp(sandbox)
  message.pinned = true
  state.pins.set(messageId, at)
  announcePins(sandbox, state, at)
  announceUpdate(sandbox, message)
  publishSystemMessage(sandbox, {
    channelId,
    type: MessageType.ChannelPinnedMessage,
    author: userOf(sandbox.world, actor.userId),
    message_reference: {
      type: MessageReferenceType.Default,
      channel_id: channelId,
      message_id: messageId,
      ...(state.guildId !== undefined && { guild_id: state.guildId }),
    },
  })
  log(sandbox, actor, state, message, AuditLogEvent.MessagePin)
}

const notPinnable = new Set([MessageType.ChannelPinnedMessage, MessageType.UserJoin, MessageType.ThreadCreated])

/** @throws DiscordError 10008, 50013 */
export function unpin(sandbox: Sandbox, actor: ActingUser, channelId: string, messageId: string): void {
  const state = requireRights(sandbox, actor.userId, channelId, permission.PinMessages)
  const message = messageOf(state, messageId)
  if (!message.pinned) return
  message.pinned = false
  state.pins.delete(messageId)
  announcePins(sandbox, state, [...state.pins.values()].at(-1) ?? null)
  announceUpdate(sandbox, message)
  log(sandbox, actor, state, message, AuditLogEvent.MessageUnpin)
}

interface PinnedMessage {
  pinned_at: string
  message: APIMessage
}

/** The pins, latest first; empty without READ_MESSAGE_HISTORY. @param before ISO 8601, exclusive */
export function listPins(sandbox: Sandbox, viewerId: string, channelId: string, before?: string): PinnedMessage[] {
  const state = requireRights(sandbox, viewerId, channelId)
  if (!has(rightsIn(sandbox, viewerId, state), permission.ReadMessageHistory)) return []
  return [...state.pins]
    .flatMap(([id, pinned_at]) => {
      const message = state.messages.get(id)
      const isEarlier = before === undefined || Date.parse(pinned_at) < Date.parse(before)
      return message && isEarlier ? [{ pinned_at, message: messagePayload(sandbox, message, viewerId) }] : []
    })
    .toReversed()
}

function announcePins(sandbox: Sandbox, state: ChannelState, lastPin: string | null): void {
  if ('last_pin_timestamp' in state.channel) state.channel.last_pin_timestamp = lastPin
  sandbox.emit({
    type: GatewayDispatchEvents.ChannelPinsUpdate,
    data: {
      channel_id: state.channel.id,
      last_pin_timestamp: lastPin,
      ...(state.guildId !== undefined && { guild_id: state.guildId }),
    },
    audience: listeners(state),
  })
}

function log(sandbox: Sandbox, actor: ActingUser, state: ChannelState, message: APIMessage, type: AuditLogEvent): void {
  if (state.guildId === undefined) return
  const options = { channel_id: state.channel.id, message_id: message.id }
  audit(sandbox, actor, { guildId: state.guildId, type, targetId: message.author.id, options })
}
