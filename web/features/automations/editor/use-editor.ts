import { useRef, useState } from 'react'
import type { Conflict } from '#contract'
import {
  type Automation,
  type Design,
  design as designSchema,
  designProblems,
} from '#features/automations/design/contract.ts'
import { ApiError, serverSentence } from '#web/app/api.ts'
import { randomKey } from '#web/app/random-key.ts'
import { nobody } from '#web/app/settings-form/merge.ts'
import { useAutomationCalls } from '../use-automations.ts'
import { changedKeys, conflictOf, designOf, drawingOf, merge } from './merging.ts'

type Problems = Readonly<Partial<Record<string, string>>>

interface Outcome {
  tone: 'success' | 'danger'
  title: string
}

export const emptyDesign: Design = { ...designSchema.parse({ name: 'Automation' }), name: '' }

/** What is wrong with a design, by field; the same code refuses it on the server. */
export function mistakesIn(design: Design): Record<string, string> {
  const { issues = [] } = designSchema.safeParse(design).error ?? {}
  return {
    ...Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).toReversed()),
    ...designProblems(design),
  }
}

/**
 * An automation as it is edited. What somebody else saved meanwhile is joined with it, and asked about where both changed
 * the same.
 * @param first its id, of a new one, too, so that saving it once more never makes a second one
 * @param automation undefined for a new one
 * @param start what a new one begins with
 */
export function useEditor(
  guildId: string,
  first: string,
  automation: Automation | undefined,
  start: Design,
  readOnly: boolean,
) {
  const { save, turn, remove, newest } = useAutomationCalls(guildId)
  const [id, setId] = useState(first)
  const [stored, setStored] = useState(automation)
  const [design, setDesign] = useState<Design>(() => (automation ? designOf(automation) : start))
  const [problems, setProblems] = useState<Problems>({})
  const [outcome, setOutcome] = useState<Outcome>()
  const [conflict, setConflict] = useState<Conflict>()
  const [isSettling, setSettling] = useState(false)
  /** What is to be saved once a conflict is settled. */
  const meeting = useRef<{ theirs: Automation }>(undefined)

  // What others did, and what became of it, is shown as soon as the list has it; what is edited is not touched.
  const [seen, setSeen] = useState(automation)
  if (automation && automation !== seen) {
    setSeen(automation)
    const isUntouched = stored ? changedKeys(design, designOf(stored)).length === 0 : false
    if (isUntouched && (!stored || automation.revision >= stored.revision)) {
      setStored(automation)
      setDesign(designOf(automation))
    } else if (stored && automation.revision === stored.revision) setStored(automation)
  }

  const was = stored ? designOf(stored) : emptyDesign
  const dirty = changedKeys(design, was).length > 0
  const change = (patch: Partial<Design>) => {
    setDesign(before => ({ ...before, ...patch }))
    const touched = (key: string) => (key.split('.')[0] ?? '') in patch
    setProblems(before => Object.fromEntries(Object.entries(before).filter(([key]) => !touched(key))))
  }

  const failed = (error: unknown, otherwise: string) => {
    if (error instanceof ApiError) setProblems(error.fields)
    setOutcome({ tone: 'danger', title: serverSentence(error) ?? otherwise })
  }

  /** Somebody else was faster: joins what both did, or asks. */
  const meet = async (error: ApiError, edited: Design): Promise<void> => {
    const theirs = await newest(id)
    if (!theirs) {
      // Its next save makes a new one, which nobody should come upon by themselves.
      setId(randomKey())
      setStored(undefined)
      setOutcome({ tone: 'danger', title: 'That automation was deleted meanwhile. Save it as a new one.' })
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
    meeting.current = { theirs }
    setOutcome(undefined)
    setConflict(conflictOf(sides, by, at, theirs.revision))
  }

  const saveAs = async (edited: Design, before: Automation | undefined): Promise<Automation | undefined> => {
    const found = mistakesIn(edited)
    const [mistake] = Object.values(found)
    if (mistake !== undefined) {
      setProblems(found)
      setOutcome({ tone: 'danger', title: found['name'] ?? mistake })
      return undefined
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
      setProblems({})
      setSettling(false)
      setOutcome({ tone: 'success', title: saved.on ? 'Automation saved.' : 'Automation saved. It is still off.' })
      return saved
    } catch (error) {
      if (error instanceof ApiError && ['automations.conflict', 'automations.none'].includes(error.code))
        await meet(error, edited).catch((other: unknown) => failed(other, 'Failed to save the automation'))
      else failed(error, 'Failed to save the automation')
      return undefined
    }
  }

  return {
    id,
    design,
    change,
    stored,
    dirty,
    saving: save.isPending,
    problems,
    outcome,
    dismiss: () => setOutcome(undefined),
    save: async () => (readOnly || save.isPending ? undefined : saveAs(design, stored)),
    reset: () => {
      setDesign(was)
      setProblems({})
      setOutcome(undefined)
    },
    remove,
    turning: turn.isPending,
    turn: async (on: boolean) => {
      if (!stored) return
      try {
        setStored(await turn.mutateAsync({ id: stored.id, on }))
        setProblems({})
        setOutcome({ tone: 'success', title: on ? 'Switched on.' : 'Switched off.' })
      } catch (error) {
        failed(error, 'Failed to switch the automation')
      }
    },
    conflict,
    conflictAgain: isSettling,
    drawingOf,
    /** Saves with what was chosen for each field in conflict, by its key. */
    settle: async (chosen: Readonly<Record<string, unknown>>) => {
      if (!meeting.current) return
      const { theirs } = meeting.current
      setConflict(undefined)
      setSettling(true)
      const settled = { ...design, ...chosen }
      setDesign(settled)
      await saveAs(settled, theirs)
    },
    putOff: () => {
      setConflict(undefined)
      setSettling(false)
    },
  }
}

export type Editing = ReturnType<typeof useEditor>
