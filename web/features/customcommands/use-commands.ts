import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Body } from '#contract'
import customcommands from '#features/customcommands/contract.ts'
import { serverCommand } from '#features/customcommands/design/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'

type Posted = Partial<Body<(typeof customcommands)['endpoints']['saveCommand']>>

const commandsKey = (guildId: string) => [...guildKey(guildId), 'custom-commands']

const commandsQuery = (guildId: string) =>
  queryOptions({
    queryKey: commandsKey(guildId),
    queryFn: async ({ signal }) => {
      const { commands, ...rest } = await call(customcommands, 'commands', { params: { guildId }, signal })
      return { ...rest, commands: commands.map(one => serverCommand.parse(one)) }
    },
  })

export const useCommands = (guildId: string) => useQuery(commandsQuery(guildId))

/** Saves and deletes commands; the list updates itself. */
export function useCommandCalls(guildId: string) {
  const client = useQueryClient()
  const onSettled = () => reload(client, commandsKey(guildId))
  const save = useMutation({
    mutationFn: async (body: Posted) =>
      serverCommand.parse((await call(customcommands, 'saveCommand', { params: { guildId }, body })).command),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(customcommands, 'deleteCommand', { params: { guildId, commandId: id } }),
    onSettled,
  })
  /** A command as it is stored now; undefined if it was deleted. */
  const newest = async (id: string) => {
    const { commands } = await client.fetchQuery({ ...commandsQuery(guildId), staleTime: 0 })
    return commands.find(one => one.id === id)
  }
  return { save, remove, newest }
}
