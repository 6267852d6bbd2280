import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import tickets from '#features/tickets/contract.ts'
import { call } from '#web/app/api.ts'
import { reload } from '#web/app/list/reload.ts'
import { useLive } from '#web/app/live/use-live.ts'
import { openTicketsKey } from './open-tickets-key.ts'

/** How often the relative times in the list are updated if nothing happens (ms). */
const everyMs = 60_000

/** The first open tickets, with live updates. */
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
