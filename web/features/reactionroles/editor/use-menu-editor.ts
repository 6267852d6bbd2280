import { useRef, useState } from 'react'
import type { Conflict } from '#contract'
import {
  choiceProblems,
  type Menu,
  type MenuDesign,
  menuDesign,
  textProblems,
} from '#features/reactionroles/menus/contract.ts'
import { ApiError, serverSentence } from '#web/app/api.ts'
import { randomKey } from '#web/app/random-key.ts'
import { nobody } from '#web/app/settings-form/merge.ts'
import { useMenuCalls } from '../use-menus.ts'
import { menus } from './merging.ts'

type Problems = Readonly<Partial<Record<string, string>>>

interface Outcome {
  tone: 'success' | 'danger'
  title: string
}

export const emptyDesign: MenuDesign = { ...menuDesign.parse({ name: 'Menu' }), name: '' }

/** What is wrong with a menu, by field; the same code refuses it on the server. */
export function mistakesIn(design: MenuDesign): Record<string, string> {
  const { issues = [] } = menuDesign.safeParse(design).error ?? {}
  return {
    ...Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).toReversed()),
    ...(design.source === 'written' ? textProblems(design) : {}),
    ...choiceProblems(design),
    ...Object.fromEntries(
      design.choices.flatMap(({ role_id }, at) =>
        role_id === '' ? [[`choices.${at}.role_id`, 'Choose a role.']] : [],
      ),
    ),
  }
}

/**
 * A menu as it is edited. What somebody else saved meanwhile is joined with it, and asked about where both changed the
 * same.
 * @param first its id, of a new one, too, so that saving it once more never makes a second one
 * @param menu undefined for a new one
 */
export function useMenuEditor(guildId: string, first: string, menu: Menu | undefined, readOnly: boolean) {
  const { save, deploy, remove, newest } = useMenuCalls(guildId)
  const [id, setId] = useState(first)
  const [stored, setStored] = useState(menu)
  const [design, setDesign] = useState<MenuDesign>(() => (menu ? menus.designOf(menu) : emptyDesign))
  const [problems, setProblems] = useState<Problems>({})
  const [outcome, setOutcome] = useState<Outcome>()
  const [conflict, setConflict] = useState<Conflict>()
  const [isSettling, setSettling] = useState(false)
  /** What is to be saved once a conflict is settled, and whether it is to be posted then. */
  const meeting = useRef<{ theirs: Menu; merged: MenuDesign; posts: boolean }>(undefined)

  // What others did, and what became of it in Discord, is shown as soon as the list has it; what is edited is not touched.
  const [seen, setSeen] = useState(menu)
  if (menu && menu !== seen) {
    setSeen(menu)
    const isUntouched = stored ? menus.changedKeys(design, menus.designOf(stored)).length === 0 : false
    if (isUntouched && (!stored || menu.revision >= stored.revision)) {
      setStored(menu)
      setDesign(menus.designOf(menu))
    } else if (stored && menu.revision === stored.revision) setStored(menu)
  }

  const was = stored ? menus.designOf(stored) : emptyDesign
  const dirty = menus.changedKeys(design, was).length > 0
  const change = (patch: Partial<MenuDesign>) => {
    setDesign(before => ({ ...before, ...patch }))
    const touched = (key: string) => (key.split('.')[0] ?? '') in patch
    setProblems(before => Object.fromEntries(Object.entries(before).filter(([key]) => !touched(key))))
  }

  const failed = (error: unknown, otherwise: string) => {
    if (error instanceof ApiError) setProblems(error.fields)
    setOutcome({ tone: 'danger', title: serverSentence(error) ?? otherwise })
  }

  const post = async (menuId: string, told: string) => {
    try {
      const posted = await deploy.mutateAsync(menuId)
      if (posted) setStored(posted)
      setOutcome({ tone: 'success', title: told })
    } catch (error) {
      failed(error, 'Failed to post the menu')
    }
  }

  const toldOf = (wasPosted: boolean, isAttached: boolean) =>
    wasPosted ? 'Saved, and the message is updated.' : isAttached ? 'Saved and attached.' : 'Saved and posted.'

  /** Somebody else was faster: joins what both did, or asks. */
  const meet = async (error: ApiError, edited: MenuDesign, posts: boolean): Promise<void> => {
    const theirs = await newest(id)
    if (!theirs) {
      // Its next save makes a new one, which nobody should come upon by themselves.
      setId(randomKey())
      setStored(undefined)
      setOutcome({ tone: 'danger', title: 'That menu was deleted meanwhile. Save it as a new one.' })
      return
    }
    const sides = { was, yours: edited, theirs: menus.designOf(theirs) }
    const { merged, both } = menus.merge(sides)
    setStored(theirs)
    setDesign(merged)
    if (both.length === 0) {
      await saveAs(merged, theirs, posts)
      return
    }
    const { by = nobody, at = 0 } = error.conflict?.fields.at(0) ?? {}
    meeting.current = { theirs, merged, posts }
    setOutcome(undefined)
    setConflict(menus.conflictOf(sides, by, at, theirs.revision))
  }

  const saveAs = async (edited: MenuDesign, before: Menu | undefined, posts: boolean): Promise<void> => {
    const found = mistakesIn(edited)
    const [first] = Object.values(found)
    if (first !== undefined) {
      setProblems(found)
      setOutcome({ tone: 'danger', title: found['name'] ?? first })
      return
    }
    const changed = before ? menus.changedKeys(edited, menus.designOf(before)) : undefined
    const body = changed ? Object.fromEntries(changed.map(key => [key, edited[key]])) : edited
    try {
      const saved =
        before && changed?.length === 0
          ? before
          : await save.mutateAsync({ ...body, id, revision: before?.revision ?? 0 })
      setStored(saved)
      setDesign(menus.designOf(saved))
      setProblems({})
      setSettling(false)
      if (posts)
        await post(saved.id, toldOf(saved.message_id !== null && !saved.message_missing, saved.source === 'attached'))
      else setOutcome({ tone: 'success', title: 'Menu saved.' })
    } catch (error) {
      if (error instanceof ApiError && ['reactionroles.conflict', 'reactionroles.no-menu'].includes(error.code))
        await meet(error, edited, posts).catch((other: unknown) => failed(other, 'Failed to save the menu'))
      else failed(error, 'Failed to save the menu')
    }
  }

  const busy = save.isPending || deploy.isPending
  return {
    id,
    design,
    change,
    stored,
    dirty,
    busy,
    saving: busy,
    deploying: deploy.isPending,
    problems,
    outcome,
    dismiss: () => setOutcome(undefined),
    /** @param posts whether it is posted, too, or its message changed */
    save: (posts: boolean) => {
      if (!readOnly && !busy) void saveAs(design, stored, posts)
    },
    reset: () => {
      setDesign(was)
      setProblems({})
      setOutcome(undefined)
    },
    remove,
    conflict,
    conflictAgain: isSettling,
    drawingOf: menus.drawingOf,
    /** Saves with what was chosen for each field in conflict, by its key. */
    settle: async (chosen: Readonly<Record<string, unknown>>) => {
      if (!meeting.current) return
      const { theirs, merged, posts } = meeting.current
      setConflict(undefined)
      setSettling(true)
      const settled = { ...merged, ...chosen }
      setDesign(settled)
      await saveAs(settled, theirs, posts)
    },
    putOff: () => {
      setConflict(undefined)
      setSettling(false)
    },
  }
}

export type MenuEditing = ReturnType<typeof useMenuEditor>
