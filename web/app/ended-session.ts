import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

export const sessionKey = ['session'] as const
export const endedKey = ['session-ended'] as const

/** Pages with unsaved changes. They stay when the session ends, because those changes exist nowhere else. */
const unsaved = new Set<object>()

/**
 * Keeps the page when the session ends while it is `dirty`; the page then asks to sign in again. Once nothing unsaved
 * is left, a user who is still signed out is sent to the sign-in.
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

/**
 * Notes that the session has ended, and goes to the sign-in unless unsaved changes would be lost.
 * @returns whether the page stays
 */
export function noteEnded(client: QueryClient): boolean {
  const stays = unsaved.size > 0
  if (stays) client.setQueryData(endedKey, true)
  else client.setQueryData(sessionKey, null)
  return stays
}

/** Whether the session has ended while the page stayed open. */
export const useSessionEnded = (): boolean =>
  useQuery({ queryKey: endedKey, queryFn: () => false, initialData: false, staleTime: Number.POSITIVE_INFINITY }).data
