import { sql } from 'drizzle-orm'
import { takeTurns } from '#kit/turns.ts'
import type { Database } from '../storage/database.ts'
import { settingsHistory } from '../storage/table.ts'

/** What is kept of a guild's changes; the page says so. Bytes are those of the stored values. */
export const historyLimits = { days: 180, rows: 5000, bytes: 5_000_000 } as const

const dayMs = 86_400_000

/** Deletes a guild's oldest changes beyond the limits. The newest always stays. @returns how many */
export function pruneHistory(db: Database, guildId: string, now: number): number {
  const { days, rows, bytes } = historyLimits
  const { changes } = db.run(sql`
    DELETE FROM ${settingsHistory} WHERE id IN (
      SELECT id FROM (
        SELECT id, at, row_number() OVER newest AS place, sum(octet_length(changes)) OVER newest AS bytes
        FROM ${settingsHistory} WHERE guild_id = ${guildId}
        WINDOW newest AS (ORDER BY id DESC)
      ) WHERE place > 1 AND (place > ${rows} OR bytes > ${bytes} OR at < ${now - days * dayMs})
    )`)
  return changes
}

/** The same for every guild, one after the other, so that nobody waits. */
export async function pruneAll(db: Database, now: number): Promise<void> {
  const guilds = db.selectDistinct({ guildId: settingsHistory.guildId }).from(settingsHistory).all()
  const turns = takeTurns()
  for (const { guildId } of guilds) {
    pruneHistory(db, guildId, now)
    await turns()
  }
}
