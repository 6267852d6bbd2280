import { queryOptions } from '@tanstack/react-query'
import type kernel from '#kernel/contract.ts'
import { reader } from '../api.ts'
import { guildKey } from '../guild-key.ts'

const readKernel = reader<typeof kernel>()

interface Whose {
  guildId: string
  userId: string
}

/** What is known of somebody, and what may be done to them, is kept below this key: whoever does something loads it anew. */
export const personKey = ({ guildId, userId }: Whose) => [...guildKey(guildId), 'members', userId] as const

/** Who somebody is in a server. */
export const personQuery = ({ guildId, userId }: Whose) =>
  queryOptions({
    queryKey: personKey({ guildId, userId }),
    queryFn: ({ signal }) => readKernel('/guild/:guildId/members/:userId', { params: { guildId, userId }, signal }),
  })
