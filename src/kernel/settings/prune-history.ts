import { sql } from 'drizzle-orm'
import { createBackgroundYield } from '#kit/event-loop.ts'
import type { Database } from '../storage/database.ts'
import { prunedSettings, settingsHistory } from '../storage/table.ts'

/** How much of a guild's history is kept; the page states these limits. `bytes` counts the stored values. */
export const historyLimits = { days: 180, rows: 5000, bytes: 5_000_000 } as const

const dayMs = 86_400_000

/**
 * Returns the most that each may have of `limit` so that all fit: those with less than their share leave the rest to
 * the others.
 */
export function fairShare(sizes: readonly number[], limit: number): number {
  let left = limit
  for (const [at, size] of sizes.toSorted((one, other) => one - other).entries()) {
    const share = left / (sizes.length - at)
    if (size > share) return share
    left -= size
  }
  return Infinity
}

/**
 * Deletes a guild's oldest changes beyond the limits, from the people with the most changes of a feature: one person's
 * many or large changes of one feature never displace those of other people or features. The guild's newest change
 * always stays, and each person's newest change of a feature is deleted only for its age.
 * @param oldest changes before this time are deleted (Unix ms); passed only once a day, because a clock may be ahead
 * @returns the number of deleted changes
 */
export function pruneHistory(db: Database, guildId: string, oldest = 0): number {
  const { rows, bytes } = historyLimits
  const here = sql`${settingsHistory} WHERE guild_id = ${guildId}`
  const sizes = db.all<{ rows: number; bytes: number }>(
    sql`SELECT count(*) AS rows, sum(octet_length(changes)) AS bytes FROM ${here} GROUP BY feature, user_id`,
  )
  const mostRows = fairShare(
    sizes.map(size => size.rows),
    rows,
  )
  const mostBytes = fairShare(
    sizes.map(size => size.bytes),
    bytes,
  )
  // SQLite has no literal for Infinity.
  const most = (share: number) => Math.floor(Math.min(share, Number.MAX_SAFE_INTEGER))
  return db.transaction(() => {
    const doomed = db.all<{ id: number }>(sql`
      SELECT id FROM (
        SELECT id, at, row_number() OVER (ORDER BY id DESC) AS place, row_number() OVER own AS own_place,
          sum(octet_length(changes)) OVER own AS own_bytes
        FROM ${here}
        WINDOW own AS (PARTITION BY feature, user_id ORDER BY id DESC)
      ) WHERE place > 1 AND (at < ${oldest}
        OR (own_place > 1 AND (own_place > ${most(mostRows)} OR own_bytes > ${most(mostBytes)})))`)
    if (doomed.length === 0) return 0
    const ids = sql`(SELECT value FROM json_each(${JSON.stringify(doomed.map(({ id }) => id))}))`
    db.run(sql`
      INSERT INTO ${prunedSettings} (guild_id, feature, name, revision, at)
      SELECT gone.guild_id, gone.feature, one.value, max(gone.id), max(gone.at)
      FROM ${settingsHistory} AS gone, json_each(gone.touched) AS one WHERE gone.id IN ${ids}
      GROUP BY gone.feature, one.value
      ON CONFLICT DO UPDATE SET revision = max(revision, excluded.revision), at = max(at, excluded.at)`)
    return db.run(sql`DELETE FROM ${settingsHistory} WHERE id IN ${ids}`).changes
  })
}

/** Prunes every guild's history, one after the other, so that nobody has to wait. */
export async function pruneAll(db: Database, now: number): Promise<void> {
  const guilds = db.selectDistinct({ guildId: settingsHistory.guildId }).from(settingsHistory).all()
  const turns = createBackgroundYield()
  for (const { guildId } of guilds) {
    pruneHistory(db, guildId, now - historyLimits.days * dayMs)
    await turns()
  }
}
