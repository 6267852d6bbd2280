import { createContext, type ReactNode } from 'react'

/** What the app shows in every open dialog, above its content. */
export const DialogTop = createContext<ReactNode>(null)
