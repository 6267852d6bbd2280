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
  /** It is about single fields, and stays until these are fixed. */
  ofFields?: boolean
  detail?: string
}

interface Kept {
  id: string
  revision: number
}

/** Something other than saving that can be done to a thing, and the message about it. */
interface Act<T> {
  run(): Promise<T | null | undefined>
  told: string
  failed: string
}

/** What a schema finds wrong, by path of the field; for several mistakes in one field, the first. */
export const schemaMistakes = (schema: z.ZodType, design: unknown): Record<string, string> =>
  Object.fromEntries(
    (schema.safeParse(design).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]).toReversed(),
  )

/**
 * An editor for one of the things that people make one by one (a menu, a command, an automation). Changes that somebody
 * else saved in the meantime are merged; where both changed the same field, the user is asked. A thing that somebody
 * else deleted in the meantime is saved as a new one under another id: the deleted one stays deleted.
 */
export function useDesignEditor<D extends object, T extends D & Kept, Intent = void>({
  noun,
  merging: { changedKeys, conflictOf, designOf, drawingOf, merge, schemaOf },
  id: first,
  listed,
  empty,
  start = empty,
  readOnly,
  mistakesIn,
  live = false,
  calls: { save, newest },
  conflictCodes,
  told,
  onSaved,
}: {
  /** 'menu' */
  noun: string
  merging: Merging<D>
  /** The id of a new one, too, so that saving it twice never creates two. */
  id: string
  /** As the list has it; undefined for a new one. */
  listed: T | undefined
  /** What a new one is compared with, and its initial values unless others are given. */
  empty: D
  start?: D
  readOnly: boolean
  /** Mistakes by field, found by the same code as on the server. */
  mistakesIn(design: D): Mistakes
  /** Mistakes are shown while somebody types; in a new one, after the first attempt to save it. */
  live?: boolean
  calls: {
    save: { isPending: boolean; mutateAsync(body: Partial<D> & Kept): Promise<T> }
    /** As it is stored now; undefined if it was deleted. */
    newest(id: string): Promise<T | undefined>
  }
  /** The server's error codes for a thing that somebody else has saved or deleted. */
  conflictCodes: readonly string[]
  /** The message to show, or the next act, once it is saved. */
  told(saved: T, intent: Intent): string | Act<T>
  /** Called once it is saved; its id is a new one if the thing had been deleted. */
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
  const [isReading, setReading] = useState(false)
  /** What to save once a conflict is settled. Until then nothing is taken over, so that saving again asks again. */
  const openConflict = useRef<{ yours: D; theirs: T; merged: D; intent: Intent }>(undefined)
  const dismiss = () => setOutcome(undefined)
  useClearing(outcome?.tone === 'success' ? outcome : undefined, dismiss)

  // A newer revision in the list is taken over while nothing here is edited. The same revision may be listed again with
  // other problems, which are shown at once.
  const [seen, setSeen] = useState(listed)
  if (listed !== seen) setSeen(listed)
  if (listed && stored && listed.id === stored.id) {
    const isUntouched = changedKeys(design, designOf(stored)).length === 0
    const isSame = listed.revision === stored.revision
    if (isUntouched && listed.revision > stored.revision) {
      setStored(listed)
      setDesign(designOf(listed))
    } else if (isSame && listed !== seen) setStored(listed)
  }

  const before = stored ? designOf(stored) : empty
  const dirty = changedKeys(design, before).length > 0
  const change = (patch: Partial<D>) => {
    setDesign(was => ({ ...was, ...patch }))
    const touched = (key: string) => (key.split('.')[0] ?? '') in patch
    setRefusals(was => Object.fromEntries(Object.entries(was).filter(([key]) => !touched(key))))
  }

  /** Shows the saved state; what was typed since stays. */
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

  /** As it is stored now, and nothing can be saved until that is known. */
  const readNewest = async () => {
    setReading(true)
    try {
      return await newest(id)
    } finally {
      setReading(false)
    }
  }

  const perform = async ({ run, told: sentence, failed: otherwise }: Act<T>) => {
    try {
      const after = await run()
      // Somebody else's changes that are in it are not the version that this person's changes were made to.
      const asLoaded = (was: T) =>
        after && after.revision !== was.revision ? { ...after, ...designOf(was), revision: was.revision } : after
      if (after) setStored(was => (was && asLoaded(was)) ?? after)
      setRefusals({})
      setOutcome({ tone: 'success', title: sentence })
    } catch (error) {
      failed(error, otherwise)
    }
  }

  /** Somebody else saved first: merges both changes, or asks. @param theirs undefined if it was deleted */
  const mergeOrAsk = async (
    yours: D,
    loaded: T | undefined,
    theirs: T | undefined,
    intent: Intent,
    error?: ApiError,
  ): Promise<T | undefined> => {
    if (!theirs) {
      setId(randomKey())
      setStored(undefined)
      setSettling(false)
      setOutcome({ tone: 'danger', title: `That ${noun} has been deleted in the meantime. Save it as a new one.` })
      return undefined
    }
    const sides = { was: loaded ? designOf(loaded) : empty, yours, theirs: designOf(theirs) }
    const { merged, both } = merge(sides)
    if (both.length === 0) {
      setStored(theirs)
      follow(yours, merged)
      return saveAs(merged, theirs, intent)
    }
    const { by = nobody, at = 0 } = error?.conflict?.fields.at(0) ?? {}
    openConflict.current = { yours, theirs, merged, intent }
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
      // Nothing to send is no reason to say that it is stored like this: somebody may have changed or deleted it since.
      const asLoaded = loaded && changed?.length === 0 ? { loaded, now: await readNewest() } : undefined
      if (asLoaded && asLoaded.now?.revision !== asLoaded.loaded.revision)
        return await mergeOrAsk(edited, loaded, asLoaded.now, intent)
      const saved =
        asLoaded?.now ?? (await save.mutateAsync({ ...(body as Partial<D>), id, revision: loaded?.revision ?? 0 }))
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
      if (!(error instanceof ApiError && conflictCodes.includes(error.code))) failed(error)
      else {
        const merging = async () => mergeOrAsk(edited, loaded, await readNewest(), intent, error)
        await merging().catch((other: unknown) => failed(other))
      }
      return undefined
    }
  }

  const isSaving = save.isPending || isReading
  return {
    design,
    change,
    stored,
    dirty,
    saving: isSaving,
    problems: live && tried ? { ...mistakesIn(design), ...refusals } : refusals,
    outcome,
    dismiss,
    perform,
    save: (intent: Intent) => {
      if (!readOnly && !isSaving) void saveAs(design, stored, intent)
    },
    reset: () => {
      setDesign(before)
      setRefusals({})
      dismiss()
    },
    conflict,
    conflictAgain: isSettling,
    drawingOf,
    schemaOf,
    /** Saves with the value chosen for each field in conflict, by its key. */
    settle: async (chosen: Readonly<Record<string, unknown>>) => {
      if (!openConflict.current) return
      const { yours, theirs, merged, intent } = openConflict.current
      setConflict(undefined)
      setSettling(true)
      const settled = { ...merged, ...chosen }
      setStored(theirs)
      follow(yours, settled)
      await saveAs(settled, theirs, intent)
    },
    closeConflict: () => {
      setConflict(undefined)
      setSettling(false)
    },
  }
}

export type DesignEditing = ReturnType<typeof useDesignEditor>
