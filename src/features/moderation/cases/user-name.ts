import type { Services } from '#kernel/feature.ts'

type Reader = Pick<Services, 'client'>

/** An audit log entry can put a user without a name into the cache; `fetch` recognizes such a user as incomplete. */
const userOf = ({ client }: Reader, userId: string) => client.users.fetch(userId).catch(() => null)

/** Returns a user's name for a case; their id if Discord no longer knows them. */
export const userName = async (services: Reader, userId: string): Promise<string> =>
  (await userOf(services, userId))?.tag ?? userId

/** Returns the name under which people see somebody without a nickname. */
export const shownName = async (services: Reader, userId: string): Promise<string> =>
  (await userOf(services, userId))?.displayName ?? userId
