import { type APIMessage, type APIMessageSnapshot, MessageReferenceType, MessageType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { DiscordError, invalidForm } from '../errors.ts'
import { channelOf } from '../lookup.ts'
import { has, permission } from '../permissions.ts'
import type { ChannelState } from '../state.ts'
import type { MessageReferenceDraft } from './form.ts'
import { rightsIn } from './rights.ts'

const unknownReference = () =>
  invalidForm([{ path: 'message_reference', code: 'REPLIES_UNKNOWN_MESSAGE', message: 'Unknown message' }])

/** System messages are neither answered nor forwarded. */
const ordinary = new Set([
  MessageType.Default,
  MessageType.Reply,
  MessageType.ChatInputCommand,
  MessageType.ContextMenuCommand,
])

export type ReferenceParts = Pick<APIMessage, 'type'> &
  Partial<Pick<APIMessage, 'message_reference' | 'message_snapshots'>> & { repliedUserId?: string }

/**
 * A reply or a forward.
 * @throws DiscordError 50035 for a reply to a system message or to one that does not exist (unless the sender accepts
 * that), and for a forward of a message that does not exist or that the sender cannot read; 160002 for a reply without
 * READ_MESSAGE_HISTORY; 160014 for a forward of a system message, a poll or another forward
 */
export function referTo(
  sandbox: Sandbox,
  actorId: string,
  target: ChannelState,
  draft: MessageReferenceDraft,
): ReferenceParts {
  return draft.type === MessageReferenceType.Forward
    ? forward(sandbox, actorId, draft)
    : reply(sandbox, actorId, target, draft)
}

function reply(sandbox: Sandbox, actorId: string, target: ChannelState, draft: MessageReferenceDraft): ReferenceParts {
  const replied = target.messages.get(draft.message_id)
  if (!replied || (draft.channel_id !== undefined && draft.channel_id !== target.channel.id)) {
    if (draft.fail_if_not_exists ?? true) throw unknownReference()
    return { type: MessageType.Default }
  }
  if (!has(rightsIn(sandbox, actorId, target), permission.ReadMessageHistory))
    throw new DiscordError(400, 160_002, 'Cannot reply without permission to read message history')
  if (!ordinary.has(replied.type)) {
    const message = 'Cannot reply to a system message'
    throw invalidForm([{ path: 'message_reference', code: 'REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE', message }])
  }
  return {
    type: MessageType.Reply,
    message_reference: pointer(MessageReferenceType.Default, target, replied.id),
    ...(replied.webhook_id === undefined && { repliedUserId: replied.author.id }),
  }
}

function forward(sandbox: Sandbox, actorId: string, draft: MessageReferenceDraft): ReferenceParts {
  if (draft.channel_id === undefined)
    throw invalidForm([
      { path: 'message_reference.channel_id', code: 'BASE_TYPE_REQUIRED', message: 'This field is required' },
    ])
  const source = channelOf(sandbox.world, draft.channel_id)
  const original = source.messages.get(draft.message_id)
  const readable = has(rightsIn(sandbox, actorId, source), permission.ViewChannel | permission.ReadMessageHistory)
  if (!original || !readable) throw unknownReference()
  if (!ordinary.has(original.type) || original.poll || original.message_snapshots)
    throw new DiscordError(400, 160_014, 'Cannot forward a message whose content cannot be read')
  return {
    type: MessageType.Default,
    message_reference: pointer(MessageReferenceType.Forward, source, original.id),
    message_snapshots: [snapshot(original)],
  }
}

function pointer(type: MessageReferenceType, { guildId, channel }: ChannelState, messageId: string) {
  return { type, channel_id: channel.id, message_id: messageId, ...(guildId !== undefined && { guild_id: guildId }) }
}

/** Copies the content of a message, without its author. */
function snapshot(original: APIMessage): APIMessageSnapshot {
  const copy = Object.fromEntries(copied.flatMap(key => (key in original ? [[key, original[key]]] : [])))
  return { message: structuredClone(copy) } as unknown as APIMessageSnapshot
}

const copied: (keyof APIMessage)[] = [
  'type',
  'content',
  'mentions',
  'mention_roles',
  'attachments',
  'embeds',
  'timestamp',
  'edited_timestamp',
  'flags',
  'components',
  'sticker_items',
]
