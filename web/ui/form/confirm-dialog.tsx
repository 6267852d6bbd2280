import { type ReactNode } from 'react'
import { whileBusy } from '../disabled-reason.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import './confirm-dialog.css'

/** Asks before something that cannot be undone; `children` says what would happen, `follows` lists it in detail. */
export function ConfirmDialog({
  open,
  title,
  children,
  follows = [],
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
  /** What will happen, one line each. */
  follows?: readonly ReactNode[]
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
      onOpenChange={onCancel}
      busy={busy}
      title={title}
      description={
        follows.length === 0 ? (
          children
        ) : (
          <>
            <p>{children}</p>
            <ul className="confirm-follows">
              {follows.map((line, place) => (
                // Two lines may be identical.
                <li key={place}>{line}</li>
              ))}
            </ul>
          </>
        )
      }
      footer={
        <>
          <Button onClick={onCancel} why={whileBusy(busy)}>
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
