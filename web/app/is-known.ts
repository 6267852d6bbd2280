import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** For so long a page is not drawn without what would move its settings (ms). */
export const pageWaitsMs = 1000

/** Whether something has been answered, or has failed once: whoever waits for more than that waits for seconds. */
export const isKnown = ({ isPending, failureCount }: Pick<UseQueryResult, 'isPending' | 'failureCount'>): boolean =>
  !isPending || failureCount > 0

/**
 * Whether a page waits no longer for something: it is known, or has been, or takes too long. What is shown asks again for what
 * failed, so that it would otherwise vanish each time. What has been known is kept with the drawing that knew it: what is
 * drawn then asks before any timer is over.
 * @param of whose page it is
 */
export function useWaited(isThere: boolean, of: string): boolean {
  const [done, setDone] = useState<string>()
  if (isThere && done !== of) setDone(of)
  useEffect(() => {
    const timer = setTimeout(() => setDone(of), pageWaitsMs)
    return () => clearTimeout(timer)
  }, [of])
  return isThere || done === of
}
