import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Calls back on Escape and on a press outside of all `parts`, while `active`.
 * @param onDismiss receives which of the two it was, so that Escape can return the focus
 */
export function useDismiss(
  active: boolean,
  parts: readonly RefObject<HTMLElement | null>[],
  onDismiss: (by: 'escape' | 'press') => void,
): void {
  const dismiss = useEffectEvent(onDismiss)
  const isInside = useEffectEvent((target: EventTarget | null) =>
    parts.some(part => target instanceof Node && part.current?.contains(target)),
  )
  useEffect(() => {
    if (!active) return undefined
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('pointerdown', ({ target }) => isInside(target) || dismiss('press'), { signal })
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && dismiss('escape'), { signal })
    return () => stop.abort()
  }, [active])
}
