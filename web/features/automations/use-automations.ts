import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Body } from '#contract'
import automations from '#features/automations/contract.ts'
import { automation as automationSchema, type Design } from '#features/automations/design/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'

type Posted = Partial<Body<(typeof automations)['endpoints']['saveAutomation']>>

const listKey = (guildId: string) => [...guildKey(guildId), 'automations']

const listQuery = (guildId: string) =>
  queryOptions({
    queryKey: listKey(guildId),
    queryFn: async ({ signal }) => {
      const { automations: found, bot, you } = await call(automations, 'list', { params: { guildId }, signal })
      return { automations: found.map(one => automationSchema.parse(one)), bot, you }
    },
  })

export const useAutomations = (guildId: string) => useQuery(listQuery(guildId))

/** Saves, switches and deletes automations; the list updates itself. */
export function useAutomationCalls(guildId: string) {
  const client = useQueryClient()
  const onSettled = () => reload(client, listKey(guildId))
  const save = useMutation({
    mutationFn: async (body: Posted) =>
      automationSchema.parse((await call(automations, 'saveAutomation', { params: { guildId }, body })).automation),
    onSettled,
  })
  const turn = useMutation({
    mutationFn: async ({ id, on }: { id: string; on: boolean }) =>
      automationSchema.parse(
        (await call(automations, 'turn', { params: { guildId, automationId: id }, body: { on } })).automation,
      ),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(automations, 'remove', { params: { guildId, automationId: id } }),
    onSettled,
  })
  /** An automation as it is stored now; undefined if it was deleted. */
  const newest = async (id: string) => {
    const { automations: found } = await client.fetchQuery({ ...listQuery(guildId), staleTime: 0 })
    return found.find(one => one.id === id)
  }
  return { save, turn, remove, newest }
}

/** Tries a design on the latest messages of a channel. */
export const useTrial = (guildId: string) =>
  useMutation({
    mutationFn: (body: { design: Design; channel_id: string }) =>
      call(automations, 'tryOut', { params: { guildId }, body }),
  })
