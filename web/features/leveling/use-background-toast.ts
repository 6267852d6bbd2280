import { useEffect, useRef } from 'react'
import leveling from '#features/leveling/contract.ts'
import type { RoleProgress } from '#features/leveling/role-changes/contract.ts'
import { call } from '#web/app/api.ts'
import { useToast } from '#web/ui/toast.tsx'
import { progressText } from './leveling-text.ts'
import { resultTitle } from './role-text.ts'

/** How often to poll the progress of level roles (ms). */
export const pollMs = 1500

interface ToastContent {
  title: string
  detail?: string
  tone: 'success' | 'danger'
}

/** The message about a run for everybody; undefined while it is in progress. */
const runToast = (progress: RoleProgress | null): ToastContent | null | undefined =>
  progress?.state === 'running'
    ? undefined
    : progress && { ...progressText(progress), tone: progress.state === 'failed' ? 'danger' : 'success' }

/** Shows a toast when level roles are done, wherever the user is by then, if they have left the page that shows it. */
export function useBackgroundToast(guildId: string) {
  const toast = useToast()
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const tell = async (ask: () => Promise<ToastContent | null | undefined>) => {
    let content: ToastContent | null | undefined
    do {
      await new Promise(resolve => setTimeout(resolve, pollMs))
      // A user who has signed out, or has no connection, can see it on the page later.
      content = await ask().catch(() => null)
    } while (content === undefined)
    if (content && !isShown.current) toast(content)
  }
  return {
    ofRun: () => tell(async () => runToast((await call(leveling, 'roleProgress', { params: { guildId } })).progress)),
    /** @param batch the batch of an import, a reset, or something undone */
    ofBatch: (batch: string) =>
      tell(async () => {
        const result = await call(leveling, 'roleResult', { params: { guildId, batch }, query: { after: 0 } })
        if (result.state === 'following' || result.state === 'undoing') return undefined
        if (result.rows.length === 0) return null
        return { title: resultTitle(result), tone: result.state === 'stopped' ? 'danger' : 'success' }
      }),
  }
}
