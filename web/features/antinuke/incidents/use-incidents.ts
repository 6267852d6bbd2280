import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import antinuke from '#features/antinuke/contract.ts'
import { call } from '#web/app/api.ts'
import { reload } from '#web/app/list/reload.ts'
import { useLive } from '#web/app/live/use-live.ts'
import { incidentsKey } from './incidents-key.ts'

const pageSize = 25
/** The steps of a recovery send no events, so it is polled (ms). */
const recoveringMs = 1000

function useFresh(guildId: string): void {
  const client = useQueryClient()
  useLive(antinuke, 'incidentsLive', guildId, () => void reload(client, incidentsKey(guildId)))
}

/** A server's incidents, newest first, with live updates. */
export function useIncidents(guildId: string) {
  useFresh(guildId)
  return useInfiniteQuery({
    queryKey: [...incidentsKey(guildId), 'list'],
    queryFn: ({ pageParam, signal }) =>
      call(antinuke, 'incidents', { params: { guildId }, query: { before: pageParam, limit: pageSize }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.incidents.length, 0)
      return shown < last.total ? last.incidents.at(-1)?.number : undefined
    },
    placeholderData: keepPreviousData,
  })
}

/** The latest incident of a server, or null. */
export const useLastIncident = (guildId: string, enabled = true) =>
  useQuery({
    enabled,
    queryKey: [...incidentsKey(guildId), 'last'],
    queryFn: ({ signal }) => call(antinuke, 'incidents', { params: { guildId }, query: { limit: 1 }, signal }),
    select: ({ incidents }) => incidents[0] ?? null,
  })

/** Everything about one incident, with live updates. */
export function useIncident(guildId: string, number: string) {
  useFresh(guildId)
  return useQuery({
    queryKey: [...incidentsKey(guildId), number],
    queryFn: ({ signal }) => call(antinuke, 'incident', { params: { guildId, number }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.incident.state === 'under-way' || data?.restoring ? recoveringMs : false,
  })
}

/** Restores what is missing. */
export function useRestore(guildId: string, number: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(antinuke, 'restoreIncident', { params: { guildId, number } }),
    onSettled: () => reload(client, incidentsKey(guildId)),
  })
}

/** Says that it was not an attack. */
export function useMeant(guildId: string, number: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (users: string[]) => call(antinuke, 'declareMeant', { params: { guildId, number }, body: { users } }),
    onSettled: () => reload(client, incidentsKey(guildId)),
  })
}

/** Undoes punishments. */
export function useUndoPunishment(guildId: string, number: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(antinuke, 'undoPunishment', { params: { guildId, number }, body: {} }),
    onSettled: () => reload(client, incidentsKey(guildId)),
  })
}
