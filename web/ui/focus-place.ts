/** Focuses an element that may not be focusable by itself, such as a heading, without scrolling to it. */
export function focusPlace(place: HTMLElement): void {
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/** For a control that disappears when pressed: focuses the heading of its part, or the page's content. */
export function focusHeadingOf(pressed: Element): void {
  const place =
    pressed.closest('section')?.querySelector<HTMLElement>('h2') ?? document.querySelector<HTMLElement>('main')
  if (place) focusPlace(place)
}
