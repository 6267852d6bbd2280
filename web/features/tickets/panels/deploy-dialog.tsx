import { Send } from 'lucide-react'
import type { Panel } from '#features/tickets/panels/contract.ts'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checks, useDeployChecks } from '../editor/checks.tsx'
import '../editor/panel-editor.css'

/** Shows what would happen if a panel of the list were posted now, before it is. */
export function DeployDialog({
  guildId,
  panel,
  busy,
  onClose,
  onDeploy,
}: {
  guildId: string
  panel: Panel
  busy: boolean
  onClose: () => void
  onDeploy: (channelId: string) => void
}) {
  const checked = useDeployChecks(guildId, panel, panel.id)
  const { channel_id: channelId, message_id: messageId } = panel
  const verb = messageId === null ? 'Deploy' : 'Redeploy'
  return (
    <Dialog
      open
      size="medium"
      onOpenChange={onClose}
      busy={busy}
      title={`${verb} ${panel.title}?`}
      footer={
        <>
          <Button onClick={onClose} why={whileBusy(busy)}>
            Cancel
          </Button>
          <Button
            variant="primary"
            icon={<Send aria-hidden />}
            onClick={() => {
              if (channelId !== null) onDeploy(channelId)
            }}
            why={checked.blocked ?? whileBusy(checked.pending)}
            busy={busy}
            busyLabel="Deploying..."
          >
            {verb}
          </Button>
        </>
      }
    >
      <Checks checked={checked} />
    </Dialog>
  )
}
