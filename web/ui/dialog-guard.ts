import { createContext, type ReactNode } from 'react'

/** What an open dialog would lose if its page were left. */
export interface Guarded {
  /** What was entered or asked in it is being sent: its result is shown here or not at all. */
  busy: boolean
  /** Something was entered in it. */
  changed: boolean
  /** Asks whether that may be lost. */
  confirmDiscard(): Promise<boolean>
}

/** Guards the page of every open dialog. The app provides it, because the app controls navigation. */
export const DialogGuard = createContext<(guarded: Guarded) => ReactNode>(() => null)
