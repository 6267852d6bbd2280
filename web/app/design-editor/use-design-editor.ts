import { useRef, useState } from 'react'
import type { z } from 'zod'
import type { Conflict } from '#contract'
import { ApiError, failureText, isInDoubt } from '../api.ts'
import { randomKey } from '../random-key.ts'
import { type Merging, nobody } from '../settings-form/merge.ts'
import { kept } from '../settings-form/outcome.ts'
import { useClearing } from '../use-clearing.ts'

type Mistakes = Readonly<Partial<Record<string, string>>>

interface Outcome {
  tone: 'success' | 'danger'
  title: string
  /** It is about single fields, and told until these are mended. */
  ofFields?: boolean
  detail?: string
}

interface Kept {
  id: string
  revision: number
}

/** What is done to a thing besides saving it, and what is said of that. */
interface Act<T> {
  run(): Promise<T | null | undefined>
  told: string
  failed: string
}

/** What a schema finds wrong, by the path of the field; of several mistakes of one field the first. */
export const schemaMistakes = (schema: z.ZodType, design: unknown): Record<string, string> =>
  Object.fromEntries(
    (schema.safeParse(design).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]).toReversed(),
  )

/**
 * What people make one by one (a menu, a command, an automation) as one of it is edited. What somebody else saved
 * meanwhile is joined with it, and asked about where both changed the same. One that somebody deleted meanwhile is saved
 * as a new one, under another id: what was deleted stays deleted.
 */
export function useDesignEditor<D extends object, T extends D & Kept, Intent = void>({
  noun,
  merging: { changedKeys, conflictOf, designOf, drawingOf, merge },
  id: first,
  listed,
  empty,
  start = empty,
  readOnly,
  mistakesIn,
  live = false,
  calls: { save, newest },
  meanwhile,
  told,
  onSaved,
}: {
  /** 'menu' */
  noun: string
  merging: Merging<D>
  /** Of a new one, too, so that saving it once more never makes a second one. */
  id: string
  /** As the list has it; undefined for a new one. */
  listed: T | undefined
  /** What a new one is compared with, and what it begins with unless told otherwise. */
  empty: D
  start?: D
  readOnly: boolean
  /** By field; the same code refuses it on the server. */
  mistakesIn(design: D): Mistakes
  /** Mistakes are shown while somebody types, in a new one once they tried to save it. */
  live?: boolean
  calls: {
    save: { isPending: boolean; mutateAsync(body: Partial<D> & Kept): Promise<T> }
    /** As it is stored now; undefined when it was deleted. */
    newest(id: string): Promise<T | undefined>
  }
  /** The server's codes for one that somebody else has saved or deleted. */
  meanwhile: readonly string[]
  /** What is said, or done next, once it is saved. */
  told(saved: T, intent: Intent): string | Act<T>
  /** Its id is another one than before where it had been deleted. */
  onSaved?: ((saved: T) => void) | undefined
}) {
  const [id, setId] = useState(first)
  const [stored, setStored] = useState(listed)
  const [design, setDesign] = useState<D>(() => (listed ? designOf(listed) : start))
  const [refusals, setRefusals] = useState<Mistakes>({})
  const [tried, setTried] = useState(listed !== undefined)
  const [outcome, setOutcome] = useState<Outcome>()
  const [conflict, setConflict] = useState<Conflict>()
  const [isSettling, setSettling] = useState(false)
  /** What is to be saved once a conflict is settled. */
  const meeting = useRef<{ theirs: T; merged: D; intent: Intent }>(undefined)
  const dismiss = () => setOutcome(undefined)
  useClearing(outcome?.tone === 'success' ? outcome : undefined, dismiss)

  // What others did, and what became of it, is shown as soon as the list has it; what is edited is not touched.
  const [seen, setSeen] = useState(listed)
  if (listed && listed !== seen) {
    setSeen(listed)
    const isUntouched = stored ? changedKeys(design, designOf(stored)).length === 0 : false
    if (isUntouched && (!stored || listed.revision >= stored.revision)) {
      setStored(listed)
      setDesign(designOf(listed))
    } else if (stored && listed.revision === stored.revision) setStored(listed)
  }

  const before = stored ? designOf(stored) : empty
  const dirty = changedKeys(design, before).length > 0
  const change = (patch: Partial<D>) => {
    setDesign(was => ({ ...was, ...patch }))
    const touched = (key: string) => (key.split('.')[0] ?? '') in patch
    setRefusals(was => Object.fromEntries(Object.entries(was).filter(([key]) => !touched(key))))
  }

  /** Shows what became of it; what was typed since stays. */
  const follow = (edited: D, next: D) => setDesign(now => merge({ was: edited, yours: now, theirs: next }).merged)

  const failed = (error: unknown, otherwise = `Failed to save the ${noun}`) => {
    const fields = error instanceof ApiError ? error.fields : {}
    setRefusals(fields)
    setOutcome({
      tone: 'danger',
      title: failureText(error, otherwise),
      ...(error instanceof ApiError && (error.status === 0 || isInDoubt(error)) && { detail: kept }),
      ofFields: Object.keys(fields).length > 0,
    })
  }

  const perform = async ({ run, told: sentence, failed: otherwise }: Act<T>) => {
    try {
      const after = await run()
      if (after) setStored(after)
      setRefusals({})
      setOutcome({ tone: 'success', title: sentence })
    } catch (error) {
      failed(error, otherwise)
    }
  }

  /** Somebody else was faster: joins what both did, or asks. */
  const meet = async (error: ApiError, yours: D, loaded: T | undefined, intent: Intent): Promise<T | undefined> => {
    const theirs = await newest(id)
    if (!theirs) {
      setId(randomKey())
      setStored(undefined)
      setOutcome({ tone: 'danger', title: `That ${noun} was deleted meanwhile. Save it as a new one.` })
      return undefined
    }
    const sides = { was: loaded ? designOf(loaded) : empty, yours, theirs: designOf(theirs) }
    const { merged, both } = merge(sides)
    setStored(theirs)
    follow(yours, merged)
    if (both.length === 0) return saveAs(merged, theirs, intent)
    const { by = nobody, at = 0 } = error.conflict?.fields.at(0) ?? {}
    meeting.current = { theirs, merged, intent }
    dismiss()
    setConflict(conflictOf(sides, by, at, theirs.revision))
    return undefined
  }

  const saveAs = async (edited: D, loaded: T | undefined, intent: Intent): Promise<T | undefined> => {
    setTried(true)
    const found = mistakesIn(edited)
    if (Object.keys(found).length > 0) {
      if (!live) setRefusals(found)
      setOutcome({ tone: 'danger', title: 'Not saved yet', ofFields: true })
      return undefined
    }
    const changed = loaded ? changedKeys(edited, designOf(loaded)) : undefined
    const body = changed ? Object.fromEntries(changed.map(key => [key, edited[key]])) : edited
    try {
      const saved =
        loaded && changed?.length === 0
          ? loaded
          : await save.mutateAsync({ ...(body as Partial<D>), id, revision: loaded?.revision ?? 0 })
      setStored(saved)
      follow(edited, designOf(saved))
      setRefusals({})
      setSettling(false)
      onSaved?.(saved)
      const next = told(saved, intent)
      if (typeof next === 'string') setOutcome({ tone: 'success', title: next })
      else await perform(next)
      return saved
    } catch (error) {
      if (!(error instanceof ApiError && meanwhile.includes(error.code))) failed(error)
      else await meet(error, edited, loaded, intent).catch((other: unknown) => failed(other))
      return undefined
    }
  }

  return {
    design,
    change,
    stored,
    dirty,
    saving: save.isPending,
    problems: live && tried ? { ...mistakesIn(design), ...refusals } : refusals,
    outcome,
    dismiss,
    perform,
    save: (intent: Intent) => {
      if (!readOnly && !save.isPending) void saveAs(design, stored, intent)
    },
    reset: () => {
      setDesign(before)
      setRefusals({})
      dismiss()
    },
    conflict,
    conflictAgain: isSettling,
    drawingOf,
    /** Saves with what was chosen for each field in conflict, by its key. */
    settle: async (chosen: Readonly<Record<string, unknown>>) => {
      if (!meeting.current) return
      const { theirs, merged, intent } = meeting.current
      setConflict(undefined)
      setSettling(true)
      const settled = { ...merged, ...chosen }
      follow(merged, settled)
      await saveAs(settled, theirs, intent)
    },
    putOff: () => {
      setConflict(undefined)
      setSettling(false)
    },
  }
}

export type DesignEditing = ReturnType<typeof useDesignEditor>
