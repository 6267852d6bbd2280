import { and, eq, sql } from 'drizzle-orm'
import type { Collection, Guild, GuildMember } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { activityOf } from './earning/activity.ts'
import { levelProgress } from './curve.ts'
import { levelingMembers as members } from './table.ts'

/** Discord's largest page of members. */
const pageSize = 1000

/**
 * The members after `cursor` who can have level roles, by id, and the cursor of the next page. Leaves the client's
 * caches unchanged.
 */
export async function memberPage(
  guild: Guild,
  cursor: string,
): Promise<{ members: GuildMember[]; next: string | null }> {
  const page = await guild.members.list({ after: cursor || '0', limit: pageSize, cache: false })
  const inOrder = sorted(page)
  return {
    members: inOrder.filter(canHaveLevelRoles),
    next: page.size === pageSize ? (inOrder.at(-1)?.id ?? null) : null,
  }
}

const sorted = (page: Collection<string, GuildMember>): GuildMember[] =>
  [...page.values()].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))

/** All members who can have level roles, a page at a time. */
export async function* memberPages(guild: Guild): AsyncGenerator<GuildMember[], void> {
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const page = await memberPage(guild, cursor)
    yield page.members
    cursor = page.next
  }
}

/**
 * Whether a member can have level roles: bots have no level, and a role given before the rules are accepted would let
 * them skip the rules.
 */
export const canHaveLevelRoles = (member: GuildMember): boolean => !member.user.bot && !member.pending

type Counting = Pick<Services, 'db' | 'log' | 'memory' | 'now'>

/** The total XP of those members who have some. */
export function totalsOf(services: Counting, guildId: string, userIds: readonly string[]): Map<string, number> {
  activityOf(services).flush()
  const ids = JSON.stringify(userIds)
  const rows = services.db
    .select({ userId: members.userId, total: members.total })
    .from(members)
    .where(and(eq(members.guildId, guildId), sql`${members.userId} IN (SELECT value FROM json_each(${ids}))`))
    .all()
  return new Map(rows.map(({ userId, total }) => [userId, total]))
}

/** The levels of some members. */
export function levelsOf(services: Counting, guildId: string, userIds: readonly string[]): (id: string) => number {
  const totals = totalsOf(services, guildId, userIds)
  return id => levelProgress(totals.get(id) ?? 0).level
}
