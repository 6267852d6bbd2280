import { mergeEntries, type NavEntry } from './entry.ts'
import { planned } from './planned.ts'

const modules = import.meta.glob<{ default: readonly NavEntry[] }>('../../features/*/navigation.ts', { eager: true })

/** The paths that have a page. */
const built = Object.entries(modules).flatMap(([file, module]) => {
  const feature = /features\/([^/]+)\//.exec(file)?.[1] ?? ''
  return module.default.map((entry): NavEntry => ({ ...entry, feature }))
})

/** Every entry of the sidebar. */
export const entries: readonly NavEntry[] = mergeEntries(planned, built)
