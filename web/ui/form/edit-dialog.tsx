import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * A dialog for editing: Escape, the scrim, the close button and Back ask before they discard changes; Cancel does not.
 */
export function EditDialog({
  changed,
  onClose,
  children,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, 'open' | 'onOpenChange' | 'confirmDiscard'> & {
  changed: boolean
  onClose: () => void
}) {
  const [answer, setAnswer] = useState<(isLost: boolean) => void>()
  const ask = () =>
    new Promise<boolean>(resolve => {
      waiting.current = resolve
      setAnswer(() => resolve)
    })
  // If it is saved with a key while the question is open, or closed because its subject is gone, whoever waits for the
  // answer stays on the page.
  const waiting = useRef<(isLost: boolean) => void>(undefined)
  useEffect(() => () => waiting.current?.(false), [])
  const close = async () => {
    const isLost = !changed || (await ask())
    if (isLost) onClose()
    return isLost
  }
  return (
    <Dialog {...dialog} open onOpenChange={() => void close()} confirmDiscard={changed ? close : undefined}>
      {children}
      {answer && (
        <ConfirmDialog
          open
          title="Leave without saving?"
          action="Leave"
          cancel="Keep editing"
          onCancel={() => {
            setAnswer(undefined)
            answer(false)
          }}
          onConfirm={() => {
            setAnswer(undefined)
            answer(true)
          }}
        >
          Your changes here will be lost.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
