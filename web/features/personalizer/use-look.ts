import { useCallback } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import personalizer from '#features/personalizer/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'

/** How often to poll while something is on its way to Discord (ms). */
const whileWaitingMs = 2000

export type ShownLook = Awaited<ReturnType<typeof readLook>>

const readLook = (guildId: string, signal?: AbortSignal) =>
  call(personalizer, 'look', { params: { guildId }, ...(signal && { signal }) })

const keyOf = (guildId: string) => [...guildKey(guildId), 'personalizer-look']

const isWaiting = (look: ShownLook | undefined) => look?.parts.some(({ state }) => state === 'waiting') === true

/** How the bot looks in this server, and a function that sends it to Discord again. */
export function useLook(guildId: string) {
  const queryKey = keyOf(guildId)
  const client = useQueryClient()
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: keyOf(guildId) }), [client, guildId])
  const look = useQuery({
    queryKey,
    queryFn: ({ signal }) => readLook(guildId, signal),
    refetchInterval: query => isWaiting(query.state.data) && whileWaitingMs,
    // Cached data may be from before a save.
    staleTime: 0,
  })
  const again = useMutation({
    mutationFn: () => call(personalizer, 'again', { params: { guildId } }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  return { look, again, refresh }
}
