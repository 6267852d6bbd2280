import { and, asc, count, desc, eq, gt, like, lt, or, sql } from 'drizzle-orm'
import type { Database, Services } from '#kernel/feature.ts'
import { activityOf } from '../earning/activity.ts'
import { levelingMembers as members, levelingVoice as voice } from '../table.ts'

type Row = typeof members.$inferSelect
type RankedRow = Row & { rank: number }

const inGuild = (guildId: string) => and(eq(members.guildId, guildId), eq(members.present, true), gt(members.total, 0))

/** Escapes `%`, `_` and `\`, so that they match themselves. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, sign => `\\${sign}`)}%`

const countOf = (db: Database, where: ReturnType<typeof and>): number =>
  db.select({ found: count() }).from(members).where(where).get()?.found ?? 0

/** The rank among all members with XP, from 1; on a tie the older account comes first. */
export function rankOf(db: Database, { guildId, userId, total }: Pick<Row, 'guildId' | 'userId' | 'total'>): number {
  const ahead = or(gt(members.total, total), and(eq(members.total, total), lt(members.userId, userId)))
  return countOf(db, and(inGuild(guildId), ahead)) + 1
}

/** One page of the members whose name or id matches, most XP first; `total` counts all that match. */
export function xpBoard(
  services: Pick<Services, 'db' | 'log' | 'memory' | 'now'>,
  guildId: string,
  { search, limit, offset }: { search?: string | undefined; limit: number; offset: number },
): { rows: RankedRow[]; total: number } {
  const { db } = services
  activityOf(services).flush()
  const wanted = search?.trim()
  const matches = wanted
    ? or(sql`${like(members.name, containing(wanted))} ESCAPE '\\'`, eq(members.userId, wanted))
    : undefined
  const where = and(inGuild(guildId), matches)
  const rows = db
    .select()
    .from(members)
    .where(where)
    .orderBy(desc(members.total), asc(members.userId))
    .limit(limit)
    .offset(offset)
    .all()
  const ranked = rows.map((row, index) => ({ ...row, rank: wanted ? rankOf(db, row) : offset + index + 1 }))
  return { rows: ranked, total: countOf(db, where) }
}

/** The row of one member, even one who has left; undefined if there is none. */
export function memberRow(
  services: Pick<Services, 'db' | 'log' | 'memory' | 'now'>,
  guildId: string,
  userId: string,
): Row | undefined {
  activityOf(services).flush()
  return services.db
    .select()
    .from(members)
    .where(and(eq(members.guildId, guildId), eq(members.userId, userId)))
    .get()
}

/** Seconds in voice channels that have not been added to the member's row yet. */
export function openVoiceSeconds(db: Database, guildId: string, userId: string, now: number): number {
  const open = db
    .select({ since: voice.since })
    .from(voice)
    .where(and(eq(voice.guildId, guildId), eq(voice.userId, userId)))
    .get()
  return open ? Math.max(0, Math.floor((now - open.since) / 1000)) : 0
}
