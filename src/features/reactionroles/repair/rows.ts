import { and, asc, count, eq } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { checks, mends, notes } from '../table.ts'

type Db = Pick<Services, 'db'>
type Mended = typeof mends.$inferSelect

export const checkOf = ({ db }: Db, guildId: string): typeof checks.$inferSelect | undefined =>
  db.select().from(checks).where(eq(checks.guildId, guildId)).get()

/**
 * Records that a comparison begins. @param keep whether the corrections of the previous one are reported along with it
 */
export function noteCheck({ db }: Db, row: Omit<typeof checks.$inferInsert, 'expected'>, keep: boolean): void {
  const { guildId } = row
  if (!keep) db.delete(mends).where(eq(mends.guildId, guildId)).run()
  const reacted = and(eq(notes.guildId, guildId), eq(notes.reacted, true))
  const expected = db.select({ many: count() }).from(notes).where(reacted).get()?.many ?? 0
  const set = { ...row, expected }
  db.insert(checks).values(set).onConflictDoUpdate({ target: checks.guildId, set }).run()
}

export const noteMend = ({ db }: Db, row: Mended): void => void db.insert(mends).values(row).onConflictDoNothing().run()

export const mendsOf = ({ db }: Db, guildId: string): Mended[] =>
  db.select().from(mends).where(eq(mends.guildId, guildId)).orderBy(asc(mends.at)).all()
