import { AuditLogEvent, GatewayDispatchEvents, MessageType } from 'discord-api-types/v10'
import { z } from 'zod'
import { snowflakeTime } from '../../snowflake.ts'
import type { Sandbox } from '../../context.ts'
import { audit } from '../audit.ts'
import { DiscordError, invalidForm, missingPermissions } from '../errors.ts'
import { parseForm, snowflake } from '../form.ts'
import type { ActingUser } from '../guard.ts'
import { has, permission } from '../permissions.ts'
import type { ChannelState } from '../state.ts'
import { orphanCopies } from '../webhooks/followers.ts'
import { requireRights, rightsIn } from './rights.ts'
import { listeners, messageOf } from './store.ts'

/** Calls, group changes and the first message of a thread stay for ever. */
const lasting = new Set([
  MessageType.RecipientAdd,
  MessageType.RecipientRemove,
  MessageType.Call,
  MessageType.ChannelNameChange,
  MessageType.ChannelIconChange,
  MessageType.ThreadStarterMessage,
])

/**
 * Deletes one message. Someone else's needs MANAGE_MESSAGES and is logged, unless a bot did it: Discord logs neither
 * bots that delete single messages nor people who delete their own.
 * @throws DiscordError 10008, 50001, 50003 for someone else's direct message, 50013, 50021 for a system message that
 *   cannot be deleted
 */
export function deleteMessage(sandbox: Sandbox, actor: ActingUser, channelId: string, messageId: string): void {
  const state = requireRights(sandbox, actor.userId, channelId)
  const message = messageOf(state, messageId)
  const isOwn = message.author.id === actor.userId
  if (
    !isOwn &&
    (state.guildId === undefined || !has(rightsIn(sandbox, actor.userId, state), permission.ManageMessages))
  )
    throw state.guildId === undefined
      ? new DiscordError(403, 50_003, 'Cannot execute action on a DM channel')
      : missingPermissions()
  if (lasting.has(message.type)) throw new DiscordError(403, 50_021, 'Cannot execute action on a system message')
  erase(sandbox, state, messageId)
  sandbox.emit({
    type: GatewayDispatchEvents.MessageDelete,
    data: { id: messageId, channel_id: channelId, ...guildOfState(state) },
    audience: listeners(state),
  })
  orphanCopies(sandbox, message)
  if (isOwn || state.guildId === undefined || sandbox.world.accounts.get(actor.userId)?.bot) return
  audit(sandbox, actor, {
    guildId: state.guildId,
    type: AuditLogEvent.MessageDelete,
    targetId: message.author.id,
    options: { channel_id: channelId, count: '1' },
  })
}

const bulkForm = z.object({ messages: z.array(snowflake).min(2).max(100) })
const bulkAgeMs = 14 * 24 * 60 * 60 * 1000

/**
 * Deletes two to a hundred messages of the last two weeks at once; unknown ids are passed over.
 * @throws DiscordError 50003 in direct messages, 50013 without MANAGE_MESSAGES, 50034 when one is too old, 50035 for
 * duplicates or the number
 */
export function bulkDelete(sandbox: Sandbox, actor: ActingUser, channelId: string, body: unknown): string[] {
  const state = requireRights(sandbox, actor.userId, channelId, permission.ManageMessages)
  if (state.guildId === undefined) throw new DiscordError(403, 50_003, 'Cannot execute action on a DM channel')
  const ids = parseForm(bulkForm, body).messages
  if (new Set(ids).size < ids.length)
    throw invalidForm([
      { path: 'messages', code: 'SET_TYPE_CONTAINS_DUPLICATES', message: 'The set contains duplicates.' },
    ])
  if (ids.some(id => snowflakeTime(id) < sandbox.now() - bulkAgeMs))
    throw new DiscordError(400, 50_034, 'You can only bulk delete messages that are under 14 days old.')
  const gone = ids.flatMap(id => state.messages.get(id) ?? [])
  const there = gone.map(({ id }) => id)
  for (const id of there) erase(sandbox, state, id)
  sandbox.emit({
    type: GatewayDispatchEvents.MessageDeleteBulk,
    data: { ids: there, channel_id: channelId, guild_id: state.guildId },
    audience: listeners(state),
  })
  for (const message of gone) orphanCopies(sandbox, message)
  audit(sandbox, actor, {
    guildId: state.guildId,
    type: AuditLogEvent.MessageBulkDelete,
    targetId: channelId,
    options: { count: String(there.length) },
  })
  return there
}

/** Removes a message from its channel, with its pin and reactions, without the event. */
export function erase(sandbox: Sandbox, state: ChannelState, messageId: string): void {
  state.messages.delete(messageId)
  state.pins.delete(messageId)
  sandbox.world.reactions.delete(messageId)
  sandbox.world.superReactions.delete(messageId)
  sandbox.world.pollVotes.delete(messageId)
  if ('thread_metadata' in state.channel && messageId !== state.channel.id)
    state.channel.message_count = Math.max(0, (state.channel.message_count ?? 0) - 1)
}

const guildOfState = ({ guildId }: ChannelState) => (guildId === undefined ? {} : { guild_id: guildId })
