import { interactionType } from '../client/interactions.ts'
import type { LiveChannel } from '../client/model.ts'
import { sentenceOf } from '../client/rest.ts'
import { useStage } from '../context.ts'
import { commandData, type OptionProblem, type OptionValues, optionType, type SlashCommand } from './commands.ts'

export type OptionFiles = Record<string, File>

/** Attachment options refer to their upload by its index in the list of files. */
function numbered(command: SlashCommand, files: OptionFiles) {
  const names: OptionValues = {}
  const uploads: File[] = []
  for (const option of command.options) {
    const file = option.type === optionType.attachment ? files[option.name] : undefined
    if (!file) continue
    names[option.name] = String(uploads.length)
    uploads.push(file)
  }
  return { names, uploads }
}

/** Runs commands in a channel and asks the app to complete an option. */
export function useRun(channel: LiveChannel) {
  const { session, say } = useStage()
  const request = (command: SlashCommand, data: unknown, type: 2 | 4) => ({
    type,
    application_id: command.command.application_id,
    guild_id: channel.guild_id,
    channel_id: channel.id,
    data,
  })
  return {
    /** @returns the problems that prevent it from being sent; empty when it was sent */
    run(command: SlashCommand, values: OptionValues = {}, files: OptionFiles = {}): OptionProblem[] {
      const { names, uploads } = numbered(command, files)
      const { data, problems } = commandData(command, { ...values, ...names })
      if (problems.length > 0) return problems
      const attachments = uploads.map((file, id) => ({ id: String(id), filename: file.name }))
      const name = `/${command.path.join(' ')}`
      session.interactions
        .start(name, request(command, { ...data, attachments }, interactionType.command), uploads)
        .catch((error: unknown) => say(`${name}: ${sentenceOf(error)}`))
      return []
    },
    suggest(command: SlashCommand, values: OptionValues, option: string) {
      const { data } = commandData(command, values, option)
      return session.interactions.suggestions(request(command, data, interactionType.autocomplete))
    },
  }
}
