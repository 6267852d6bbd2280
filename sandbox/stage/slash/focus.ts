/**
 * A ref callback that focuses the element when the form opens, but never takes the focus from another field of the
 * form.
 */
export function focusOnce(element: HTMLElement | null): void {
  if (element && element.closest('form')?.contains(document.activeElement) !== true) element.focus()
}
