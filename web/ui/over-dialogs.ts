/** Of a live region that stands over open dialogs and menus: all else they hide from whoever hears the page. */
export const heardOverDialogs = { 'aria-live': 'polite' } as const

/** Of what is pressed in such a region. */
export const pressedOverDialogs = { 'data-over-dialogs': '' } as const

/** Pressing that is no press outside of the dialog, which would close it. It may be gone by the time this is asked. */
export function staysOpen(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[data-over-dialogs]')) event.preventDefault()
}
