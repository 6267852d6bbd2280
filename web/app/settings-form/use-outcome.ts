import { useEffect, useState } from 'react'
import type { Outcome } from './outcome.ts'

/** How long a result stays on the page, in ms. */
const bannerTime = 5000

/** An outcome that clears itself after a while. @returns the outcome and its setter */
export function useOutcome() {
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    if (!outcome) return undefined
    const timer = setTimeout(() => setOutcome(undefined), bannerTime)
    return () => clearTimeout(timer)
  }, [outcome])
  return [outcome, setOutcome] as const
}
