import { queryOptions } from '@tanstack/react-query'
import type kernel from '#kernel/contract.ts'
import { reader } from '../api.ts'
import { guildKey } from '../guild-key.ts'

const readKernel = reader<typeof kernel>()

interface Whose {
  guildId: string
  userId: string
}

/** The query key that everything about a member, and the acts on them, is cached below; acts reload it. */
export const personKey = ({ guildId, userId }: Whose) => [...guildKey(guildId), 'members', userId] as const

/** A member's name, picture and state in a server. */
export const personQuery = ({ guildId, userId }: Whose) =>
  queryOptions({
    queryKey: personKey({ guildId, userId }),
    queryFn: ({ signal }) => readKernel('/guild/:guildId/members/:userId', { params: { guildId, userId }, signal }),
  })
