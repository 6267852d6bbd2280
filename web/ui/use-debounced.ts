import { useEffect, useState } from 'react'

/** How long typing has to pause before searching (ms). */
export const typingPauseMs = 250

/** A value, once it has stayed the same for `ms`; the first one at once. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
