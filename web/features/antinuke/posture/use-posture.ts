import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import antinuke from '#features/antinuke/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'
import { useLive } from '#web/app/live/use-live.ts'
import { useAntinukeForm } from '../use-antinuke-form.ts'
import { postureKey } from './posture-key.ts'

const panicKey = (guildId: string) => [...guildKey(guildId), 'antinuke', 'panic'] as const
/** How often to poll while a server is being locked down or opened (ms). */
const underWayMs = 1000

/** A server's posture, checked again whenever roles or settings change. */
export function usePosture(guildId: string) {
  const client = useQueryClient()
  useLive(antinuke, 'postureLive', guildId, () => void reload(client, postureKey(guildId)))
  return useQuery({
    queryKey: postureKey(guildId),
    queryFn: ({ signal }) => call(antinuke, 'posture', { params: { guildId }, signal }),
  })
}

/** Switches on the setting that a finding is about; the settings form is reloaded, too. */
export function useTurnOn(guildId: string) {
  const client = useQueryClient()
  const form = useAntinukeForm(guildId)
  const turnOn = useMutation({
    mutationFn: (key: string) => call(antinuke, 'repairPosture', { params: { guildId }, body: { key } }),
    onSuccess: posture => client.setQueryData(postureKey(guildId), posture),
  })
  return { ...turnOn, allowed: form.access.canManageModules }
}

/** Whether the server is locked down, and functions to lock it down and open it. */
export function usePanic(guildId: string) {
  const client = useQueryClient()
  const form = useAntinukeForm(guildId)
  const { data, error, refetch } = useQuery({
    queryKey: panicKey(guildId),
    queryFn: ({ signal }) => call(antinuke, 'panic', { params: { guildId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'starting' || state.data?.state === 'ending' ? underWayMs : false,
  })
  const change = useMutation({
    mutationFn: (to: 'start' | 'end') => {
      const params = { guildId }
      return to === 'start'
        ? call(antinuke, 'startPanic', { params, body: {} })
        : call(antinuke, 'endPanic', { params, body: {} })
    },
    onSuccess: panic => client.setQueryData(panicKey(guildId), panic),
  })
  return { panic: data, error, refetch, change, allowed: form.access.canEditSettings }
}
