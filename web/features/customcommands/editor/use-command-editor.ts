import { answerProblems, type CallFacts } from '#features/customcommands/answering/template.ts'
import {
  type CommandDesign,
  commandDesign,
  type CustomCommand,
  wordProblems,
} from '#features/customcommands/design/contract.ts'
import { toldCommand } from '#features/customcommands/design/field-labels/contract.ts'
import { emptyMessage } from '#kit/message/contract.ts'
import { failureText } from '#web/app/api.ts'
import { schemaMistakes, useDesignEditor } from '#web/app/design-editor/use-design-editor.ts'
import { mergingOf } from '#web/app/settings-form/merge.ts'
import { useCommandCalls } from '../use-commands.ts'

const commands = mergingOf(commandDesign, toldCommand)

const emptyDesign: CommandDesign = {
  ...commandDesign.parse({ name: 'a', answers: [emptyMessage] }),
  name: '',
}

/** Mistakes in a command by field, found by the same code as on the server. */
const mistakesIn = (design: CommandDesign, facts: CallFacts): Record<string, string> => ({
  ...schemaMistakes(commandDesign, design),
  ...answerProblems(design.answers, facts),
  ...wordProblems(design),
  ...(design.name.trim() === '' ? { name: 'A command needs a name.' } : {}),
})

/**
 * @param options.command undefined for a new one
 * @param options.factsOf a sample call of it, to fill its answers with
 */
export function useCommandEditor({
  guildId,
  command,
  factsOf,
  ...options
}: {
  guildId: string
  id: string
  command: CustomCommand | undefined
  readOnly: boolean
  factsOf(design: CommandDesign): CallFacts
  onSaved: (saved: CustomCommand) => void
}) {
  const calls = useCommandCalls(guildId)
  const { remove } = calls
  const editing = useDesignEditor({
    ...options,
    noun: 'command',
    merging: commands,
    listed: command,
    empty: emptyDesign,
    mistakesIn: design => mistakesIn(design, factsOf(design)),
    live: true,
    calls,
    conflictCodes: ['customcommands.conflict', 'customcommands.gone'],
    told: () => 'Command saved.',
  })
  return {
    ...editing,
    remove,
    removeFailed: remove.isError ? failureText(remove.error, 'Failed to delete the command') : undefined,
  }
}

export type CommandEditing = ReturnType<typeof useCommandEditor>
