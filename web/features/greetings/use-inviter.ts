import { useQuery } from '@tanstack/react-query'
import greetings from '#features/greetings/contract.ts'
import type { Inviter } from '#features/greetings/template.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'

const unknown: Inviter = { name: 'somebody unknown', tag: 'somebody unknown', invites: 0 }

/** Who invited the current user, for placeholders. */
export function useInviter(guild: GuildCore | undefined): Inviter {
  const guildId = guild?.id ?? ''
  const { data } = useQuery({
    queryKey: [...guildKey(guildId), 'greeting-inviter'],
    queryFn: ({ signal }) => call(greetings, 'inviter', { params: { guildId }, signal }),
    enabled: guild !== undefined,
  })
  return data ?? unknown
}
