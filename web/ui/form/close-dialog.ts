/**
 * Closes a dialog, unless its request is under way: the response would close whatever is open by then. Resets the
 * request, so that an error is not shown in the next dialog.
 */
export const closeUnlessSending = (act: { isPending: boolean; reset: () => void }, onClose: () => void) => () => {
  if (act.isPending) return
  act.reset()
  onClose()
}
