import { useEffect, useEffectEvent } from 'react'

/** How long a result stays on the page, in ms. */
const shownMs = 5000

/** Clears the result of an action after a while. @param result what changes with every result; undefined for none */
export function useClearing(result: unknown, clear: () => void): void {
  const clearNow = useEffectEvent(clear)
  useEffect(() => {
    if (result === undefined || result === null) return undefined
    const timer = setTimeout(() => clearNow(), shownMs)
    return () => clearTimeout(timer)
  }, [result])
}
