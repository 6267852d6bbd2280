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
 * Calls `dismiss` after a while. People read at different speeds (WCAG 2.2.1), so the time starts again whenever the
 * user's pointer or focus has left it, or the page is visible again.
 * @param shown a value that changes with each thing shown; undefined or null for none
 */
export function useAutoDismiss(shown: unknown, isHoveredOrFocused: boolean, dismiss: () => void): void {
  const isPaused = useHidden() || isHoveredOrFocused
  const end = useEffectEvent(dismiss)
  useEffect(() => {
    if (shown === undefined || shown === null || isPaused) return undefined
    const timer = setTimeout(() => end(), shownFor)
    return () => clearTimeout(timer)
  }, [shown, isPaused])
}

/** The disappearing parts that the user has the pointer or the focus in. */
const activeParts = new Set<symbol>()
const listeners = new Set<() => void>()

function setActive(part: symbol, isHoveredOrFocused: boolean) {
  if (isHoveredOrFocused) activeParts.add(part)
  else activeParts.delete(part)
  for (const listener of listeners) listener()
}

function onActivity(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the user has the pointer or the focus in any part of the page that may disappear. */
export const useAnyHoveredOrFocused = () =>
  useSyncExternalStore(
    onActivity,
    () => activeParts.size > 0,
    () => false,
  )

/**
 * For a part of the page that may disappear: event handlers that note whether the user has the pointer or the focus in
 * it.
 */
export function useHoverFocusHandlers(isDismissible: boolean) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHoveredOrFocused = isDismissible && (isPointedAt || isFocused)
  useEffect(() => {
    if (!isHoveredOrFocused) return undefined
    const part = Symbol('hovered or focused')
    setActive(part, true)
    return () => setActive(part, false)
  }, [isHoveredOrFocused])
  return {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}
