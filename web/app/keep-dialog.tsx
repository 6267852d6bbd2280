import { useBlocker } from '@tanstack/react-router'
import type { Guarded } from '#web/ui/dialog-guard.ts'

/** The browser's own way through pages, while nothing on the page but the dialog can be pressed. */
const isByBrowser = (action: string) => action === 'BACK' || action === 'FORWARD' || action === 'GO'

/**
 * Back, which phones have as a swipe, does nothing while a dialog sends, and asks before what was changed in it is lost, as
 * Escape does. Where the dialog leads somewhere itself, once it is done, nothing keeps it.
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
