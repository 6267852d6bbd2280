import { type ComponentProps, useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * A dialog to write in: Escape, the scrim and the cross ask before they discard what was changed; Cancel does not.
 * @param busy what was written is being sent: nothing closes it then
 */
export function EditDialog({
  changed,
  busy,
  onClose,
  children,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, 'open' | 'onOpenChange'> & {
  changed: boolean
  busy: boolean
  onClose: () => void
}) {
  const [asking, setAsking] = useState(false)
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={open => {
        if (open || busy) return
        if (changed) setAsking(true)
        else onClose()
      }}
    >
      {children}
      {asking && (
        <ConfirmDialog
          open
          title="Leave without saving?"
          action="Leave"
          cancel="Keep editing"
          onCancel={() => setAsking(false)}
          onConfirm={onClose}
        >
          What you changed here is lost.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
