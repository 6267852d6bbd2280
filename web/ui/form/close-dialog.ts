/**
 * What closes a dialog: nothing while what it has sent is under way, as the answer would close whatever is open by then.
 * Why that failed is not told again in the next one.
 */
export const closeUnlessSending = (act: { isPending: boolean; reset: () => void }, onClose: () => void) => () => {
  if (act.isPending) return
  act.reset()
  onClose()
}
