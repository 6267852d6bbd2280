import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import antinuke from '#features/antinuke/contract.ts'
import type { RestoreChoice, Comparison } from '#features/antinuke/time-machine/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { useLive } from '#web/app/live/use-live.ts'

export const timeMachineKey = (guildId: string) => [...guildKey(guildId), 'antinuke', 'time-machine'] as const
/** The steps of a restoration send no events, so it is polled (ms). */
const restoringMs = 1000

/** The recorded days and the restorations made by hand; polled while one is running. */
export function useOverview(guildId: string) {
  const client = useQueryClient()
  useLive(
    antinuke,
    'incidentsLive',
    guildId,
    () => void client.invalidateQueries({ queryKey: timeMachineKey(guildId) }),
  )
  const query = useQuery({
    queryKey: [...timeMachineKey(guildId), 'overview'],
    queryFn: ({ signal }) =>
      call(antinuke, 'timeMachine', {
        params: { guildId },
        query: { offset: -new Date().getTimezoneOffset() },
        signal,
      }),
    refetchInterval: ({ state: { data } }) => (data && data.busy !== null ? restoringMs : false),
  })
  const isBusy = query.data !== undefined && query.data.busy !== null
  // What was restored no longer differs.
  useEffect(() => {
    if (!isBusy) void client.invalidateQueries({ queryKey: [...timeMachineKey(guildId), 'comparison'] })
  }, [client, guildId, isBusy])
  return query
}

/** @param to null for now */
export const useComparison = (guildId: string, from: number | undefined, to: number | null) =>
  useQuery({
    queryKey: [...timeMachineKey(guildId), 'comparison', from, to],
    queryFn: ({ signal }) =>
      call(antinuke, 'compareMoments', {
        params: { guildId },
        query: { from: from ?? 0, ...(to !== null && { to }) },
        signal,
      }),
    enabled: from !== undefined,
    placeholderData: keepPreviousData,
  })

const bodyOf = ({ from, to }: Comparison, chosen: readonly RestoreChoice[]) => ({ from, to, chosen: [...chosen] })

/** What a restoration would do, as soon as something is chosen. */
export const useDryRun = (guildId: string, comparison: Comparison, chosen: readonly RestoreChoice[], may: boolean) =>
  useQuery({
    queryKey: [...timeMachineKey(guildId), 'dry-run', comparison.from, comparison.to, chosen],
    queryFn: ({ signal }) =>
      call(antinuke, 'dryRun', { params: { guildId }, body: bodyOf(comparison, chosen), signal }),
    enabled: may && chosen.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  })

function useActing<T>(guildId: string, mutationFn: (given: T) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: timeMachineKey(guildId) }) })
}

export const useRestore = (guildId: string, comparison: Comparison) =>
  useActing(guildId, (chosen: readonly RestoreChoice[]) =>
    call(antinuke, 'restoreMoment', { params: { guildId }, body: bodyOf(comparison, chosen) }),
  )

export const useUndo = (guildId: string) =>
  useActing(guildId, (id: number) => call(antinuke, 'undoRestoration', { params: { guildId, id: String(id) } }))
