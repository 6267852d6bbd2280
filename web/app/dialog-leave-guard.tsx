import { useBlocker } from '@tanstack/react-router'
import type { Guarded } from '#web/ui/dialog-guard.ts'
import { isPageGuarded } from './guarded-pages.ts'

/** Navigation by the browser itself: while a dialog is open, nothing else on the page can be pressed. */
const isByBrowser = (action: string) => action === 'BACK' || action === 'FORWARD' || action === 'GO'

/**
 * Handles Back, which phones offer as a swipe: it does nothing while a dialog is sending, and asks before changes in it
 * are lost, as Escape does. Navigation by the dialog itself, once it is done, is not blocked.
 */
export function DialogLeaveGuard({ busy, changed, confirmDiscard }: Guarded) {
  useBlocker({
    shouldBlockFn: async ({ action, current, next }) => {
      if (busy) return isByBrowser(action)
      const isLeft = current.pathname !== next.pathname
      if (!changed || !(isByBrowser(action) || isLeft)) return false
      // The page asks, about all that is on it.
      if (isLeft && isPageGuarded()) return false
      return !(await confirmDiscard())
    },
    enableBeforeUnload: () => busy || changed,
  })
  return null
}
