import type { APIGuildMember } from 'discord.js'
import { and, eq, sql } from 'drizzle-orm'
import { processState, type Services } from '#kernel/feature.ts'
import { antinukeNewcomers as rows } from './table.ts'

const { placeholder } = sql

/** The fields of a member that dispatches and REST have in common. */
export type MemberPayload = Pick<APIGuildMember, 'user' | 'roles'> & { joined_at?: string | null }

const insert = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .insert(rows)
    .values({ guildId: placeholder('guildId'), userId: placeholder('userId'), joinedAt: placeholder('joinedAt') })
    .onConflictDoUpdate({ target: [rows.guildId, rows.userId], set: { joinedAt: sql`excluded.joined_at` } })
    .prepare(),
)

/** Stores that somebody joined. */
export function keepNewcomer(services: Services, guildId: string, { user, joined_at: joined }: MemberPayload): void {
  const joinedAt = joined ? Date.parse(joined) : NaN
  if (!Number.isNaN(joinedAt)) insert(services).run({ guildId, userId: user.id, joinedAt })
}

const one = processState(({ db }: Pick<Services, 'db'>) =>
  db
    .select({ joinedAt: rows.joinedAt })
    .from(rows)
    .where(and(eq(rows.guildId, placeholder('guildId')), eq(rows.userId, placeholder('userId'))))
    .prepare(),
)

/**
 * When somebody was recently seen to join (Unix ms). Members are queried one by one: after a restart, a raid of
 * thousands is known at once without reading it first.
 */
export const seenToJoin = (services: Pick<Services, 'db' | 'memory'>, guildId: string, userId: string) =>
  one(services).get({ guildId, userId })?.joinedAt
