import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { useGuarded } from '../guarded-pages.ts'

/**
 * Asks before unsaved changes are lost: for links in the page, and with the browser's own dialog when the tab closes.
 */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  useGuarded(dirty)
  // If a save was under way when the question was asked, it is done by now, and there is nothing left to ask.
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
