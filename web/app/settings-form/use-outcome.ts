import { useState } from 'react'
import { useClearing } from '../use-clearing.ts'
import type { Outcome } from './outcome.ts'

/** An outcome that clears itself after a while. @returns the outcome and its setter */
export function useOutcome() {
  const [outcome, setOutcome] = useState<Outcome>()
  useClearing(outcome, () => setOutcome(undefined))
  return [outcome, setOutcome] as const
}
