import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

/** How long what goes by itself stays, in ms: after it was shown, and after whoever looked into it left it. */
const shownFor = 5000

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether nobody can see the page, as another tab is in front of it. */
const useHidden = () =>
  useSyncExternalStore(
    onVisibility,
    () => document.hidden,
    () => false,
  )

/**
 * Nobody reads by the clock (WCAG 2.2.1): the time of what goes by itself does not pass while somebody looks into it, or
 * cannot see it.
 * @param shown what changes with each that is shown; undefined or null for none
 */
export function useGoing(shown: unknown, isLookedInto: boolean, go: () => void): void {
  const stays = useHidden() || isLookedInto
  const end = useEffectEvent(go)
  useEffect(() => {
    if (shown === undefined || shown === null || stays) return undefined
    const timer = setTimeout(() => end(), shownFor)
    return () => clearTimeout(timer)
  }, [shown, stays])
}

/** What somebody has the pointer or the focus in, of all that may go. */
const lookedInto = new Set<symbol>()
const listeners = new Set<() => void>()

function note(part: symbol, isLookedInto: boolean) {
  if (isLookedInto) lookedInto.add(part)
  else lookedInto.delete(part)
  for (const listener of listeners) listener()
}

function onLook(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether somebody looks into a part of the page that may go, wherever what makes it go is known. */
export const useLookedInto = () =>
  useSyncExternalStore(
    onLook,
    () => lookedInto.size > 0,
    () => false,
  )

/** For a part of the page that may go: notes whether somebody looks into it. */
export function useNotedLook(mayGo: boolean) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isLookedInto = mayGo && (isPointedAt || isFocused)
  useEffect(() => {
    if (!isLookedInto) return undefined
    const part = Symbol('looked into')
    note(part, true)
    return () => note(part, false)
  }, [isLookedInto])
  return {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}
