import { useEffect, useState } from 'react'
import { bannerTime, type Outcome } from './outcome.ts'

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
