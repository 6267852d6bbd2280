import { and, eq, inArray } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import type { Person } from '#contract'
import { peopleOf } from '#kit/people.ts'
import { levelingMembers as members } from '../table.ts'

type Seen = Pick<typeof members.$inferSelect, 'userId' | 'name' | 'avatar'>

/** A member as the guild last saw them, for a page. */
function asSeen({ client }: Pick<Services, 'client'>, { userId, name, avatar }: Seen): Person {
  const { cdn } = client.rest
  // For users without an avatar, Discord shows one of six default images, chosen by the id.
  const own = Number((BigInt(userId) >> 22n) % 6n)
  return {
    id: userId,
    name,
    avatarURL: avatar === null ? cdn.defaultAvatar(own) : cdn.avatar(userId, avatar, { extension: 'png', size: 64 }),
  }
}

/**
 * The people on a leaderboard. Members who were imported but never seen are looked up at Discord, and their names
 * stored.
 */
export async function resolvePeople(
  services: Pick<Services, 'client' | 'db'>,
  guildId: string,
  seen: readonly Seen[],
): Promise<(userId: string) => Person> {
  const unseen = seen.filter(({ name }) => name === null)
  const asked = await peopleOf(
    services.client,
    unseen.map(({ userId }) => userId),
  )
  for (const { userId } of unseen) {
    const { name } = asked(userId)
    if (name === null) continue
    services.db
      .update(members)
      .set({ name, avatar: services.client.users.cache.get(userId)?.avatar ?? null })
      .where(and(eq(members.guildId, guildId), eq(members.userId, userId)))
      .run()
  }
  const known = new Map(seen.map(row => [row.userId, row.name === null ? asked(row.userId) : asSeen(services, row)]))
  return userId => known.get(userId) ?? asked(userId)
}

/** The same for ids that may have no row: the people whom a change is about. */
export function peopleById(
  services: Pick<Services, 'client' | 'db'>,
  guildId: string,
  ids: readonly string[],
): Promise<(userId: string) => Person> {
  const rows = services.db
    .select({ userId: members.userId, name: members.name, avatar: members.avatar })
    .from(members)
    .where(and(eq(members.guildId, guildId), inArray(members.userId, [...new Set(ids)])))
    .all()
  return resolvePeople(services, guildId, rows)
}
