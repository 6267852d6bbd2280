import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { focusPlace } from '#web/ui/focus-place.ts'

/** Whether a link that was followed to this page leads to a part of it, until it has got there. */
export interface Arrival {
  isDue: boolean
  over(): void
}

const acts = ['pointerdown', 'wheel', 'keydown'] as const
/** Also what is still held since the link was followed, and what brings a window back. */
const isNoAct = (event: Event) =>
  event instanceof KeyboardEvent && (event.repeat || ['Alt', 'Control', 'Meta', 'Shift'].includes(event.key))

/**
 * It is over once somebody does something on the page: where the part takes long to load, they write elsewhere by then.
 * @param isLinked as the page is opened: what is chosen on it later leads nowhere
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
 * Brings a part of the page into view and into focus where a link led to it: once it is there, and the router has put the
 * page to its top and the focus to its beginning.
 * @param focus what in it takes the focus, by its selector; its heading unless told
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
