import { useEffect, useState } from 'react'
import { bannerTime, type Outcome } from './outcome.ts'

/** How something went, told for a while. @returns the outcome, and what sets or clears it */
export function useOutcome() {
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    if (!outcome) return undefined
    const timer = setTimeout(() => setOutcome(undefined), bannerTime)
    return () => clearTimeout(timer)
  }, [outcome])
  return [outcome, setOutcome] as const
}
