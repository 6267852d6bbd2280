import { type ComponentType, createContext } from 'react'

/** What the app says in every open dialog, above its content. */
export const DialogTop = createContext<ComponentType | undefined>(undefined)
