import { useQuery } from '@tanstack/react-query'
import type kernel from '#kernel/contract.ts'
import { reader } from './api.ts'
import { guildKey } from './guild-key.ts'
import type { NavEntry } from './navigation/entry.ts'

const readKernel = reader<typeof kernel>()

/** The query for what the user may do in a server and in each feature. */
export const useOwnAccessQuery = (guildId: string) =>
  useQuery({
    queryKey: [...guildKey(guildId), 'own-access'],
    queryFn: ({ signal }) => readKernel('/guild/:guildId/own-access', { params: { guildId }, signal }),
  })

/** What the user may do in a server and in each feature; undefined until loaded. */
export const useOwnAccess = (guildId: string) => useOwnAccessQuery(guildId).data

const sees = (level: string) => level !== 'visit' && level !== 'none'

/**
 * Whether the user may see a feature or, without one, everything in the server; true until that is known, as for server
 * managers. A feature may have access levels of its own, which a server manager need not have.
 */
export function useMaySee(guildId: string): (feature?: string) => boolean {
  const own = useOwnAccess(guildId)
  return feature => !own || sees((feature !== undefined && own.features[feature]) || own.level)
}

/**
 * Whether to send requests that are answered only for people who may see a feature: undefined until that is known, true
 * if it cannot be determined.
 */
export function useMayAsk(guildId: string, feature: string): boolean | undefined {
  const { data: own, isError } = useOwnAccessQuery(guildId)
  return own ? sees(own.features[feature] ?? own.level) : isError || undefined
}

/** Whether the user may change a feature; false until that is known. */
export function useMayManage(guildId: string): (feature: string) => boolean {
  const own = useOwnAccess(guildId)
  return feature => {
    const level = own && (own.features[feature] ?? own.level)
    return level === 'manage' || level === 'owner'
  }
}

/** Whether a feature is suspended in the server because it needs premium; undefined until that is known. */
export function useRests(guildId: string): (feature: string | undefined) => boolean | undefined {
  const resting = useOwnAccess(guildId)?.resting
  return feature => resting && feature !== undefined && resting.includes(feature)
}

/** Returns which entries lead to features that the user has no access to. */
export function useClosedEntries(guildId: string): (entry: NavEntry) => boolean {
  const maySee = useMaySee(guildId)
  const own = useOwnAccess(guildId)
  const isOpen = (feature: string | undefined) => feature !== undefined && own?.open.includes(feature) === true
  // Server managers see every entry as open: a page that is closed to them says so itself.
  return ({ feature, forVisitors = false }) => !forVisitors && !maySee() && !maySee(feature) && !isOpen(feature)
}

/** The command prefix of a server; the default until it is known. */
export const usePrefix = (guildId: string): string => useOwnAccess(guildId)?.prefix ?? '.'
