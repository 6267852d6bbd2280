import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import moderation from '#features/moderation/contract.ts'
import { call } from '#web/app/api.ts'
import { reload } from '#web/app/list/reload.ts'
import { useLive } from '#web/app/live/use-live.ts'
import type { CaseFilter } from './case-filter.ts'
import { casesKey } from './cases-key.ts'

const pageSize = 25

/**
 * A server's cases, newest first, page by page, with live updates. Earlier results stay until another search has been
 * answered.
 */
export function useCases(guildId: string, filter: CaseFilter) {
  const client = useQueryClient()
  useLive(moderation, 'live', guildId, () => void reload(client, casesKey(guildId)))
  return useInfiniteQuery({
    queryKey: [...casesKey(guildId), filter],
    queryFn: ({ pageParam, signal }) =>
      call(moderation, 'cases', {
        params: { guildId },
        query: { ...filter, before: pageParam, limit: pageSize },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.cases.length, 0)
      return shown < last.total ? last.cases.at(-1)?.number : undefined
    },
    placeholderData: keepPreviousData,
    // New cases arrive while the page is in the background: moderators work in Discord.
    refetchOnWindowFocus: true,
  })
}

export function useEditCase(guildId: string, number: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) =>
      call(moderation, 'editCase', { params: { guildId, number: String(number) }, body: { reason } }),
    onSuccess: () => reload(client, casesKey(guildId)),
  })
}

export function useVoidCase(guildId: string, number: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(moderation, 'voidCase', { params: { guildId, number: String(number) } }),
    onSuccess: () => reload(client, casesKey(guildId)),
  })
}
