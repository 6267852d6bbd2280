import { type APIMessage, InteractionResponseType as Type, InteractionType, MessageFlags } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { invalidForm, unknown } from '../errors.ts'
import { optional, parseForm, text } from '../form.ts'
import type { SandboxUpload } from '../messages/attachments.ts'
import { isEphemeral } from '../messages/store.ts'
import type { InteractionState } from '../state.ts'
import { acknowledge, tellUser } from './lifetime.ts'
import { parseModal } from './modal-form.ts'
import { editResponse, respond } from './responses.ts'

const callbackForm = z.object({
  type: z.enum(Type),
  /** Omitted when it is not needed, for example when an update of the message is deferred. */
  data: z.unknown().optional(),
})

const choicesForm = z.object({
  data: z.object({
    choices: z.array(z.object({ name: text(100, 1), value: z.union([z.string().max(100), z.number()]) })).max(25),
  }),
})

interface Callback {
  interaction: InteractionState
  /** The message that the answer sent or changed. */
  message: APIMessage | undefined
}

/**
 * Carries out an application's first answer to an interaction.
 * @throws DiscordError 10062, 40060, 50035 for a body or kind of answer that does not fit; nothing is acknowledged then
 */
export function answer(
  sandbox: Sandbox,
  id: string,
  token: string,
  body: unknown,
  files: readonly SandboxUpload[],
): Callback {
  const { type, data } = parseForm(callbackForm, body)
  const interaction = acknowledge(sandbox, id, token, type)
  try {
    requireFitting(interaction, type)
    const message = perform(sandbox, interaction, type, data, files)
    if (message) interaction.responseId = message.id
    else if (type === Type.DeferredMessageUpdate) interaction.responseId = interaction.messageId
    // Autocomplete has no follow-ups: its answer goes to the person's client alone.
    if (interaction.type !== InteractionType.ApplicationCommandAutocomplete)
      tellUser(sandbox, interaction, 'INTERACTION_SUCCESS')
    return { interaction, message }
  } catch (error) {
    interaction.callbackType = undefined
    throw error
  }
}

/** Pings and activities are not supported here. */
const performed = new Set([
  Type.ChannelMessageWithSource,
  Type.DeferredChannelMessageWithSource,
  Type.DeferredMessageUpdate,
  Type.UpdateMessage,
  Type.ApplicationCommandAutocompleteResult,
  Type.Modal,
])

/** Which answers a kind of interaction allows. Source: Discord's documentation, "Interaction Callback Type". */
function requireFitting({ type, messageId }: InteractionState, answerType: Type): void {
  const isUpdate = answerType === Type.DeferredMessageUpdate || answerType === Type.UpdateMessage
  const isSuggestion = answerType === Type.ApplicationCommandAutocompleteResult
  const fits =
    performed.has(answerType) &&
    isSuggestion === (type === InteractionType.ApplicationCommandAutocomplete) &&
    !(isUpdate && messageId === undefined) &&
    !(answerType === Type.Modal && type === InteractionType.ModalSubmit)
  if (!fits)
    throw invalidForm([
      { path: 'type', code: 'INTERACTION_APPLICATION_COMMAND_INVALID_RESPONSE', message: 'Invalid response type' },
    ])
}

function perform(
  sandbox: Sandbox,
  interaction: InteractionState,
  type: Type,
  data: unknown,
  files: readonly SandboxUpload[],
): APIMessage | undefined {
  switch (type) {
    case Type.ChannelMessageWithSource:
      return respond(sandbox, interaction, { body: data, files })
    case Type.DeferredChannelMessageWithSource: {
      const { flags } = parseForm(z.object({ flags: optional(z.number().int()) }), data)
      const body = { flags: (flags ?? 0) & MessageFlags.Ephemeral }
      return respond(sandbox, interaction, { body, files: [], isLoading: true })
    }
    case Type.UpdateMessage:
      return updateSource(sandbox, interaction, data, files)
    case Type.ApplicationCommandAutocompleteResult:
      suggest(sandbox, interaction, parseForm(choicesForm, { data }).data.choices)
      return undefined
    case Type.Modal: {
      interaction.modal = parseModal(data)
      const { applicationId, channelId } = interaction
      const application = { id: applicationId, name: sandbox.world.applications.get(applicationId)?.name }
      tellUser(sandbox, interaction, 'INTERACTION_MODAL_CREATE', {
        channel_id: channelId,
        application,
        ...interaction.modal,
      })
      return undefined
    }
    default:
      return undefined
  }
}

/** Changes the message that the component is on. */
function updateSource(sandbox: Sandbox, interaction: InteractionState, data: unknown, files: readonly SandboxUpload[]) {
  if (interaction.messageId === undefined) throw unknown.message()
  interaction.responseId = interaction.messageId
  return editResponse(sandbox, interaction, interaction.messageId, data, files)
}

function suggest(sandbox: Sandbox, { userId, nonce }: InteractionState, choices: readonly unknown[]): void {
  sandbox.emit({
    type: 'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE',
    data: { choices, nonce: nonce ?? null },
    audience: { userIds: [userId] },
  })
}

/** The body of an answer with `with_response=true`. */
export function described({ interaction, message }: Callback) {
  const { id, type, channelId, guildId, callbackType } = interaction
  return {
    interaction: {
      id,
      type,
      ...(message && {
        response_message_id: message.id,
        response_message_loading: ((message.flags ?? 0) & MessageFlags.Loading) !== 0,
        response_message_ephemeral: isEphemeral(message.flags),
      }),
      channel_id: channelId,
      ...(guildId !== undefined && { guild_id: guildId }),
    },
    ...(message && { resource: { type: callbackType === Type.UpdateMessage ? 7 : 4, message } }),
  }
}
