import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { focusPlace } from '#web/ui/focus-place.ts'

/** Whether the user followed a link to a part of this page that they have not been taken to yet. */
export interface Arrival {
  isDue: boolean
  over(): void
}

const acts = ['pointerdown', 'wheel', 'keydown'] as const
/** Also ignores keys still held since the link was followed, and those that bring a window back to the front. */
const isNoAct = (event: Event) =>
  event instanceof KeyboardEvent && (event.repeat || ['Alt', 'Control', 'Meta', 'Shift'].includes(event.key))

/**
 * Ends once the user does something on the page: if the part takes long to load, they may be typing elsewhere by then.
 * @param isLinked whether the page was opened by such a link; later values have no effect
 */
export function useArrival(isLinked: boolean): Arrival {
  const [isDue, setDue] = useState(isLinked)
  useEffect(() => {
    if (!isDue) return undefined
    const acted = (event: Event) => {
      if (!isNoAct(event)) setDue(false)
    }
    for (const act of acts) document.addEventListener(act, acted, { capture: true, passive: true })
    return () => {
      for (const act of acts) document.removeEventListener(act, acted, { capture: true })
    }
  }, [isDue])
  return { isDue, over: () => setDue(false) }
}

/**
 * Scrolls to a part of the page and focuses it, if a link led to it: once it is there, and the router has scrolled to
 * the top and focused the page.
 * @param focus the selector of the element in it to focus; its heading by default
 * @returns a ref for the part
 */
export function useArrivalAt(arrival: Arrival, isThere: boolean, focus = 'h2'): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null)
  const isShown = useRouterState({
    select: ({ status, location, resolvedLocation }) => status === 'idle' && resolvedLocation?.href === location.href,
  })
  const arrive = useEffectEvent(() => {
    arrival.over()
    part.current?.scrollIntoView()
    const find = (selector: string) => part.current?.querySelector<HTMLElement>(selector)
    const place = find(focus) ?? find('h2')
    if (place) focusPlace(place)
  })
  const isNow = arrival.isDue && isThere && isShown
  useEffect(() => {
    if (isNow) arrive()
  }, [isNow])
  return part
}
