import { sql } from 'drizzle-orm'
import { createBackgroundYield } from '#kit/event-loop.ts'
import type { Services } from '#kernel/feature.ts'
import { journal } from './table.ts'

/** What is kept of a server: every moment of these days, up to a number of rows. */
export const journalLimits = {
  days: 30,
  /**
   * The newest rows stay; of older ones, only the last state of each object. The oldest moment moves up accordingly.
   */
  rows: 100_000,
} as const
type Limits = Readonly<Record<keyof typeof journalLimits, number>>

const dayMs = 86_400_000
/** How many objects are handled without a pause. */
const sliceSize = 500

/** Returns the row of the oldest moment that can still be looked at; 0 while nothing has been deleted. */
export function oldestMoment(
  { db, now }: Pick<Services, 'db' | 'now'>,
  guildId: string,
  { days, rows }: Limits = journalLimits,
): number {
  const aged = db.get<{ id: number | null }>(
    sql`SELECT max(id) AS id FROM ${journal} WHERE guild_id = ${guildId} AND at < ${now() - days * dayMs}`,
  )
  const beyond = db.get<{ id: number } | undefined>(
    sql`SELECT id FROM ${journal} WHERE guild_id = ${guildId} ORDER BY id DESC LIMIT 1 OFFSET ${rows}`,
  )
  return Math.max(aged.id ?? 0, beyond?.id ?? 0)
}

/**
 * Deletes what is not needed for any moment that can still be looked at: for every object, the last state before the
 * oldest moment stays, unless the object was gone by then.
 * @returns the number of deleted rows
 */
export async function pruneJournal(
  services: Pick<Services, 'db' | 'now'>,
  guildId: string,
  limits: Limits = journalLimits,
): Promise<number> {
  const { db } = services
  const oldest = oldestMoment(services, guildId, limits)
  if (oldest === 0) return 0
  const turn = createBackgroundYield()
  let deleted = 0
  let after = { kind: '', id: '' }
  for (let more = true; more; ) {
    const objects = db.all<{ kind: string; id: string }>(sql`
      SELECT DISTINCT kind, object_id AS id FROM ${journal}
      WHERE guild_id = ${guildId} AND (kind, object_id) > (${after.kind}, ${after.id})
      ORDER BY kind, object_id LIMIT ${sliceSize}`)
    db.transaction(() => {
      for (const { kind, id } of objects) {
        const own = sql`guild_id = ${guildId} AND kind = ${kind} AND object_id = ${id} AND id <= ${oldest}`
        deleted += db.run(sql`
          DELETE FROM ${journal} WHERE ${own}
          AND (state IS NULL OR id < (SELECT max(id) FROM ${journal} WHERE ${own}))`).changes
      }
    })
    after = objects.at(-1) ?? after
    more = objects.length === sliceSize
    await turn()
  }
  return deleted
}
