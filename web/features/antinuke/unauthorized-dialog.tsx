import { useNavigate } from '@tanstack/react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Shown instead of a page that the viewer may not see. */
export function UnauthorizedDialog({ guildId }: { guildId: string }) {
  const navigate = useNavigate()
  const leave = () => void navigate({ to: '/manage/$guildId/dashboard', params: { guildId } })
  return (
    <Dialog
      open
      onOpenChange={leave}
      busy={false}
      title="Access Denied"
      description="Insufficient Permissions"
      footer={
        <Button variant="primary" onClick={leave}>
          Back to the dashboard
        </Button>
      }
    >
      <p>You are not authorized to access this section.</p>
      <p className="field-help">
        Only the owner of the server, extra owners and whitelisted people see it. The owner or an extra owner can add
        you.
      </p>
    </Dialog>
  )
}
