import {
  type APIMessage,
  GatewayDispatchEvents,
  InteractionType,
  MessageFlags,
  MessageType,
} from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { unknown } from '../errors.ts'
import { parseForm } from '../form.ts'
import { permissionsIn } from '../guard.ts'
import { channelOf, userOf } from '../lookup.ts'
import type { SandboxUpload } from '../messages/attachments.ts'
import { channelFlags, compose } from '../messages/compose.ts'
import { applyEdit } from '../messages/edit.ts'
import { bodyForm, editForm } from '../messages/form.ts'
import { pingUsers } from '../messages/mentions.ts'
import type { MessageSender } from '../messages/mentioned-users.ts'
import { erase } from '../messages/remove.ts'
import { announceUpdate, isEphemeral, listeners, publish, publishEphemeral } from '../messages/store.ts'
import { has, permission } from '../permissions.ts'
import type { InteractionState } from '../state.ts'
import { owners } from './payload.ts'

/** Messages that answer interactions. They need none of the bot's own permissions in the channel. */

const botOf = (sandbox: Sandbox, { applicationId }: InteractionState): string =>
  sandbox.world.applications.get(applicationId)?.botUserId ?? applicationId

function senderOf(sandbox: Sandbox, interaction: InteractionState): MessageSender {
  const { guildId, channelId } = interaction
  const rights = guildId === undefined ? 0n : permissionsIn(sandbox, botOf(sandbox, interaction), channelId)
  return { guildId, mayPingEveryone: has(rights, permission.MentionEveryone) }
}

interface Answer {
  body: unknown
  files: readonly SandboxUpload[]
  /** 'The app is thinking...': no content yet. */
  isLoading?: boolean
  /** The message that this one continues. */
  after?: string | undefined
}

/** Sends a message in answer to an interaction, to everyone or to one person. @throws DiscordError 50006, 50035 */
export function respond(sandbox: Sandbox, interaction: InteractionState, answer: Answer): APIMessage {
  const body = parseForm(bodyForm, answer.body)
  const message = compose(
    sandbox,
    {
      channelId: interaction.channelId,
      author: userOf(sandbox.world, botOf(sandbox, interaction)),
      sender: senderOf(sandbox, interaction),
      defaultPings: pingUsers,
      settableFlags: channelFlags | MessageFlags.Ephemeral,
      ...(answer.isLoading && { flags: MessageFlags.Loading, mayBeEmpty: true }),
    },
    body,
    answer.files,
  )
  Object.assign(message, provenance(sandbox, interaction, answer.after))
  return isEphemeral(message.flags) ? publishEphemeral(sandbox, message, interaction.userId) : publish(sandbox, message)
}

/** Which interaction a message answers. Source: Discord's documentation, "Message Interaction Metadata Object". */
function metadata(sandbox: Sandbox, { id, type, guildId, userId, messageId, openedBy }: InteractionState): object {
  return {
    id,
    type,
    user: userOf(sandbox.world, userId),
    authorizing_integration_owners: owners(guildId),
    ...(type === InteractionType.MessageComponent && { interacted_message_id: messageId }),
    ...(openedBy && { triggering_interaction_metadata: metadata(sandbox, openedBy) }),
  }
}

/** The fields that say where such a message comes from. */
function provenance(sandbox: Sandbox, interaction: InteractionState, after: string | undefined) {
  const { id, type, applicationId, guildId, channelId, userId, commandName, messageId } = interaction
  const user = userOf(sandbox.world, userId)
  const reference = after ?? (type === InteractionType.ApplicationCommand ? undefined : messageId)
  return {
    type: reference === undefined ? MessageType.ChatInputCommand : MessageType.Reply,
    application_id: applicationId,
    webhook_id: applicationId,
    interaction_metadata: metadata(sandbox, interaction),
    ...(commandName !== undefined &&
      type === InteractionType.ApplicationCommand && {
        interaction: { id, type, name: commandName, user },
      }),
    ...(reference !== undefined && {
      message_reference: {
        type: 0,
        channel_id: channelId,
        message_id: reference,
        ...(guildId && { guild_id: guildId }),
      },
    }),
  }
}

/**
 * A message that this interaction may change: its own answers, or the one its component is on. @throws DiscordError
 * 10008
 */
export function ownMessage(sandbox: Sandbox, interaction: InteractionState, messageId: string): APIMessage {
  const isOwn = messageId === interaction.responseId || interaction.followUpIds.has(messageId)
  const message =
    sandbox.world.ephemerals.get(messageId)?.message ??
    channelOf(sandbox.world, interaction.channelId).messages.get(messageId)
  if (!isOwn || !message) throw unknown.message()
  return message
}

/** @throws DiscordError 10008, 50006, 50035 */
export function editResponse(
  sandbox: Sandbox,
  interaction: InteractionState,
  messageId: string,
  body: unknown,
  files: readonly SandboxUpload[],
): APIMessage {
  const message = ownMessage(sandbox, interaction, messageId)
  const wasLoading = ((message.flags ?? 0) & MessageFlags.Loading) !== 0
  applyEdit(sandbox, message, parseForm(editForm, body), files, senderOf(sandbox, interaction), pingUsers)
  message.flags = (message.flags ?? 0) & ~MessageFlags.Loading
  if (wasLoading) message.edited_timestamp = null
  announceUpdate(sandbox, message)
  return message
}

/** @throws DiscordError 10008 */
export function deleteResponse(sandbox: Sandbox, interaction: InteractionState, messageId: string): void {
  const message = ownMessage(sandbox, interaction, messageId)
  const state = channelOf(sandbox.world, message.channel_id)
  const ephemeral = sandbox.world.ephemerals.get(messageId)
  sandbox.world.ephemerals.delete(messageId)
  if (!ephemeral) erase(sandbox, state, messageId)
  const guild = ephemeral || state.guildId === undefined ? {} : { guild_id: state.guildId }
  sandbox.emit({
    type: GatewayDispatchEvents.MessageDelete,
    data: { id: messageId, channel_id: message.channel_id, ...guild },
    audience: ephemeral ? { userIds: [ephemeral.userId, message.author.id], direct: true } : listeners(state),
  })
}

/** The first follow-up after a deferral fills in that message. @throws DiscordError 50006, 50035 */
export function followUp(
  sandbox: Sandbox,
  interaction: InteractionState,
  body: unknown,
  files: readonly SandboxUpload[],
): APIMessage {
  const { responseId } = interaction
  const original =
    responseId === undefined
      ? undefined
      : (sandbox.world.ephemerals.get(responseId)?.message ??
        channelOf(sandbox.world, interaction.channelId).messages.get(responseId))
  if (original && ((original.flags ?? 0) & MessageFlags.Loading) !== 0)
    return editResponse(sandbox, interaction, original.id, body, files)
  const message = respond(sandbox, interaction, { body, files, after: responseId })
  interaction.followUpIds.add(message.id)
  return message
}
