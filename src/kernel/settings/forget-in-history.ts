import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../storage/database.ts'
import { settingsHistory } from '../storage/table.ts'

/** Returns the value with null in place of the id, and without keys that are the id. */
function without(value: unknown, id: string): unknown {
  if (value === id) return null
  if (Array.isArray(value)) return value.map((item: unknown) => without(item, id))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (key === id ? [] : [[key, without(item, id)]])),
  )
}

/** Removes a person from the values in the history of settings. @param guildId undefined for all guilds */
export function forgetInHistory(db: Database, userId: string, guildId: string | undefined): void {
  const { id, changes } = settingsHistory
  const here = guildId === undefined ? undefined : eq(settingsHistory.guildId, guildId)
  const naming = db
    .select({ id, changes })
    .from(settingsHistory)
    .where(and(here, sql`instr(${changes}, ${JSON.stringify(userId)}) > 0`))
    .all()
  for (const row of naming)
    db.update(settingsHistory)
      .set({ changes: without(row.changes, userId) })
      .where(eq(id, row.id))
      .run()
}
