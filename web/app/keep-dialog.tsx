import { useBlocker } from '@tanstack/react-router'
import type { Guarded } from '#web/ui/dialog-guard.ts'

/** The browser's own way through pages, while nothing on the page but the dialog can be pressed. */
const isByBrowser = (action: string) => action === 'BACK' || action === 'FORWARD' || action === 'GO'

/**
 * Back, which phones have as a swipe, does to a dialog what Escape does: nothing while it sends, and it asks before what
 * was changed is lost. Where the dialog leads somewhere itself, once it is done, nothing keeps it.
 */
export function KeepDialog({ busy, changed, mayLose }: Guarded) {
  useBlocker({
    shouldBlockFn: async ({ action, current, next }) => {
      if (busy) return isByBrowser(action)
      if (!changed || !(isByBrowser(action) || current.pathname !== next.pathname)) return false
      return !(await mayLose())
    },
    enableBeforeUnload: () => busy || changed,
  })
  return null
}
