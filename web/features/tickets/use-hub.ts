import { useQuery } from '@tanstack/react-query'
import tickets from '#features/tickets/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'

/** The ticket settings in the specification's shape, with the server's channels and roles. */
export const useHub = (guildId: string) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'tickets'],
    queryFn: ({ signal }) => call(tickets, 'hub', { params: { guildId }, signal }),
  })
