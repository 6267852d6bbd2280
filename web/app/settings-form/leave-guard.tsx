import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'

/**
 * Asks before unsaved changes are left behind: for links in the page, and in the browser's own words when it closes.
 */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  // What was being saved when it was asked is saved by now: there is nothing left to ask.
  const { status, proceed } = blocker
  useEffect(() => {
    if (!dirty && status === 'blocked') proceed()
  }, [dirty, status, proceed])
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      title="Leave without saving?"
      action="Leave"
      cancel="Stay"
      onConfirm={() => proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      Your changes on this page have not been saved. Leaving discards them.
    </ConfirmDialog>
  )
}
