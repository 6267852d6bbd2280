import { createContext, type ReactNode } from 'react'

/** What the app says in every open dialog, above its content. */
export const DialogTop = createContext<ReactNode>(null)
