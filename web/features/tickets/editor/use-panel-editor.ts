import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { defaultPanel, type Panel, type PanelDesign, panelDesign } from '#features/tickets/panels/contract.ts'
import { ApiError } from '#web/app/api.ts'
import { problemOf, saveProblem, usePanelCalls } from '../panels/use-panels.ts'

/** Between a change and its silent save, in ms: of fields, and of the embed. */
const autoSaveMs = { fields: 3000, embed: 500 } as const

/** The specification's names. */
export type SaveState = 'new' | 'saving' | 'saved' | 'changed'

type Problems = Partial<Record<string, string>>

const designKeys = Object.keys(panelDesign.shape)

/** What can be edited of a panel, without what the server adds. */
const designOf = (panel: Panel): PanelDesign =>
  panelDesign.parse(Object.fromEntries(Object.entries(panel).filter(([key]) => designKeys.includes(key))))

/** What is wrong, by field; a list's first fault under the list's own name. */
export function problemsOf(design: PanelDesign): Problems {
  const parsed = panelDesign.safeParse(design)
  const found = (parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const)
  const basics = design.channel_id === null ? [['channel_id', 'Please select a channel for the panel'] as const] : []
  return Object.fromEntries([...found, ...basics].toReversed())
}

interface Outcome {
  tone: 'success' | 'danger'
  title: string
}

/**
 * A panel as it is edited. Saves are done one after the other; while auto-save is on, one follows every change.
 * @param panel undefined for a new one
 */
export function usePanelEditor({ guildId, panel }: { guildId: string; panel: Panel | undefined }) {
  const { save, deploy, remove } = usePanelCalls(guildId)
  const [stored, setStored] = useState(panel)
  const [design, setDesign] = useState<PanelDesign>(() =>
    panel ? designOf(panel) : { ...panelDesign.parse(defaultPanel), title: '' },
  )
  const [autoSave, setAutoSave] = useState(true)
  const [changes, setChanges] = useState({ count: 0, in: 'fields' as keyof typeof autoSaveMs })
  const [savedAs, setSavedAs] = useState(0)
  /** The change whose silent save failed: it is not tried again by itself. */
  const [failedAt, setFailedAt] = useState<number>()
  const [savedAt, setSavedAt] = useState<number>()
  const [problems, setProblems] = useState<Problems>({})
  const [outcome, setOutcome] = useState<Outcome>()
  const running = useRef<Promise<Panel | undefined>>(undefined)

  const dirty = changes.count !== savedAs
  const state: SaveState = save.isPending ? 'saving' : dirty ? 'changed' : stored ? 'saved' : 'new'

  const change = (patch: Partial<PanelDesign>, within: keyof typeof autoSaveMs = 'fields') => {
    setDesign(before => ({ ...before, ...patch }))
    setChanges(({ count }) => ({ count: count + 1, in: within }))
    const touched = (key: string) => (key.split('.')[0] ?? '') in patch
    setProblems(before => Object.fromEntries(Object.entries(before).filter(([key]) => !touched(key))))
  }

  const post = async (silent: boolean): Promise<Panel | undefined> => {
    const count = changes.count
    const found = problemsOf(design)
    if (Object.keys(found).length > 0) {
      if (silent) return undefined
      setProblems(found)
      const first = found['title'] ?? found['channel_id'] ?? Object.values(found)[0]
      setOutcome({ tone: 'danger', title: first ?? 'Panel title and channel are required' })
      return undefined
    }
    try {
      const answer = await save.mutateAsync({
        ...design,
        ...(stored ? { id: stored.id, revision: stored.revision } : { revision: 0 }),
      })
      setStored(answer)
      setSavedAs(count)
      setSavedAt(Date.now())
      if (!silent) setOutcome({ tone: 'success', title: 'Panel saved successfully!' })
      return answer
    } catch (error) {
      setFailedAt(count)
      if (error instanceof ApiError) setProblems(error.fields)
      setOutcome({ tone: 'danger', title: saveProblem(error) })
      return undefined
    }
  }

  /** One at a time: a second save of a new panel would make a second one. */
  const saveNow = async (silent = false): Promise<Panel | undefined> => {
    await running.current
    const next = post(silent)
    running.current = next
    return next
  }

  const saveSilently = useEffectEvent(() => void saveNow(true))
  const ready = design.title.trim() !== '' && design.channel_id !== null
  useEffect(() => {
    if (!autoSave || !dirty || !ready || save.isPending || failedAt === changes.count) return undefined
    const timer = setTimeout(() => saveSilently(), autoSaveMs[changes.in])
    return () => clearTimeout(timer)
  }, [autoSave, dirty, ready, changes, save.isPending, failedAt])

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
      if (answer) setStored(answer)
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
    save: () => saveNow(),
    deploy: deployNow,
    deploying: deploy.isPending,
    saving: save.isPending,
    remove,
    /** Before it is closed: what is pending is saved. @returns whether nothing would be lost */
    settle: async () => {
      if (!dirty) return true
      if (!autoSave || !ready) return false
      return (await saveNow(true)) !== undefined
    },
  }
}

export type PanelEditing = ReturnType<typeof usePanelEditor>
