import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import kernel from '#kernel/contract.ts'
import { call } from '../api.ts'
import { guildKey } from '../guild-key.ts'
import type { HistoryFilter } from './history-filter.ts'

/** A guild's settings changes that fit the filter, newest first, page by page. */
export const useHistory = (guildId: string, filter: HistoryFilter = {}, pageSize = 10) =>
  useInfiniteQuery({
    queryKey: [...guildKey(guildId), 'history', filter, pageSize],
    queryFn: ({ pageParam, signal }) =>
      call(kernel, 'history', {
        params: { guildId },
        query: { ...filter, before: pageParam, limit: pageSize },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.revisions.length, 0)
      return shown < last.total ? last.revisions.at(-1)?.id : undefined
    },
    placeholderData: keepPreviousData,
  })

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
    onSuccess: () => client.invalidateQueries({ queryKey: guildKey(guildId) }),
  })
}
