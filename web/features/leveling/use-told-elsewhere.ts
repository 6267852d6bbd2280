import { useEffect, useRef } from 'react'
import leveling from '#features/leveling/contract.ts'
import type { RoleProgress } from '#features/leveling/role-changes/contract.ts'
import { call } from '#web/app/api.ts'
import { useToast } from '#web/ui/toast.tsx'
import { progressText } from './leveling-text.ts'
import { resultTitle } from './role-text.ts'

/** How often is asked how far level roles are. */
export const pollMs = 1500

interface Told {
  title: string
  detail?: string
  tone: 'success' | 'danger'
}

/** What to say of a run for everybody; undefined while it goes on. */
const toldOfRun = (progress: RoleProgress | null): Told | null | undefined =>
  progress?.state === 'running'
    ? undefined
    : progress && { ...progressText(progress), tone: progress.state === 'failed' ? 'danger' : 'success' }

/** Says that level roles have followed, wherever its caller is then, to whoever has left the page that shows it. */
export function useToldElsewhere(guildId: string) {
  const toast = useToast()
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const tell = async (ask: () => Promise<Told | null | undefined>) => {
    let told: Told | null | undefined
    do {
      await new Promise(resolve => setTimeout(resolve, pollMs))
      // Whoever has signed out, or is without a connection, finds it on the page.
      told = await ask().catch(() => null)
    } while (told === undefined)
    if (told && !isShown.current) toast(told)
  }
  return {
    ofRun: () => tell(async () => toldOfRun((await call(leveling, 'roleProgress', { params: { guildId } })).progress)),
    /** @param batch an import, a reset, or what was undone */
    ofBatch: (batch: string) =>
      tell(async () => {
        const result = await call(leveling, 'roleResult', { params: { guildId, batch }, query: { after: 0 } })
        if (result.state === 'following' || result.state === 'undoing') return undefined
        if (result.rows.length === 0) return null
        return { title: resultTitle(result), tone: result.state === 'stopped' ? 'danger' : 'success' }
      }),
  }
}
