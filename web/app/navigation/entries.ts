import features from 'virtual:features'
import terms from 'virtual:search-terms'
import { entryOf, type NavEntry } from './entry.ts'

/** Entries that features add besides the ones from their contracts. */
const besides = import.meta.glob<readonly NavEntry[]>('../../features/*/navigation.ts', {
  eager: true,
  import: 'default',
})

/** Every entry of the sidebar. */
export const entries: readonly NavEntry[] = [
  ...features.flatMap(feature => entryOf(feature, terms[feature.name])),
  ...Object.entries(besides).flatMap(([file, own]) => {
    const feature = /features\/([^/]+)\//.exec(file)?.[1] ?? ''
    return own.map((entry): NavEntry => ({ ...entry, feature }))
  }),
]
