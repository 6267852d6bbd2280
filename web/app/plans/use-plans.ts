import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import kernel from '#kernel/contract.ts'
import { reload } from '#web/app/list/reload.ts'
import { call } from '../api.ts'
import { guildKey } from '../guild-key.ts'
import { useLive } from '../live/use-live.ts'

const plansKey = (guildId: string) => [...guildKey(guildId), 'plans']

/** A guild's multi-step work, running and finished; reloaded whenever a part is done. */
export function usePlans(guildId: string) {
  const client = useQueryClient()
  useLive(kernel, 'plansLive', guildId, () => void reload(client, plansKey(guildId)))
  return useQuery({
    queryKey: plansKey(guildId),
    queryFn: ({ signal }) => call(kernel, 'plans', { params: { guildId }, signal }),
  })
}

/** Cancels or undoes one. */
export function usePlanChange(guildId: string, name: 'cancelPlan' | 'undoPlan') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(kernel, name, { params: { guildId, id: String(id) } }),
    onSettled: () => reload(client, plansKey(guildId)),
  })
}
