import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Conflict } from '#contract'
import { defaultPanel, type Panel, type PanelDesign, panelDesign } from '#features/tickets/panels/contract.ts'
import { ApiError, isInDoubt } from '#web/app/api.ts'
import { authorText } from '#web/app/history/history-text.ts'
import { nobody } from '#web/app/settings-form/merge.ts'
import { kept } from '#web/app/settings-form/outcome.ts'
import { problemOf, saveProblem, usePanelCalls } from '../panels/use-panels.ts'
import { randomUuid } from '#web/app/random-uuid.ts'
import { panels } from './merging.ts'

/** Between a change and its silent save, in ms: of fields, and of the embed. */
const autoSaveMs = { fields: 3000, embed: 500 } as const

/** The specification's names. */
type SaveState = 'new' | 'saving' | 'saved' | 'changed'

type Problems = Partial<Record<string, string>>

/** Which question it is about, where it is about one. */
const about = ([key, at]: readonly PropertyKey[]) =>
  key === 'required_inputs' && typeof at === 'number' ? `Question ${at + 1}: ` : ''

/** What is wrong, by field; a list's first fault under the list's own name. */
export function problemsOf(design: PanelDesign): Problems {
  const { issues = [] } = panelDesign.safeParse(design).error ?? {}
  const found = issues.map(({ path, message }) => [path.join('.'), `${about(path)}${message}`] as const)
  const basics = design.channel_id === null ? [['channel_id', 'Please select a channel for the panel'] as const] : []
  const all = [...found, ...basics]
  // As they were found, each with its first.
  return Object.fromEntries(all.filter(([key], at) => all.findIndex(([other]) => other === key) === at))
}

const firstOf = (found: Problems) =>
  found['title'] ?? found['channel_id'] ?? Object.values(found)[0] ?? 'Panel title and channel are required'

interface Outcome {
  tone: 'success' | 'danger'
  title: string
  /** That what was typed is kept. */
  detail?: string
  /** It is shown until somebody dismisses it. */
  stays?: boolean
}

/** The panel as it is edited. */
interface Draft {
  /** Of a new panel, too, so that saving it once more never makes a second one. */
  id: string
  /** As the server has it; undefined for one that was never saved. */
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
 * A panel as it is edited. Saves are done one after the other; while auto-save is on, one follows every change. What
 * somebody else saved meanwhile is joined with it, and asked about where both changed the same.
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
  const [draft, setDraft] = useState<Draft>(() => ({
    id: panel?.id ?? newId(),
    stored: panel,
    design: panel ? panels.designOf(panel) : emptyDesign,
    count: 0,
    savedAs: 0,
    changedIn: 'fields',
  }))
  /** The same, for saves that began in an earlier render. */
  const now = useRef(draft)
  const put = (patch: Partial<Draft>) => {
    now.current = { ...now.current, ...patch }
    setDraft(now.current)
  }
  /** What was posted without an answer: it may be stored nonetheless, and is our own then. */
  const unanswered = useRef<PanelDesign>(undefined)
  const [autoSave, setAutoSave] = useState(true)
  /** The change whose silent save failed: it is not tried again by itself. */
  const [failedAt, setFailedAt] = useState<number>()
  const [savedAt, setSavedAt] = useState<number>()
  const [problems, setProblems] = useState<Problems>({})
  const [outcome, setOutcome] = useState<Outcome>()
  const [conflict, setConflict] = useState<Conflict>()
  /** What is to be saved once it is settled. */
  const meeting = useRef<{ theirs: Panel; merged: PanelDesign }>(undefined)
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

  /** Somebody else was faster: joins what both did, or asks. @returns what to say once it is saved; undefined: it is not */
  const meet = async (error: ApiError, silent: boolean): Promise<string | undefined> => {
    const theirs = await newest(now.current.id)
    const { design: yours, stored: before, count } = now.current
    if (!theirs) {
      // Its next save makes a new one, which nobody should come upon by themselves.
      put({ id: newId(), stored: undefined })
      setAutoSave(false)
      setOutcome({ tone: 'danger', title: 'That panel was deleted meanwhile. Save it as a new one.', stays: true })
      return undefined
    }
    const isOurs = unanswered.current !== undefined && panels.isSame(panels.designOf(theirs), unanswered.current)
    const was = isOurs ? panels.designOf(theirs) : before ? panels.designOf(before) : emptyDesign
    const sides = { was, yours, theirs: panels.designOf(theirs) }
    const { merged, both, only } = panels.merge(sides)
    const { by = nobody, at = Date.now() } = error.conflict?.fields.at(0) ?? {}
    if (both.length === 0) {
      put({ stored: theirs, design: merged })
      return only.length === 0 || isOurs ? '' : `Saved, including what ${authorText(by)} changed in the meantime.`
    }
    if (silent) {
      setOutcome({ tone: 'danger', title: `${error.message} Press Save to compare.`, stays: true })
      setFailedAt(count)
      return undefined
    }
    meeting.current = { theirs, merged }
    setOutcome(undefined)
    setConflict(panels.conflictOf(sides, by, at, theirs.revision))
    return undefined
  }

  const failed = (error: unknown): undefined => {
    setFailedAt(now.current.count)
    if (error instanceof ApiError) setProblems(error.fields)
    setOutcome({ tone: 'danger', title: saveProblem(error), detail: kept })
    return undefined
  }

  /** What was saved, or why nothing was; what others did meanwhile is joined by then, and to be saved with it. */
  const attempt = async (silent: boolean, saying: string): Promise<Panel | { joined: string } | undefined> => {
    const { id, count, design: edited, stored: before, savedAs } = now.current
    const tellSaved = () => {
      if (!silent || saying !== '') setOutcome({ tone: 'success', title: saying || 'Panel saved successfully!' })
    }
    if (before && count === savedAs) {
      tellSaved()
      return before
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
        const joined = await meet(error, silent).catch(failed)
        return joined === undefined ? undefined : { joined }
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

  /** One at a time, each with what the one before it has stored. */
  const saveNow = (silent = false): Promise<Panel | undefined> => {
    const next = (running.current ?? Promise.resolve()).then(() => post(silent))
    running.current = next
    return next
  }

  // What failed without a connection is tried again with one.
  useEffect(() => {
    const again = () => setFailedAt(undefined)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])

  const saveSilently = useEffectEvent(() => void saveNow(true))
  // Somebody who has just emptied the title writes another one: nothing is said meanwhile.
  const ready = isReady(design)
  useEffect(() => {
    if (!autoSave || !dirty || !ready || save.isPending || failedAt === draft.count) return undefined
    const timer = setTimeout(() => saveSilently(), autoSaveMs[draft.changedIn])
    return () => clearTimeout(timer)
  }, [autoSave, dirty, ready, draft.count, draft.changedIn, save.isPending, failedAt])

  const deployNow = async () => {
    if (design.channel_id === null) {
      setOutcome({ tone: 'danger', title: 'Please select a channel before deploying' })
      return
    }
    // Why it could not be saved is said already.
    const saved = dirty || !stored ? await saveNow() : stored
    if (!saved?.channel_id) return
    try {
      const answer = await deploy.mutateAsync({ id: saved.id, channelId: saved.channel_id })
      if (answer) put({ stored: answer })
      setOutcome({ tone: 'success', title: 'Panel deployed successfully!' })
    } catch (error) {
      setOutcome({ tone: 'danger', title: problemOf(error, 'Failed to deploy panel') })
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
    /** Saves with what was chosen for each field in conflict, by its key. */
    settle: async (chosen: Readonly<Record<string, unknown>>) => {
      if (!meeting.current) return
      const { theirs, merged } = meeting.current
      setConflict(undefined)
      setSettling(true)
      put({ stored: theirs, design: { ...merged, ...chosen }, count: now.current.count + 1 })
      await saveNow()
    },
    putOff: () => {
      setConflict(undefined)
      setSettling(false)
    },
    /** Before it is closed: what is pending is saved. @returns whether nothing would be lost */
    finish: async () => {
      await running.current
      if (now.current.count === now.current.savedAs) return true
      if (!autoSave || !isReady(now.current.design)) return false
      return (await saveNow(true)) !== undefined
    },
  }
}

export type PanelEditing = ReturnType<typeof usePanelEditor>
