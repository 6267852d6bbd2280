import { useRef, useState } from 'react'
import type { Conflict } from '#contract'
import { answerProblems, type CallFacts } from '#features/customcommands/answering/template.ts'
import {
  type CommandDesign,
  commandDesign,
  type ServerCommand,
  wordProblems,
} from '#features/customcommands/design/contract.ts'
import { toldCommand } from '#features/customcommands/design/field-labels/contract.ts'
import { emptyMessage } from '#kit/message/contract.ts'
import { ApiError, serverSentence } from '#web/app/api.ts'
import { mergingOf, nobody } from '#web/app/settings-form/merge.ts'
import { useCommandCalls } from '../use-commands.ts'

type Problems = Readonly<Partial<Record<string, string>>>

interface Outcome {
  tone: 'success' | 'danger'
  title: string
}

const { changedKeys, conflictOf, designOf, drawingOf, merge } = mergingOf(commandDesign, toldCommand)

export const emptyDesign: CommandDesign = {
  ...commandDesign.parse({ name: 'a', answers: [emptyMessage] }),
  name: '',
}

/** What is wrong with a command, by field; the same code refuses it on the server. */
function mistakesIn(design: CommandDesign, facts: CallFacts): Record<string, string> {
  const { issues = [] } = commandDesign.safeParse(design).error ?? {}
  return {
    ...Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).toReversed()),
    ...answerProblems(design.answers, facts),
    ...wordProblems(design),
    ...(design.name.trim() === '' ? { name: 'A command needs a name.' } : {}),
  }
}

/**
 * A command as it is edited. What somebody else saved meanwhile is joined with it, and asked about where both changed the
 * same.
 * @param options.id also of a new one, so that saving it once more never makes a second one
 * @param options.command undefined for a new one
 * @param options.factsOf a call of it, to fill its answers with
 */
export function useCommandEditor(options: {
  guildId: string
  id: string
  command: ServerCommand | undefined
  readOnly: boolean
  factsOf(design: CommandDesign): CallFacts
}) {
  const { guildId, id, command, readOnly, factsOf } = options
  const { save, remove, newest } = useCommandCalls(guildId)
  const [stored, setStored] = useState(command)
  const [design, setDesign] = useState<CommandDesign>(() => (command ? designOf(command) : emptyDesign))
  const [refusals, setRefusals] = useState<Problems>({})
  const [tried, setTried] = useState(command !== undefined)
  const [outcome, setOutcome] = useState<Outcome>()
  const [conflict, setConflict] = useState<Conflict>()
  const [isSettling, setSettling] = useState(false)
  /** What is to be saved once a conflict is settled. */
  const meeting = useRef<{ theirs: ServerCommand; merged: CommandDesign }>(undefined)

  // What others did is shown as soon as the list has it; what is edited is not touched.
  const [seen, setSeen] = useState(command)
  if (command && command !== seen) {
    setSeen(command)
    const isUntouched = stored ? changedKeys(design, designOf(stored)).length === 0 : false
    if (isUntouched && (!stored || command.revision >= stored.revision)) {
      setStored(command)
      setDesign(designOf(command))
    } else if (stored && command.revision === stored.revision) setStored(command)
  }

  const was = stored ? designOf(stored) : emptyDesign
  const dirty = changedKeys(design, was).length > 0
  const mistakes = mistakesIn(design, factsOf(design))
  const change = (patch: Partial<CommandDesign>) => {
    setDesign(before => ({ ...before, ...patch }))
    const touched = (key: string) => (key.split('.')[0] ?? '') in patch
    setRefusals(before => Object.fromEntries(Object.entries(before).filter(([key]) => !touched(key))))
  }

  const failed = (error: unknown) => {
    if (error instanceof ApiError) setRefusals(error.fields)
    setOutcome({ tone: 'danger', title: serverSentence(error) ?? 'Failed to save the command' })
  }

  /** Somebody else was faster: joins what both did, or asks. */
  const meet = async (error: ApiError, edited: CommandDesign): Promise<void> => {
    const theirs = await newest(id)
    if (!theirs) {
      // Its next save makes it anew, under the same id.
      setStored(undefined)
      setOutcome({ tone: 'danger', title: 'That command was deleted meanwhile. Save it as a new one.' })
      return
    }
    const sides = { was, yours: edited, theirs: designOf(theirs) }
    const { merged, both } = merge(sides)
    setStored(theirs)
    setDesign(merged)
    if (both.length === 0) {
      await saveAs(merged, theirs)
      return
    }
    const { by = nobody, at = 0 } = error.conflict?.fields.at(0) ?? {}
    meeting.current = { theirs, merged }
    setOutcome(undefined)
    setConflict(conflictOf(sides, by, at, theirs.revision))
  }

  const saveAs = async (edited: CommandDesign, before: ServerCommand | undefined): Promise<void> => {
    setTried(true)
    const [first] = Object.values(mistakesIn(edited, factsOf(edited)))
    if (first !== undefined) {
      setOutcome({ tone: 'danger', title: first })
      return
    }
    const changed = before ? changedKeys(edited, designOf(before)) : undefined
    const body = changed ? Object.fromEntries(changed.map(key => [key, edited[key]])) : edited
    try {
      const saved =
        before && changed?.length === 0
          ? before
          : await save.mutateAsync({ ...body, id, revision: before?.revision ?? 0 })
      setStored(saved)
      setDesign(designOf(saved))
      setRefusals({})
      setSettling(false)
      setOutcome({ tone: 'success', title: 'Command saved.' })
    } catch (error) {
      if (error instanceof ApiError && ['customcommands.conflict', 'customcommands.gone'].includes(error.code))
        await meet(error, edited).catch(failed)
      else failed(error)
    }
  }

  const busy = save.isPending
  return {
    id,
    design,
    change,
    stored,
    dirty,
    busy,
    /** Of a command that was not saved yet, what is missing is no mistake. */
    problems: { ...(tried ? mistakes : {}), ...refusals },
    outcome,
    dismiss: () => setOutcome(undefined),
    save: () => {
      if (!readOnly && !busy) void saveAs(design, stored)
    },
    reset: () => {
      setDesign(was)
      setRefusals({})
      setOutcome(undefined)
    },
    remove,
    removeFailed: remove.isError ? (serverSentence(remove.error) ?? 'Failed to delete the command') : undefined,
    conflict,
    conflictAgain: isSettling,
    drawingOf,
    /** Saves with what was chosen for each field in conflict, by its key. */
    settle: async (chosen: Readonly<Record<string, unknown>>) => {
      if (!meeting.current) return
      const { theirs, merged } = meeting.current
      setConflict(undefined)
      setSettling(true)
      const settled = { ...merged, ...chosen }
      setDesign(settled)
      await saveAs(settled, theirs)
    },
    putOff: () => {
      setConflict(undefined)
      setSettling(false)
    },
  }
}

export type CommandEditing = ReturnType<typeof useCommandEditor>
