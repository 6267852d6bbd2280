import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

/**
 * How long something that disappears by itself stays, after it was shown and after the user's pointer or focus left it
 * (ms).
 */
const shownFor = 5000

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the page is hidden, such as in a background tab. */
const useHidden = () =>
  useSyncExternalStore(
    onVisibility,
    () => document.hidden,
    () => false,
  )

/**
 * Calls `go` after a while. People read at different speeds (WCAG 2.2.1), so the time stands still while the user has
 * the pointer or focus in it, or cannot see it.
 * @param shown a value that changes with each thing shown; undefined or null for none
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

/** The disappearing parts that the user has the pointer or the focus in. */
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

/** Whether the user has the pointer or the focus in any part of the page that may disappear. */
export const useLookedInto = () =>
  useSyncExternalStore(
    onLook,
    () => lookedInto.size > 0,
    () => false,
  )

/**
 * For a part of the page that may disappear: event handlers that note whether the user has the pointer or the focus in
 * it.
 */
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
