import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Whether a link that was followed to this page leads to a part of it, until it has got there. */
export interface Arrival {
  isDue: boolean
  over(): void
}

/** @param isLinked as the page is opened: what is chosen on it later leads nowhere */
export function useArrival(isLinked: boolean): Arrival {
  const [isDue, setDue] = useState(isLinked)
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
    if (!place) return
    // A heading takes none by itself.
    if (place.tabIndex < 0) place.tabIndex = -1
    place.focus({ preventScroll: true })
  })
  const isNow = arrival.isDue && isThere && isShown
  useEffect(() => {
    if (isNow) arrive()
  }, [isNow])
  return part
}
