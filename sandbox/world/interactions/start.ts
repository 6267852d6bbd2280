import { ApplicationCommandOptionType, ApplicationCommandType, InteractionType as Type } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { DiscordError } from '../errors.ts'
import { optional, parseForm, snowflake } from '../form.ts'
import { requireChannel } from '../guard.ts'
import type { SandboxUpload } from '../messages/attachments.ts'
import type { InteractionState } from '../state.ts'
import { submitModal } from './submit-modal.ts'
import { type OptionInput } from './option-values.ts'
import { useCommand } from './use-command.ts'
import { useComponent } from './use-component.ts'

const option: z.ZodType<OptionInput> = z.lazy(() =>
  z.object({
    name: z.string(),
    type: z.enum(ApplicationCommandOptionType),
    value: optional(z.union([z.string(), z.number(), z.boolean()])),
    options: optional(z.array(option)),
    focused: optional(z.boolean()),
  }),
)

const commandData = z.object({
  id: optional(snowflake),
  name: z.string(),
  type: z
    .enum(ApplicationCommandType)
    .nullish()
    .transform(type => type ?? ApplicationCommandType.ChatInput),
  options: optional(z.array(option)),
  target_id: optional(snowflake),
})

const field = z.object({
  custom_id: z.string(),
  value: optional(z.union([z.string(), z.boolean()])),
  values: optional(z.array(z.string())),
})
/** Fields are in rows, in labels, or on their own. */
const place = z.union([
  z.object({ component: field }).transform(one => [one.component]),
  z.object({ components: z.array(field) }).transform(one => one.components),
  field.transform(one => [one]),
  z.object({ type: z.literal(10) }).transform(() => []),
])

const base = {
  application_id: snowflake,
  guild_id: optional(snowflake),
  channel_id: snowflake,
  session_id: optional(z.string()),
  nonce: optional(z.union([z.string(), z.number().transform(String)])),
  // Names of the uploaded files; the files carry their names themselves.
  attachments: optional(z.array(z.unknown())),
}

const form = z.discriminatedUnion('type', [
  z.object({
    ...base,
    type: z.union([z.literal(Type.ApplicationCommand), z.literal(Type.ApplicationCommandAutocomplete)]),
    data: commandData,
  }),
  z.object({
    ...base,
    type: z.literal(Type.MessageComponent),
    message_id: snowflake,
    // Discord's own client repeats them; the message knows its own.
    message_flags: optional(z.number().int()),
    data: z.object({ custom_id: z.string(), values: optional(z.array(z.string())) }),
  }),
  z.object({
    ...base,
    type: z.literal(Type.ModalSubmit),
    data: z.object({ id: snowflake, components: z.array(place) }),
  }),
])

/**
 * Starts an interaction as a person's client does: a command (2), a press or choice (3), suggestions (4), a filled-in
 * modal (5, with the id of the interaction that opened it in `data.id`).
 * @throws DiscordError 50001 when the person cannot see the channel, 50035, or as the kind of interaction says
 */
export function startInteraction(
  sandbox: Sandbox,
  userId: string,
  body: unknown,
  files: readonly SandboxUpload[] = [],
): InteractionState {
  const input = parseForm(form, body)
  const state = requireChannel(sandbox, userId, input.channel_id)
  const { application_id: applicationId, channel_id: channelId, nonce } = input
  requireReach(sandbox, applicationId, state.guildId)
  const situation = { applicationId, channelId, guildId: state.guildId, userId, nonce }
  switch (input.type) {
    case Type.MessageComponent:
      return useComponent(sandbox, situation, input.message_id, input.data)
    case Type.ModalSubmit:
      return submitModal(sandbox, situation, input.data.id, input.data.components.flat(), files)
    default:
      return useCommand(sandbox, situation, input.data, files, input.type === Type.ApplicationCommandAutocomplete)
  }
}

/** @throws DiscordError 10002 for an application that does not exist or is not in the guild */
function requireReach(sandbox: Sandbox, applicationId: string, guildId: string | undefined): void {
  const application = sandbox.world.applications.get(applicationId)
  const members = guildId === undefined ? undefined : sandbox.world.guilds.get(guildId)?.members
  if (application && (guildId === undefined || members?.has(application.botUserId))) return
  throw new DiscordError(404, 10_002, 'Unknown Application')
}
