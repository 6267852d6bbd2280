import { type APIAttachment, type APIMessage, MessageFlags, MessageType } from 'discord-api-types/v10'
import type { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { applyRules } from '../auto-moderation/actions.ts'
import { DiscordError } from '../errors.ts'
import { parseForm } from '../form.ts'
import { has, permission } from '../permissions.ts'
import { timestamp } from '../time.ts'
import { reviseCopies } from '../webhooks/followers.ts'
import { type SandboxUpload, upload } from './attachments.ts'
import { type ComponentNode, textOf } from './component-tree.ts'
import { listed, suppressed } from './compose.ts'
import { type EditInput, editForm, emptyMessage, isV2, parseComponents, refuseLegacyFields } from './form.ts'
import { renderComponents, renderEmbed } from './media.ts'
import { type AllowedMentions, pingAll } from './mentions.ts'
import { mentionFields, type MessageSender } from './mentioned-users.ts'
import { requireRights, rightsIn } from './rights.ts'
import { announceUpdate, messageOf } from './store.ts'

/**
 * Changes a message and sends MESSAGE_UPDATE. Users other than the author may only hide or show embeds
 * (MANAGE_MESSAGES). Embeds and components from people are ignored, as when they send.
 * @throws DiscordError 10008, 50005 for someone else's content, 50083 in an archived thread, 50021 for a system
 * message, 50006, 50035
 */
export function editMessage(
  sandbox: Sandbox,
  actorId: string,
  channelId: string,
  messageId: string,
  input: EditInput,
  files: readonly SandboxUpload[] = [],
): APIMessage {
  const state = requireRights(sandbox, actorId, channelId)
  const message = messageOf(state, messageId)
  const parsed = parseForm(editForm, input)
  const isBot = sandbox.world.accounts.get(actorId)?.bot === true
  const draft = isBot ? parsed : { ...parsed, embeds: undefined, components: undefined }
  const rights = rightsIn(sandbox, actorId, state)
  if (message.author.id !== actorId) {
    const hidesOnly = Object.entries(draft).every(([key, value]) => key === 'flags' || value === undefined)
    if (!hidesOnly || files.length > 0 || !has(rights, permission.ManageMessages))
      throw new DiscordError(403, 50_005, 'Cannot edit a message authored by another user')
  } else if (!editable.has(message.type)) {
    throw new DiscordError(403, 50_021, 'Cannot execute action on a system message')
  }
  if ('thread_metadata' in state.channel && state.channel.thread_metadata?.archived)
    throw new DiscordError(400, 50_083, 'Thread is archived')
  const sender = { guildId: state.guildId, mayPingEveryone: has(rights, permission.MentionEveryone) }
  const watched = applyRules(sandbox, sandbox.world.guilds.get(state.guildId ?? ''), {
    userId: actorId,
    channelId,
    text: draft.content ?? '',
  })
  applyEdit(sandbox, message, draft, files, sender, pingAll)
  announceUpdate(sandbox, message)
  reviseCopies(sandbox, message)
  watched(message)
  return message
}

const editable = new Set([
  MessageType.Default,
  MessageType.Reply,
  MessageType.ChatInputCommand,
  MessageType.ContextMenuCommand,
])

type EditDraft = z.output<typeof editForm>

/**
 * Applies a change without sending its event. Fields that the edit does not name stay; mentions are parsed again.
 * @throws DiscordError 50006 when nothing would be left, 50035
 */
export function applyEdit(
  sandbox: Sandbox,
  message: APIMessage,
  draft: EditDraft,
  files: readonly SandboxUpload[],
  sender: MessageSender,
  defaultPings: AllowedMentions,
): void {
  const kept = message.flags ?? 0
  const mutable = MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2
  const flags =
    draft.flags === undefined
      ? kept
      : (kept & ~MessageFlags.SuppressEmbeds) | (draft.flags & mutable) | (kept & MessageFlags.IsComponentsV2)
  const parsed = draft.components === undefined ? undefined : parseComponents(draft.components ?? [], flags)
  if (isV2(flags)) refuseLegacyFields({ content: draft.content, embeds: draft.embeds })

  const uploaded = upload(sandbox, message.channel_id, files, draft.attachments ?? undefined)
  const available = [...keptAttachments(message.attachments, draft), ...uploaded]
  const content = isV2(flags) ? '' : draft.content === undefined ? message.content : (draft.content ?? '')
  const embeds = isV2(flags)
    ? []
    : draft.embeds === undefined
      ? message.embeds
      : (draft.embeds ?? []).map(one => renderEmbed(one, available))
  const components = parsed ? renderComponents(sandbox, parsed, available) : nodes(message)
  const attachments = listed(available, draft.embeds)
  const isEmpty = !content && embeds.length === 0 && components.length === 0 && attachments.length === 0
  if (isEmpty && !message.poll && !message.sticker_items && !message.message_snapshots) throw emptyMessage()

  const said = isV2(flags) ? textOf(components) : content
  const saysOtherwise = draft.content !== undefined || draft.embeds !== undefined || parsed !== undefined
  Object.assign(message, {
    content,
    embeds: suppressed(flags) ? [] : embeds,
    components,
    attachments,
    flags,
    ...(saysOtherwise && {
      ...mentionFields(sandbox, sender, said, draft.allowed_mentions ?? defaultPings, repliedTo(sandbox, message)),
      edited_timestamp: timestamp(sandbox),
    }),
  })
}

/** Without `attachments` all stay; with it only the listed ones. */
function keptAttachments(before: readonly APIAttachment[], draft: EditDraft): APIAttachment[] {
  if (draft.attachments === undefined) return [...before]
  const ids = new Set((draft.attachments ?? []).map(note => note.id))
  return before.filter(one => ids.has(one.id))
}

// Stored components came from rendered nodes.
const nodes = (message: APIMessage) => (message.components ?? []) as unknown as ComponentNode[]

function repliedTo(sandbox: Sandbox, message: APIMessage): string | undefined {
  const reference = message.message_reference
  if (message.type !== MessageType.Reply || reference?.message_id === undefined) return undefined
  return sandbox.world.channels.get(reference.channel_id)?.messages.get(reference.message_id)?.author.id
}
