/** For a live region above open dialogs and menus, which hide everything else from screen readers. */
export const heardOverDialogs = { 'aria-live': 'polite' } as const

/** For controls in such a region. */
export const pressedOverDialogs = { 'data-over-dialogs': '' } as const

/**
 * Keeps a dialog open when such a control is pressed, which counts as outside of it. The control may already be gone
 * when this is called.
 */
export function keepDialogOpen(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[data-over-dialogs]')) event.preventDefault()
}
