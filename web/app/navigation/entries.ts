import { mergeEntries, type NavEntry } from './entry.ts'
import { planned } from './planned.ts'

const modules = import.meta.glob<{ default: readonly NavEntry[] }>('../../features/*/navigation.ts', { eager: true })

/** The paths that have a page. */
const built = Object.values(modules).flatMap(module => module.default)

/** Every entry of the sidebar. */
export const entries: readonly NavEntry[] = mergeEntries(planned, built)
