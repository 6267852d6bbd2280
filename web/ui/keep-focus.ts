import { type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Whether what was in focus is gone, or was disabled. */
const isLost = () => document.activeElement === null || document.activeElement === document.body

/** Into the page's own content, so that the next Tab does not begin at the top of the page. */
export function focusContentIfLost(): void {
  if (isLost()) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/** To a place that may take no focus by itself, such as a heading, without scrolling to it. */
export function focusPlace(place: HTMLElement): void {
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/** For what goes when it is pressed: to the heading of the part it stands in, or into the page's own content. */
export function focusHeadingOf(pressed: Element): void {
  const place =
    pressed.closest('section')?.querySelector<HTMLElement>('h2') ?? document.querySelector<HTMLElement>('main')
  if (place) focusPlace(place)
}

/** For what goes from a field's list when it is pressed with a key: to the next one, the one before, or the field. */
export function focusNeighborOf({ currentTarget: pressed, detail }: MouseEvent): void {
  // By finger or mouse, which would only open a phone's keyboard.
  if (detail > 0) return
  const item = pressed.closest('.chip')
  const beside = [item?.nextElementSibling, item?.previousElementSibling]
  const next = beside.map(other => other?.querySelector('button')).find(button => button instanceof HTMLElement)
  const field = pressed.closest('.field')?.querySelector<HTMLElement>('input, [role="combobox"]')
  const place = next ?? field
  place?.focus()
}

/** For what may go with the focus in it, because its button is pressed or its time is over. A dialog keeps the focus itself. */
export function useFocusLeftBehind(going: RefObject<Element | null>): void {
  useLayoutEffect(() => {
    const part = going.current
    return () => {
      if (part?.contains(document.activeElement) && !part.closest('[role="dialog"]')) focusHeadingOf(part)
    }
  }, [going])
}

/** Back to what was in focus; where that is gone, into the page's own content. */
export function focusAgain(before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus()
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
