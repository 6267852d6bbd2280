import { and, eq, gt, min, type SQL, sql } from 'drizzle-orm'
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Database } from '#kernel/feature.ts'
import {
  levelingCountedDays as counted,
  levelingDays as days,
  levelingMembers as members,
  levelingVoice as voice,
} from '../table.ts'

/** Records a member's counts before anything of a new day is added to them; works even for members without a row. */
export function dayBeginning(db: Database): (whose: { guildId: string; userId: string }, day: number) => void {
  const [guildId, userId] = [sql.placeholder('guildId'), sql.placeholder('userId')]
  const now = (column: SQLiteColumn) =>
    sql`coalesce((SELECT ${column} FROM ${members} WHERE ${and(eq(members.guildId, guildId), eq(members.userId, userId))}), 0)`
  const begin = db
    .insert(days)
    .values({
      guildId,
      userId,
      day: sql.placeholder('day'),
      earnedBefore: now(members.earned),
      writtenBefore: now(members.written),
      voiceSecondsBefore: now(members.voiceSeconds),
    })
    .onConflictDoNothing()
    .prepare()
  return (whose, day) => void begin.run({ guildId: whose.guildId, userId: whose.userId, day })
}

/** The same for members in voice channels, possibly for a past day: their next day began with the counts at its end. */
export function beginVoiceDays(db: Database, whose: SQL | undefined, day: number): void {
  const next = alias(days, 'next')
  const following = db
    .select({ day: min(days.day) })
    .from(days)
    .where(and(eq(days.guildId, voice.guildId), eq(days.userId, voice.userId), gt(days.day, day)))
  const or = (known: SQLiteColumn, current: SQLiteColumn) =>
    sql<number>`coalesce(${known}, ${current})`.as(current.name)
  db.insert(days)
    .select(
      db
        .select({
          guildId: members.guildId,
          userId: members.userId,
          day: sql<number>`${day}`.as('day'),
          earnedBefore: or(next.earnedBefore, members.earned),
          writtenBefore: or(next.writtenBefore, members.written),
          voiceSecondsBefore: or(next.voiceSecondsBefore, members.voiceSeconds),
        })
        .from(voice)
        .innerJoin(members, and(eq(members.guildId, voice.guildId), eq(members.userId, voice.userId)))
        .leftJoin(next, and(eq(next.guildId, voice.guildId), eq(next.userId, voice.userId), eq(next.day, following)))
        .where(whose),
    )
    .onConflictDoNothing()
    .run()
}

/** Once a clock that was ahead is right again: moves what was counted on future days to today. */
export function bringBackDays(db: Database, today: number): void {
  const next = alias(days, 'next')
  const first = db
    .select({ day: min(next.day) })
    .from(next)
    .where(and(eq(next.guildId, days.guildId), eq(next.userId, days.userId), gt(next.day, today)))
  db.transaction(() => {
    // A member who already has a row for today keeps it.
    db.run(sql`UPDATE OR IGNORE ${days} SET day = ${today} WHERE ${and(gt(days.day, today), eq(days.day, first))}`)
    db.delete(days).where(gt(days.day, today)).run()
    db.delete(counted).where(gt(counted.day, today)).run()
  })
}
