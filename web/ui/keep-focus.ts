import { type RefObject, useLayoutEffect, useRef } from 'react'
import { focusHeadingOf } from './focus-place.ts'
import { focusBeside } from './removed-focus.ts'

/** Whether what was in focus is gone, or was disabled. */
const isLost = () => document.activeElement === null || document.activeElement === document.body

/** Into the page's own content, so that the next Tab does not begin at the top of the page. */
export const focusContent = () => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })

export function focusContentIfLost(): void {
  if (isLost()) focusContent()
}

/** Where the focus came from into what goes, or else as `focusHeadingOf`. */
export function focusBefore(part: Element, before: EventTarget | null): void {
  if (before instanceof HTMLElement) before.focus()
  if (part.contains(document.activeElement)) focusHeadingOf(part)
}

/**
 * For what may go with the focus in it, because its button is pressed or its time is over. A dialog keeps the focus itself.
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

/** Back to what was in focus; where that is gone, beside it or into the page's own content. */
export function focusAgain(before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus()
  else if (before) focusBeside(before)
  focusContentIfLost()
}

/** While `busy`, fields are disabled, and browsers take the focus from them: whoever writes there goes on writing. */
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
