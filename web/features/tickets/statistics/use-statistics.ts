import { ownTimeZone } from '#web/app/dates.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import tickets from '#features/tickets/contract.ts'
import type { Range } from '#features/tickets/statistics/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'

/** What happened in the last days of the reader's. What was shown stays until another range has been counted. */
export const useStatistics = (guildId: string, days: Range) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'tickets', 'statistics', days],
    queryFn: ({ signal }) =>
      call(tickets, 'statistics', {
        params: { guildId },
        query: { days, timeZone: ownTimeZone() },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
