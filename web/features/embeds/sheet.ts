import { useReducer } from 'react'
import { emptyMessage, type MessageDraft } from '#kit/message/contract.ts'
import type { Sender } from '#features/embeds/sender/contract.ts'

/** Everything about a message being written: undo steps restore whole sheets. */
export interface Sheet {
  name: string
  channelId: string | null
  sender: Sender
  message: MessageDraft
}

export const emptySheet: Sheet = { name: '', channelId: null, sender: null, message: emptyMessage }

/** The maximum number of undo steps. */
const mostSteps = 200

interface History {
  past: readonly Sheet[]
  present: Sheet
  future: readonly Sheet[]
  /** The field of the latest change: further typing in the same field belongs to the same step. */
  touched: string
}

type Act =
  | { kind: 'change'; change: (sheet: Sheet) => Sheet; touched: string }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'open'; sheet: Sheet }

function next(history: History, act: Act): History {
  const { past, present, future } = history
  if (act.kind === 'open') return { past: [], present: act.sheet, future: [], touched: '' }
  if (act.kind === 'undo') {
    const before = past.at(-1)
    return before ? { past: past.slice(0, -1), present: before, future: [present, ...future], touched: '' } : history
  }
  if (act.kind === 'redo') {
    const [after, ...rest] = future
    return after ? { past: [...past, present], present: after, future: rest, touched: '' } : history
  }
  const changed = act.change(present)
  if (changed === present) return history
  const goesOn = act.touched !== '' && act.touched === history.touched
  return {
    past: goesOn ? past : [...past, present].slice(-mostSteps),
    present: changed,
    future: [],
    touched: act.touched,
  }
}

/** The sheet with undo and redo. */
export function useSheet() {
  const [history, act] = useReducer(next, { past: [], present: emptySheet, future: [], touched: '' })
  return {
    sheet: history.present,
    /** @param touched the field being typed in; empty for a separate undo step */
    change: (change: (sheet: Sheet) => Sheet, touched = '') => act({ kind: 'change', change, touched }),
    open: (sheet: Sheet) => act({ kind: 'open', sheet }),
    undo: () => act({ kind: 'undo' }),
    redo: () => act({ kind: 'redo' }),
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
  }
}
