import { useDeferredValue, useState } from 'react'
import { findEntries, type SearchEntry } from './search-entries.ts'

/** As many as can be looked through at a glance. */
const mostFound = 12

/** The search over everything; what it searches is fetched once somebody is about to. */
export function useDocsSearch() {
  const [search, setSearch] = useState('')
  const [entries, setEntries] = useState<readonly SearchEntry[]>()
  const load = () => {
    if (!entries) void import('virtual:docs-search').then(({ default: all }) => setEntries(all))
  }
  const wanted = useDeferredValue(search)
  return {
    search,
    setSearch,
    load,
    ready: entries !== undefined,
    found: entries ? findEntries(entries, wanted, mostFound) : [],
  }
}
