import { useEffect } from 'react'

/** Pages that ask before they are left. */
const guarded = new Set<object>()

/** Takes note, while `dirty`, that a page asks before it is left. */
export function useGuarded(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return undefined
    const page = {}
    guarded.add(page)
    return () => void guarded.delete(page)
  }, [dirty])
}

/** Whether leaving this page is asked about: then no dialog over it asks as well. */
export const isPageGuarded = (): boolean => guarded.size > 0
