import { type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'

/** Asks before something that cannot be undone; `children` says what would happen. */
export function ConfirmDialog({
  open,
  title,
  children,
  action,
  cancel = 'Cancel',
  danger = true,
  busy = false,
  onConfirm,
  onCancel,
}: {
  open: boolean
  title: string
  children: ReactNode
  /** The verb on the button: 'Delete Panel'. */
  action: string
  cancel?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={next => {
        if (!next) onCancel()
      }}
      title={title}
      description={children}
      footer={
        <>
          <Button onClick={onCancel} disabled={busy}>
            {cancel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm} busy={busy}>
            {action}
          </Button>
        </>
      }
    />
  )
}
