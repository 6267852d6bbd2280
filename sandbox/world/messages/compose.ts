import { type APIAttachment, type APIMessage, MessageFlags, MessageType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { timestamp } from '../time.ts'
import { type SandboxUpload, upload } from './attachments.ts'
import { textOf } from './component-tree.ts'
import { type MessageBody, emptyMessage, isV2, parseComponents, refuseLegacyFields } from './form.ts'
import { referenced, renderComponents, renderEmbed } from './media.ts'
import type { AllowedMentions } from './mentions.ts'
import { mentionFields, type MessageSender } from './mentioned-users.ts'
import { openPoll } from './poll.ts'
import { awaitPollEnd } from './poll-end.ts'

interface Frame {
  channelId: string
  author: APIMessage['author']
  sender: MessageSender
  /** Used when the body does not say whom it may ping. */
  defaultPings: AllowedMentions
  /** Flags that this sender may set, and those that are set for it. */
  settableFlags: number
  flags?: number
  repliedUserId?: string | undefined
  /** A forward or a sticker needs no content of its own. */
  mayBeEmpty?: boolean
}

/** What people and bots may set when they write in a channel. */
export const channelFlags =
  MessageFlags.SuppressEmbeds |
  MessageFlags.SuppressNotifications |
  MessageFlags.IsComponentsV2 |
  MessageFlags.IsVoiceMessage

/**
 * Builds a message from a body, without adding it to its channel or announcing it.
 * @throws DiscordError 50006 when it is empty, 50035 for invalid fields
 */
export function compose(
  sandbox: Sandbox,
  frame: Frame,
  body: MessageBody,
  files: readonly SandboxUpload[],
): APIMessage {
  const components = parseComponents(body.components, body.flags)
  if (isV2(body.flags)) refuseLegacyFields(body)
  const saysNothing = !body.content && !body.embeds?.length && components.length === 0 && !body.poll
  if (saysNothing && files.length === 0 && !frame.mayBeEmpty) throw emptyMessage()
  const flags = ((body.flags ?? 0) & frame.settableFlags) | (frame.flags ?? 0)
  const uploaded = upload(sandbox, frame.channelId, files, body.attachments)
  const said = isV2(flags) ? textOf(components) : (body.content ?? '')
  const rule = body.allowed_mentions ?? frame.defaultPings
  const message = {
    id: sandbox.nextId(),
    type: MessageType.Default,
    channel_id: frame.channelId,
    author: frame.author,
    content: body.content ?? '',
    ...mentionFields(sandbox, frame.sender, said, rule, frame.repliedUserId),
    attachments: listed(uploaded, body.embeds),
    embeds: suppressed(flags) ? [] : (body.embeds ?? []).map(draft => renderEmbed(draft, uploaded)),
    components: renderComponents(sandbox, components, uploaded),
    ...(body.poll && { poll: openPoll(sandbox, body.poll) }),
    timestamp: timestamp(sandbox),
    edited_timestamp: null,
    tts: body.tts ?? false,
    pinned: false,
    flags,
  }
  // Built from parsed drafts; the documented unions cannot be followed through walking a tree.
  const composed = message as unknown as APIMessage
  awaitPollEnd(sandbox, composed)
  return composed
}

/** The attachments to list: a file that an embed shows is not listed again below it. */
export function listed(uploaded: readonly APIAttachment[], embeds: unknown): APIAttachment[] {
  const shown = referenced(embeds ?? [])
  return uploaded.filter(one => !shown.has(one.filename))
}

export const suppressed = (flags: number) => (flags & MessageFlags.SuppressEmbeds) !== 0
