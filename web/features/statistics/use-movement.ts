import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DayRange } from '#contract'
import type statistics from '#features/statistics/contract.ts'
import { call, reader } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'

// Type import only, so that the dashboard does not load the schemas.
const readStatistics = reader<typeof statistics>()
export const feature = 'statistics' satisfies typeof statistics.name

const key = (guildId: string) => [...guildKey(guildId), feature] as const

/** Members, joins, leaves and messages of the last days. */
export const useMovement = (guildId: string, days: DayRange, enabled: boolean) =>
  useQuery({
    queryKey: [...key(guildId), days],
    queryFn: ({ signal }) =>
      readStatistics('/guild/:guildId/statistics', { params: { guildId }, query: { days }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })

/** Switches counting on or off. */
export function useSetCounting(guildId: string) {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(counting: boolean) {
      const { default: contract } = await import('#features/statistics/contract.ts')
      return call(contract, 'setCounting', { params: { guildId }, body: { counting } })
    },
    onSuccess: () => reload(client, guildKey(guildId)),
  })
}
