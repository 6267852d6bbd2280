import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import tickets from '#features/tickets/contract.ts'
import { call } from '#web/app/api.ts'
import { reload } from '#web/app/list/reload.ts'
import { useLive } from '#web/app/live/use-live.ts'
import { openTicketsKey } from './open-tickets-key.ts'

/** How often the times in the list move on (ms), should nothing happen. */
const everyMs = 60_000

/** The first of the open tickets, kept up as they change. */
export function useOpenTickets(guildId: string, limit: number) {
  const client = useQueryClient()
  useLive(tickets, 'live', guildId, () => void reload(client, openTicketsKey(guildId)))
  return useQuery({
    queryKey: [...openTicketsKey(guildId), 'first', limit],
    queryFn: ({ signal }) => call(tickets, 'openTickets', { params: { guildId }, query: { limit }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
}
