import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import premium, { mostAsked, type PremiumServer } from '#features/premium/contract.ts'
import { call } from '#web/app/api.ts'
import { isManaged } from '#web/app/guild-list.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { useAuth } from '#web/app/session.tsx'

/** Whether every server has premium here, or it is decided for each; undefined until loaded. */
export const usePremiumMode = () =>
  useQuery({ queryKey: ['premium'], queryFn: ({ signal }) => call(premium, 'premium', { signal }) })

/** The premium state of the visitor's servers that have the bot. */
export function usePremiumServers() {
  const { guilds } = useAuth()
  const ids = guilds
    .filter(guild => isManaged(guild, location.origin))
    .map(({ id }) => id)
    .slice(0, mostAsked)
  const key = ['premium', 'servers', ids.join()] as const
  const client = useQueryClient()
  const servers = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      ids.length === 0 ? { servers: [] } : await call(premium, 'servers', { query: { ids: ids.join() }, signal }),
  })
  const claiming = useMutation({
    mutationFn: (guildId: string) => call(premium, 'claim', { params: { guildId } }),
    onSuccess(standing, guildId) {
      const changed = (server: PremiumServer) => (server.id === guildId ? { ...server, ...standing } : server)
      client.setQueryData<typeof servers.data>(key, old => old && { servers: old.servers.map(changed) })
      void client.invalidateQueries({ queryKey: guildKey(guildId) })
    },
    // If it is refused, somebody else has most likely claimed it in the meantime.
    onError: () => client.invalidateQueries({ queryKey: key }),
  })
  return { servers, claiming }
}
