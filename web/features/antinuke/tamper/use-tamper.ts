import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import antinuke from '#features/antinuke/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'

const key = (guildId: string, what: string) => [...guildKey(guildId), 'antinuke', what] as const

/** Changes that wait for a second person. */
export const useRequests = (guildId: string, enabled = true) =>
  useQuery({
    enabled,
    queryKey: key(guildId, 'requests'),
    queryFn: ({ signal }) => call(antinuke, 'requests', { params: { guildId }, signal }),
    // The second person is asked in Discord and decides there, or in another window.
    refetchOnWindowFocus: true,
  })

/** What weakened the protection. */
export const useAlarms = (guildId: string, enabled = true) =>
  useQuery({
    enabled,
    queryKey: key(guildId, 'alarms'),
    queryFn: ({ signal }) => call(antinuke, 'alarms', { params: { guildId }, signal }),
    refetchOnWindowFocus: true,
  })

/** Confirms or drops a request, or undoes what an alarm is about. */
export function useDecide(guildId: string, what: 'confirm' | 'reject' | 'undo') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(antinuke, what, { params: { guildId, id: String(id) } }),
    // Also after a failure: it may have been decided elsewhere.
    onSettled: () => reload(client, guildKey(guildId)),
  })
}
