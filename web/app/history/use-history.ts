import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type kernel from '#kernel/contract.ts'
import { reader } from '../api.ts'
import { guildKey } from '../guild-key.ts'
import type { HistoryPageFilter } from './history-filter.ts'

const readKernel = reader<typeof kernel>()

/** A guild's settings changes that fit the filter, newest first, page by page. */
export const useHistory = (guildId: string, filter: HistoryPageFilter = {}, pageSize = 10) =>
  useInfiniteQuery({
    queryKey: [...guildKey(guildId), 'history', filter, pageSize],
    queryFn: ({ pageParam, signal }) =>
      readKernel('/guild/:guildId/history', {
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
