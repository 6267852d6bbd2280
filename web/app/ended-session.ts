import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

export const sessionKey = ['session'] as const
export const endedKey = ['session-ended'] as const

/** Pages with unsaved changes, which stay when the session ends: there is nowhere else where that is. */
const unsaved = new Set<object>()

/**
 * Keeps the page, while `dirty`, when the session ends; it then asks to sign in again. With nothing left to lose, whoever
 * is still signed out is led there.
 */
export function useUnsaved(dirty: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!dirty) return undefined
    const page = {}
    unsaved.add(page)
    return () => {
      unsaved.delete(page)
      if (unsaved.size === 0 && client.getQueryData(endedKey) === true)
        void client.refetchQueries({ queryKey: sessionKey })
    }
  }, [dirty, client])
}

/** Takes note that the session has ended: leads to the sign-in, unless something would be lost. @returns whether it stays */
export function noteEnded(client: QueryClient): boolean {
  const stays = unsaved.size > 0
  if (stays) client.setQueryData(endedKey, true)
  else client.setQueryData(sessionKey, null)
  return stays
}

/** Whether the session has ended under a page that stayed. */
export const useSessionEnded = (): boolean =>
  useQuery({ queryKey: endedKey, queryFn: () => false, initialData: false, staleTime: Number.POSITIVE_INFINITY }).data
