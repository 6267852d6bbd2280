import { createContext, type ReactNode } from 'react'

/** What an open dialog would lose if its page were left. */
export interface Guarded {
  /** What was written or asked in it is being sent: its answer is told here, or to nobody. */
  busy: boolean
  /** Something was written in it. */
  changed: boolean
  /** Asks whether that may be lost. */
  mayLose(): Promise<boolean>
}

/** Keeps the page of every open dialog; the app, which is what leaves pages, says how. */
export const DialogGuard = createContext<(guarded: Guarded) => ReactNode>(() => null)
