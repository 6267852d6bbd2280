import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Body } from '#contract'
import tickets from '#features/tickets/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'

const tagsKey = (guildId: string) => [...guildKey(guildId), 'ticket-tags'] as const

/** The team's ready answers, with who gave each how often. */
export const useTags = (guildId: string) =>
  useQuery({
    queryKey: tagsKey(guildId),
    queryFn: ({ signal }) => call(tickets, 'usedTags', { params: { guildId }, signal }),
  })

export function useTagChanges(guildId: string) {
  const client = useQueryClient()
  const onSettled = () => reload(client, tagsKey(guildId))
  const save = useMutation({
    mutationFn: (body: Body<(typeof tickets)['endpoints']['saveTag']>) =>
      call(tickets, 'saveTag', { params: { guildId }, body }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (name: string) => call(tickets, 'deleteTag', { params: { guildId, name } }),
    onSettled,
  })
  return { save, remove }
}
