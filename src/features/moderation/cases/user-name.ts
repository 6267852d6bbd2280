import type { Services } from '#kernel/feature.ts'

type Reader = Pick<Services, 'client'>

/** An entry of the audit log leaves an account without a name in the cache: only `fetch` sees that it is not known yet. */
const userOf = ({ client }: Reader, userId: string) => client.users.fetch(userId).catch(() => null)

/** A user's name for a case; their id when Discord no longer knows them. */
export const userName = async (services: Reader, userId: string): Promise<string> =>
  (await userOf(services, userId))?.tag ?? userId

/** What people see somebody called where they have no nickname. */
export const shownName = async (services: Reader, userId: string): Promise<string> =>
  (await userOf(services, userId))?.displayName ?? userId
