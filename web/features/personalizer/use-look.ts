import { useCallback } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import personalizer from '#features/personalizer/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'

/** While something is on its way to Discord, how often is asked how far it is. */
const whileWaitingMs = 2000

export type ShownLook = Awaited<ReturnType<typeof readLook>>

const readLook = (guildId: string, signal?: AbortSignal) =>
  call(personalizer, 'look', { params: { guildId }, ...(signal && { signal }) })

const keyOf = (guildId: string) => [...guildKey(guildId), 'personalizer-look']

const isWaiting = (look: ShownLook | undefined) => look?.parts.some(({ state }) => state === 'waiting') === true

/** How the bot looks in this server, and telling Discord once more. */
export function useLook(guildId: string) {
  const queryKey = keyOf(guildId)
  const client = useQueryClient()
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: keyOf(guildId) }), [client, guildId])
  const look = useQuery({
    queryKey,
    queryFn: ({ signal }) => readLook(guildId, signal),
    refetchInterval: query => isWaiting(query.state.data) && whileWaitingMs,
    // What was kept may be from before a save.
    staleTime: 0,
  })
  const again = useMutation({
    mutationFn: () => call(personalizer, 'again', { params: { guildId } }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  return { look, again, refresh }
}
