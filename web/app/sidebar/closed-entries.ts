import { useQuery } from '@tanstack/react-query'
import type kernel from '#kernel/contract.ts'
import { reader } from '../api.ts'
import { guildKey } from '../guild-key.ts'
import type { NavEntry } from '../navigation/entry.ts'

const readKernel = reader<typeof kernel>()

/** What the user may do in a server and in each feature; undefined until it is known. */
export const useOwnAccess = (guildId: string) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'own-access'],
    queryFn: ({ signal }) => readKernel('/guild/:guildId/own-access', { params: { guildId }, signal }),
  }).data

/** Which entries lead to what somebody was given no access to; none until that is known, as for those who manage the server. */
export function useClosedEntries(guildId: string): (entry: NavEntry) => boolean {
  const own = useOwnAccess(guildId)
  return ({ feature, forVisitors = false }) => {
    if (!own || forVisitors || (own.level !== 'visit' && own.level !== 'none')) return false
    const level = feature === undefined ? own.level : (own.features[feature] ?? own.level)
    return level === 'visit' || level === 'none'
  }
}
