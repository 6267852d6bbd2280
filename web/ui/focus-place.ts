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
