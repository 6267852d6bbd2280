import { type APIApplicationCommand, ApplicationCommandType, InteractionType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { commandsFor, mayRun } from '../commands/usable.ts'
import { invalidForm, missingPermissions, unknown } from '../errors.ts'
import { channelOf } from '../lookup.ts'
import { type SandboxUpload, upload } from '../messages/attachments.ts'
import { messagePayload } from '../messages/payload.ts'
import { rightsIn } from '../messages/rights.ts'
import { messageOf } from '../messages/store.ts'
import { allPermissions } from '../permissions.ts'
import type { InteractionState } from '../state.ts'
import { openInteraction, type Opening } from './lifetime.ts'
import { fillOptions, type OptionInput } from './option-values.ts'
import { deliver } from './payload.ts'
import { createResolver, type Resolver } from './resolve.ts'

interface CommandInput {
  id?: string | undefined
  name: string
  type: ApplicationCommandType
  options?: OptionInput[] | undefined
  target_id?: string | undefined
}

export type InvocationContext = Omit<Opening, 'type' | 'messageId' | 'commandName'>

/**
 * Runs a slash or context command as a person's client does, or asks for suggestions while they type.
 * @throws DiscordError 10008 or 10013 for a target that does not exist, 10063 for a command that is not there, 50013
 * when it is not for this person, 50035 for options that do not fit
 */
export function useCommand(
  sandbox: Sandbox,
  situation: InvocationContext,
  input: CommandInput,
  files: readonly SandboxUpload[],
  isPartial: boolean,
): InteractionState {
  const command = commandsFor(sandbox, situation.applicationId, situation.guildId).find(
    one => one.type === input.type && one.name === input.name && (input.id === undefined || one.id === input.id),
  )
  if (!command) throw unknown.command()
  const { channelId, guildId, userId } = situation
  const rights = guildId === undefined ? allPermissions : rightsIn(sandbox, userId, channelOf(sandbox.world, channelId))
  const runner = guildId === undefined ? undefined : { guildId, userId, channelId }
  if (!mayRun(sandbox, command, rights, runner)) throw missingPermissions()

  const resolver = createResolver(sandbox, situation)
  const uploads = isPartial ? [] : upload(sandbox, channelId, files)
  const { options, problems } = fillOptions(command.options ?? [], input.options ?? [], {
    resolver,
    uploads,
    isPartial,
  })
  if (problems.length > 0) throw invalidForm(problems)
  const target = targetOf(sandbox, situation, command, input, resolver)
  const type = isPartial ? InteractionType.ApplicationCommandAutocomplete : InteractionType.ApplicationCommand
  const commandName = fullName(command.name, options)
  const interaction = openInteraction(sandbox, { ...situation, type, messageId: undefined, commandName })
  const resolved = resolver.result()
  deliver(sandbox, interaction, {
    id: command.id,
    name: command.name,
    type: command.type,
    ...(command.guild_id !== undefined && { guild_id: command.guild_id }),
    ...(options.length > 0 && { options }),
    ...(resolved && { resolved }),
    ...target,
  })
  return interaction
}

function targetOf(
  sandbox: Sandbox,
  { channelId, userId }: InvocationContext,
  command: APIApplicationCommand,
  { target_id = '' }: CommandInput,
  resolver: Resolver,
) {
  if (command.type === ApplicationCommandType.ChatInput) return {}
  if (command.type === ApplicationCommandType.User && !resolver.user(target_id)) throw unknown.user()
  if (command.type === ApplicationCommandType.Message) {
    const message = messageOf(channelOf(sandbox.world, channelId), target_id)
    resolver.message(target_id, messagePayload(sandbox, message, userId))
  }
  return { target_id }
}

/** 'config prefix' for a subcommand: what clients show. */
function fullName(name: string, options: readonly OptionInput[]): string {
  const inner = options.find(option => option.options !== undefined)
  return inner ? `${name} ${fullName(inner.name, inner.options ?? [])}` : name
}
