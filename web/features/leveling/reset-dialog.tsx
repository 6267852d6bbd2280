import { useState } from 'react'
import { FailedCall } from '#web/app/failed-call.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { closeUnlessSending } from '#web/ui/form/close-dialog.ts'
import { Checkbox } from '#web/ui/form/switch.tsx'
import type { useXpChanges } from './use-leaderboard.ts'

/** Asks before everybody's XP is reset, and whether level roles are taken, too. */
export function ResetDialog({
  change,
  onClose,
}: {
  change: ReturnType<typeof useXpChanges>['everybody']
  onClose: () => void
}) {
  const close = closeUnlessSending(change, onClose)
  const [takeRoles, setTakeRoles] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={close}
      busy={change.isPending}
      title="Reset everybody?"
      description="All XP and levels in this server are removed. Messages and voice time stay. It can be undone below, under changes by hand."
      footer={
        <>
          <Button onClick={close} why={whileBusy(change.isPending)}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={change.isPending}
            onClick={() => change.mutate(takeRoles, { onSuccess: onClose })}
          >
            Reset everybody
          </Button>
        </>
      }
    >
      <FailedCall error={change.error} />
      <Checkbox label="Also take level roles from everybody who has XP" value={takeRoles} onChange={setTakeRoles} />
    </Dialog>
  )
}
