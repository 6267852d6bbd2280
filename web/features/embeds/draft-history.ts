import { useReducer } from 'react'
import { emptyMessage, type MessageDraft } from '#kit/message/contract.ts'
import type { Sender } from '#features/embeds/sender/contract.ts'

/** Everything about a message being written: each undo step restores all of it. */
export interface DraftContent {
  name: string
  channelId: string | null
  sender: Sender
  message: MessageDraft
}

export const emptyContent: DraftContent = { name: '', channelId: null, sender: null, message: emptyMessage }

/** The maximum number of undo steps. */
const mostSteps = 200

interface History {
  past: readonly DraftContent[]
  present: DraftContent
  future: readonly DraftContent[]
  /** The field of the latest change: further typing in the same field belongs to the same step. */
  touched: string
}

type Act =
  | { kind: 'change'; change: (content: DraftContent) => DraftContent; touched: string }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'open'; content: DraftContent }

function next(history: History, act: Act): History {
  const { past, present, future } = history
  if (act.kind === 'open') return { past: [], present: act.content, future: [], touched: '' }
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

/** The content with undo and redo. */
export function useDraftHistory() {
  const [history, act] = useReducer(next, { past: [], present: emptyContent, future: [], touched: '' })
  return {
    content: history.present,
    /** @param touched the field being typed in; empty for a separate undo step */
    change: (change: (content: DraftContent) => DraftContent, touched = '') => act({ kind: 'change', change, touched }),
    open: (content: DraftContent) => act({ kind: 'open', content }),
    undo: () => act({ kind: 'undo' }),
    redo: () => act({ kind: 'redo' }),
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
  }
}
