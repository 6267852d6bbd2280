import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { reload } from '#web/app/list/reload.ts'
import { useToast } from '#web/ui/toast.tsx'
import { call } from '../api.ts'
import { guildKey } from '../guild-key.ts'

interface AppliedChanges {
  id: number
  changes: number
}

/** Not below the guild's query key, which is reloaded after a change: this is shown once. */
const appliedKey = (guildId: string) => ['made-changes', guildId]

/** "12 changes" */
export const changesText = (count: number): string => `${count} ${count === 1 ? 'change' : 'changes'}`

/** Notes that many settings have just been changed, for the banner, and reloads everything about the server. */
export async function noteAppliedChanges(client: QueryClient, guildId: string, applied: AppliedChanges): Promise<void> {
  client.setQueryData(appliedKey(guildId), applied)
  await reload(client, guildKey(guildId))
}

/** The changes just applied in this tab; null if there are none. */
export const useAppliedChanges = (guildId: string): AppliedChanges | null =>
  useQuery<AppliedChanges | null>({
    queryKey: appliedKey(guildId),
    queryFn: () => null,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }).data

/** Dismisses the banner. */
export function useDismissApplied(guildId: string): () => void {
  const client = useQueryClient()
  return () => void client.setQueryData(appliedKey(guildId), null)
}

/** Undoes all of them or none. */
export function useUndo(guildId: string) {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    async mutationFn(id: number) {
      // Keeps the schemas out of the dashboard's chunk.
      const { default: kernel } = await import('#kernel/contract.ts')
      return call(kernel, 'undoChanges', { params: { guildId, id: String(id) } })
    },
    onSuccess: async ({ changes }) => {
      client.setQueryData(appliedKey(guildId), null)
      toast({ tone: 'success', title: `${changesText(changes)} undone` })
      await reload(client, guildKey(guildId))
    },
  })
}
