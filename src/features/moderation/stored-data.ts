import { and, eq } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Services } from '#kernel/feature.ts'
import { forgetLocks, exportLocks } from './channel/lock-store.ts'
import { caseEdits, caseNumbers, cases } from './table.ts'

type Store = Pick<Services, 'db'>

/**
 * Erases the cases about somebody, and takes their name off what they did to others. A temporary ban that is under way
 * still ends: its timer is not about them but for them.
 */
export function forgetUser({ db }: Store, userId: string, guildId: string | undefined): void {
  const by = (column: SQLiteColumn, guild: SQLiteColumn) =>
    and(eq(column, userId), guildId === undefined ? undefined : eq(guild, guildId))
  const about = db.delete(cases).where(by(cases.targetId, cases.guildId)).returning().all()
  for (const { guildId: home, number } of about)
    db.delete(caseEdits)
      .where(and(eq(caseEdits.guildId, home), eq(caseEdits.number, number)))
      .run()
  db.update(cases).set({ moderatorId: null, moderatorName: null }).where(by(cases.moderatorId, cases.guildId)).run()
  db.update(cases).set({ endedBy: null }).where(by(cases.endedBy, cases.guildId)).run()
  db.update(cases).set({ voidedBy: null }).where(by(cases.voidedBy, cases.guildId)).run()
  db.update(caseEdits).set({ userId: null, userName: null }).where(by(caseEdits.userId, caseEdits.guildId)).run()
}

export function forgetGuild({ db }: Store, guildId: string): void {
  db.delete(cases).where(eq(cases.guildId, guildId)).run()
  db.delete(caseEdits).where(eq(caseEdits.guildId, guildId)).run()
  db.delete(caseNumbers).where(eq(caseNumbers.guildId, guildId)).run()
  forgetLocks(db, guildId)
}

export const exportGuild = ({ db }: Store, guildId: string) => ({
  cases: db.select().from(cases).where(eq(cases.guildId, guildId)).all(),
  edits: db.select().from(caseEdits).where(eq(caseEdits.guildId, guildId)).all(),
  locks: exportLocks(db, guildId),
})
