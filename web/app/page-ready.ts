import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** How long a page is held back while data is missing that would move its settings (ms). */
export const pageWaitsMs = 1000

/** Whether a query has data or has failed once: waiting for retries would take seconds. */
export const hasDataOrError = ({
  isPending,
  failureCount,
}: Pick<UseQueryResult, 'isPending' | 'failureCount'>): boolean => !isPending || failureCount > 0

/**
 * Whether a page can be shown: its data has arrived at least once, or takes too long. From then on it stays shown, because
 * parts of the page retry failed queries, and the page would disappear each time. The state is set while rendering and
 * not in an effect: a part that mounts next may start such a retry before an effect runs.
 * @param isThere whether the data has arrived
 * @param of identifies the page, which starts anew when this changes
 */
export function useReadyOrTimedOut(isThere: boolean, of: string): boolean {
  const [done, setDone] = useState<string>()
  if (isThere && done !== of) setDone(of)
  useEffect(() => {
    const timer = setTimeout(() => setDone(of), pageWaitsMs)
    return () => clearTimeout(timer)
  }, [of])
  return isThere || done === of
}
