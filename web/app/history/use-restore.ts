import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import kernel from '#kernel/contract.ts'
import { reload } from '#web/app/list/reload.ts'
import { call } from '../api.ts'
import { guildKey } from '../guild-key.ts'

/** What undoing a change would do now: requested again each time it is opened. */
export const useRestorePreview = (guildId: string, id: number) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'restore', id],
    queryFn: ({ signal }) => call(kernel, 'restorePreview', { params: { guildId, id: String(id) }, signal }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })

/** Restores a change. Everything that shows settings is loaded again. */
export function useRestore(guildId: string, id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { revision: number; keys: string[] }) =>
      call(kernel, 'restore', { params: { guildId, id: String(id) }, body }),
    onSuccess: () => reload(client, guildKey(guildId)),
  })
}
