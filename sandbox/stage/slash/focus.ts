/** A ref that takes the focus when the form opens, and not from another field of the form. */
export function focusOnce(element: HTMLElement | null): void {
  if (element && element.closest('form')?.contains(document.activeElement) !== true) element.focus()
}
