import { useState } from 'react'

const storageKey = 'palisade-folded-groups'

function stored(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter(title => typeof title === 'string') : []
  } catch {
    // Storage may be forbidden, or contain something else; then every group is open.
    return []
  }
}

/** Which sidebar groups are folded, remembered in this browser, and a function that folds or opens one. */
export function useFoldedGroups(): [ReadonlySet<string>, (title: string) => void] {
  const [folded, setFolded] = useState(() => new Set(stored()))
  const toggle = (title: string) => {
    const next = new Set(folded)
    if (!next.delete(title)) next.add(title)
    setFolded(next)
    try {
      localStorage.setItem(storageKey, JSON.stringify([...next]))
    } catch {
      // Then it lasts as long as the page.
    }
  }
  return [folded, toggle]
}
