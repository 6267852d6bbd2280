import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Conflict } from '#contract'
import { defaultPanel, type Panel, type PanelDesign, panelDesign } from '#features/tickets/panels/contract.ts'
import { ApiError, isInDoubt } from '#web/app/api.ts'
import { authorText } from '#web/app/history/history-text.ts'
import { useAuth } from '#web/app/session.tsx'
import { nobody } from '#web/app/settings-form/merge.ts'
import { kept } from '#web/app/settings-form/outcome.ts'
import { problemOf, saveProblem, usePanelCalls } from '../panels/use-panels.ts'
import { randomUuid } from '#web/app/random-uuid.ts'
import { panels } from './merging.ts'
import { firstOf, type Problems, problemsOf } from './panel-problems.ts'
import { afterSaving, type Outcome } from './save-outcome.ts'

/** The delay of auto-save after a change of fields or of the embed (ms). */
const autoSaveMs = { fields: 3000, embed: 500 } as const

/** The specification's names for the states. */
type SaveState = 'new' | 'saving' | 'saved' | 'changed'

/** A panel that is being edited. */
interface Draft {
  /** The id of a new panel, too, so that saving it twice never creates two. */
  id: string
  /** The version on the server; undefined if it was never saved. */
  stored: Panel | undefined
  design: PanelDesign
  /** Counts changes. */
  count: number
  savedAs: number
  changedIn: keyof typeof autoSaveMs
}

const newId = () => randomUuid().replaceAll('-', '')
const emptyDesign: PanelDesign = { ...panelDesign.parse(defaultPanel), title: '' }
const isReady = ({ title, channel_id }: PanelDesign) => title.trim() !== '' && channel_id !== null

/**
 * An editor for a panel. Saves run one after the other; while auto-save is on, every change is followed by one. Changes
 * that somebody else saved in the meantime are merged; where both changed the same field, the user is asked.
 * @param panel undefined for a new one
 */
export function usePanelEditor({
  guildId,
  panel,
  readOnly,
}: {
  guildId: string
  panel: Panel | undefined
  readOnly: boolean
}) {
  const { save, deploy, remove, newest } = usePanelCalls(guildId)
  const { user } = useAuth()
  const [draft, setDraft] = useState<Draft>(() => ({
    id: panel?.id ?? newId(),
    stored: panel,
    design: panel ? panels.designOf(panel) : emptyDesign,
    count: 0,
    savedAs: 0,
    changedIn: 'fields',
  }))
  /** The current draft, for saves that started in an earlier render. */
  const now = useRef(draft)
  const put = (patch: Partial<Draft>) => {
    now.current = { ...now.current, ...patch }
    setDraft(now.current)
  }
  /** A request that got no answer: it may have been stored nonetheless, and is then our own change. */
  const unanswered = useRef<PanelDesign>(undefined)
  const [autoSave, setAutoSave] = useState(true)
  /** The change whose auto-save failed: it is not retried automatically. */
  const [failedAt, setFailedAt] = useState<number>()
  const [savedAt, setSavedAt] = useState<number>()
  const [problems, setProblems] = useState<Problems>({})
  const [outcome, setOutcome] = useState<Outcome>()
  const [conflict, setConflict] = useState<Conflict>()
  /** What to save once the conflict is settled. */
  const openConflict = useRef<{ theirs: Panel; merged: PanelDesign }>(undefined)
  const [isSettling, setSettling] = useState(false)
  const running = useRef<Promise<Panel | undefined>>(undefined)

  const { stored, design } = draft
  const dirty = draft.count !== draft.savedAs
  const state: SaveState = save.isPending ? 'saving' : dirty ? 'changed' : stored ? 'saved' : 'new'

  const change = (patch: Partial<PanelDesign>, changedIn: keyof typeof autoSaveMs = 'fields') => {
    put({ design: { ...now.current.design, ...patch }, count: now.current.count + 1, changedIn })
    const touched = (key: string) => (key.split('.')[0] ?? '') in patch
    setProblems(before => Object.fromEntries(Object.entries(before).filter(([key]) => !touched(key))))
  }

  /**
   * Somebody else saved first: merges both changes, or asks.
   * @param theirs undefined if it was deleted
   * @returns the message once it is saved; undefined if it is not
   */
  const mergeOrAsk = (theirs: Panel | undefined, silent: boolean, error?: ApiError): string | undefined => {
    const { design: yours, stored: before, count } = now.current
    if (!theirs) {
      // Its next save creates a new panel, which should not happen by auto-save.
      put({ id: newId(), stored: undefined, count: count + 1 })
      setAutoSave(false)
      setSettling(false)
      setOutcome({
        tone: 'danger',
        title: 'That panel has been deleted in the meantime. Save it as a new one.',
        stays: true,
      })
      return undefined
    }
    const isOurs = unanswered.current !== undefined && panels.isSame(panels.designOf(theirs), unanswered.current)
    const was = isOurs ? panels.designOf(theirs) : before ? panels.designOf(before) : emptyDesign
    const sides = { was, yours, theirs: panels.designOf(theirs) }
    const { merged, both, only } = panels.merge(sides)
    const { by, at = Date.now() } = error?.conflict?.fields.at(0) ?? {}
    if (both.length === 0) {
      put({ stored: theirs, design: merged })
      const what = by === undefined || by.userId === user?.id ? 'was changed elsewhere' : `${authorText(by)} changed`
      return only.length === 0 || isOurs ? '' : `Saved, including what ${what} in the meantime.`
    }
    if (silent) {
      setOutcome({ tone: 'danger', title: `${error?.message} Press Save to compare.`, stays: true })
      setFailedAt(count)
      return undefined
    }
    openConflict.current = { theirs, merged }
    setOutcome(undefined)
    setConflict(panels.conflictOf(sides, by ?? nobody, at, theirs.revision))
    return undefined
  }

  const failed = (error: unknown): undefined => {
    setFailedAt(now.current.count)
    if (error instanceof ApiError) setProblems(error.fields)
    setOutcome({ tone: 'danger', title: saveProblem(error), detail: kept })
    return undefined
  }

  /** The saved panel, or why nothing was saved; if others' changes were merged, these have to be saved, too. */
  const attempt = async (silent: boolean, saying: string): Promise<Panel | { joined: string } | undefined> => {
    const { id, count, design: edited, stored: before, savedAs } = now.current
    const tellSaved = () => {
      setOutcome(told => afterSaving(told, silent ? saying : saying || 'Panel saved successfully!'))
    }
    const joinedWith = (theirs: Panel | undefined, error?: ApiError) => {
      const joined = mergeOrAsk(theirs, silent, error)
      return joined === undefined ? undefined : { joined }
    }
    if (before && count === savedAs) {
      if (silent) {
        tellSaved()
        return before
      }
      // Nothing to send is no reason to say that it is stored like this: somebody may have changed or deleted it since.
      return newest(id).then(theirs => {
        if (theirs?.revision !== before.revision) return joinedWith(theirs)
        put({ stored: theirs })
        tellSaved()
        return theirs
      }, failed)
    }
    const found = problemsOf(edited)
    if (Object.keys(found).length > 0) {
      setProblems(found)
      setOutcome({ tone: 'danger', title: silent ? `Not saved: ${firstOf(found)}` : firstOf(found) })
      return undefined
    }
    try {
      const answer = await save.mutateAsync({ ...edited, id, revision: before?.revision ?? 0 })
      put({ stored: answer, savedAs: count })
      setSavedAt(Date.now())
      setSettling(false)
      unanswered.current = undefined
      tellSaved()
      return answer
    } catch (error) {
      if (error instanceof ApiError && ['tickets.panel-conflict', 'tickets.no-panel'].includes(error.code)) {
        return newest(id).then(theirs => joinedWith(theirs, error), failed)
      }
      if (!(error instanceof ApiError) || isInDoubt(error) || error.status === 0 || error.status >= 500)
        unanswered.current = edited
      failed(error)
      return undefined
    }
  }

  const post = async (silent: boolean): Promise<Panel | undefined> => {
    let answer = await attempt(silent, '')
    while (answer && 'joined' in answer) answer = await attempt(silent, answer.joined)
    return answer
  }

  /** One at a time, each based on what the previous one stored. */
  const saveNow = (silent = false): Promise<Panel | undefined> => {
    const next = (running.current ?? Promise.resolve()).then(() => post(silent))
    running.current = next
    return next
  }

  // Retries what failed without a connection once there is one.
  useEffect(() => {
    const again = () => setFailedAt(undefined)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])

  const saveSilently = useEffectEvent(() => void saveNow(true))
  // Somebody who has just emptied the title is about to type another one: no error is shown until then.
  const ready = isReady(design)
  // While a conflict is open, what is to be saved is not known yet.
  const waits = autoSave && dirty && ready && !save.isPending && !conflict
  useEffect(() => {
    if (!waits || failedAt === draft.count) return undefined
    const timer = setTimeout(() => saveSilently(), autoSaveMs[draft.changedIn])
    return () => clearTimeout(timer)
  }, [waits, failedAt, draft.count, draft.changedIn])

  /** Shows what was posted. Somebody else's changes in it wait for the next save where something is being edited. */
  const takeOver = (posted: Panel) => {
    const { stored: before, count, savedAs } = now.current
    if (count === savedAs) put({ stored: posted, design: panels.designOf(posted) })
    else put({ stored: before ? { ...posted, ...panels.designOf(before), revision: before.revision } : posted })
  }

  const deployNow = async () => {
    if (design.channel_id === null) {
      setOutcome({ tone: 'danger', title: 'Please select a channel before deploying' })
      return
    }
    // Why it could not be saved is already shown.
    const saved = dirty || !stored ? await saveNow() : stored
    if (!saved?.channel_id) return
    try {
      const answer = await deploy.mutateAsync({ id: saved.id, channelId: saved.channel_id })
      if (answer) takeOver(answer)
      setOutcome({ tone: 'success', title: 'Panel deployed successfully!' })
    } catch (error) {
      setOutcome({ tone: 'danger', title: problemOf(error, 'Failed to deploy panel'), isDeployment: true })
    }
  }

  return {
    design,
    change,
    stored,
    state,
    savedAt,
    dirty,
    autoSave,
    setAutoSave,
    problems,
    outcome,
    dismiss: () => setOutcome(undefined),
    save: () => {
      if (!readOnly) void saveNow()
    },
    deploy: deployNow,
    deploying: deploy.isPending,
    saving: save.isPending,
    remove,
    conflict,
    conflictAgain: isSettling,
    drawingOf: panels.drawingOf,
    schemaOf: panels.schemaOf,
    /** Saves with the value chosen for each field in conflict, by its key. */
    settle: async (chosen: Readonly<Record<string, unknown>>) => {
      if (!openConflict.current) return
      const { theirs, merged } = openConflict.current
      setConflict(undefined)
      setSettling(true)
      put({ stored: theirs, design: { ...merged, ...chosen }, count: now.current.count + 1 })
      await saveNow()
    },
    closeConflict: () => {
      setConflict(undefined)
      setSettling(false)
    },
    /** Saves pending changes before it closes. @returns whether nothing would be lost */
    finish: async () => {
      await running.current
      if (now.current.count === now.current.savedAs) return true
      if (!autoSave || !isReady(now.current.design)) return false
      return (await saveNow(true)) !== undefined
    },
  }
}

export type PanelEditing = ReturnType<typeof usePanelEditor>
