import type { Services } from '#kernel/feature.ts'

/** A user's name for a case; their id when Discord no longer knows them. */
export async function userName({ client }: Pick<Services, 'client'>, userId: string): Promise<string> {
  const user = client.users.cache.get(userId) ?? (await client.users.fetch(userId).catch(() => null))
  return user?.tag ?? userId
}
