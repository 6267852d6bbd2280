import { useState } from 'react'
import { longestReason } from '#features/tickets/live/team-acts/contract.ts'
import { Banner } from '#web/ui/banner.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { TextArea } from '#web/ui/form/text-input.tsx'

/** Asks before a ticket is closed, and for the reason. */
export function CloseDialog({
  keeps,
  busy,
  error,
  onClose,
  onCancel,
}: {
  /** Whether it is kept until somebody deletes it. */
  keeps: boolean
  busy: boolean
  error: string | undefined
  onClose: (reason: string) => void
  onCancel: () => void
}) {
  const [reason, setReason] = useState('')
  const problem = [...reason].length > longestReason ? `Write at most ${longestReason} characters.` : undefined
  return (
    <EditDialog
      changed={reason.trim() !== ''}
      busy={busy}
      onClose={onCancel}
      title="Close this ticket?"
      description={
        keeps ? 'The team keeps it until somebody deletes it.' : 'Its channel is deleted once its transcript is saved.'
      }
      footer={
        <>
          <Button onClick={onCancel} why={whileBusy(busy)}>
            Cancel
          </Button>
          <Button variant="danger" busy={busy} why={problem} onClick={() => onClose(reason)}>
            Close ticket
          </Button>
        </>
      }
    >
      {error !== undefined && <Banner tone="danger" title={error} />}
      <TextArea
        label="Reason"
        optional
        help="Shown in the ticket, the log and the transcript."
        max={longestReason}
        value={reason}
        onChange={setReason}
        error={problem}
      />
    </EditDialog>
  )
}
