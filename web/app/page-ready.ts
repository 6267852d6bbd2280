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
 * Whether a page need not wait for something any longer: it is known, was known before, or takes too long. Queries that
 * failed are retried by the parts that show them, so the page would otherwise vanish each time. That it was known is
 * remembered by the rendering that knew it, because what is rendered next checks before any timer fires.
 * @param of which page
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
