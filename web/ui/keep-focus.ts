import { type RefObject, useLayoutEffect, useRef } from 'react'
import { focusHeadingOf } from './focus-place.ts'
import { focusBeside } from './removed-focus.ts'

/** Whether the focused element was removed or disabled. */
const isLost = () => document.activeElement === null || document.activeElement === document.body

/** Focuses the page's content, so that the next Tab does not start at the top of the page. */
export const focusContent = () => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })

export function focusContentIfLost(): void {
  if (isLost()) focusContent()
}

/** Focuses the element that had the focus before it moved into the disappearing part; otherwise as `focusHeadingOf`. */
export function focusBefore(part: Element, before: EventTarget | null): void {
  if (before instanceof HTMLElement) before.focus()
  if (part.contains(document.activeElement)) focusHeadingOf(part)
}

/**
 * For a part that may disappear with the focus in it, because its button was pressed or its time is over. A dialog
 * keeps the focus itself.
 * @param leave moves the focus, which came from `before`
 */
export function useFocusLeftBehind(
  going: RefObject<Element | null>,
  leave: (part: Element, before: EventTarget | null) => void = focusHeadingOf,
): void {
  useLayoutEffect(() => {
    const part = going.current
    let before: EventTarget | null = null
    const note = (event: Event) => {
      if (event instanceof FocusEvent) before = event.relatedTarget
    }
    part?.addEventListener('focusin', note)
    return () => {
      part?.removeEventListener('focusin', note)
      if (part?.contains(document.activeElement) && !part.closest('[role="dialog"]')) leave(part, before)
    }
  }, [going, leave])
}

/** Returns the focus to the element that had it; if that is gone, to a place beside it or to the page's content. */
export function focusAgain(before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus()
  else if (before) focusBeside(before)
  focusContentIfLost()
}

/**
 * While `busy`, fields are disabled, and browsers take the focus from them. This gives it back, so that whoever was
 * typing there can go on.
 */
export function useKeptFocus(busy: boolean): void {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (busy) before.current = document.activeElement
    else if (before.current) {
      if (isLost()) focusAgain(before.current)
      before.current = null
    }
  }, [busy])
}
