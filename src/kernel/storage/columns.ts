import { and, gt, lte, type SQL } from 'drizzle-orm'
import { integer, type SQLiteColumn, text } from 'drizzle-orm/sqlite-core'

/** The guild that a row belongs to. Erasing a guild deletes by it if the table's `storedTable` names the column. */
export const guildId = () => text().notNull()

/** Unix ms. */
export const unixMs = () => integer({ mode: 'number' })

/** A value stored as JSON text; parse it with a schema when reading it. */
export const json = () => text({ mode: 'json' }).$type<unknown>()

/**
 * Whether something happened within the last `ms`. A time in the future was stored by a clock that was ahead; it counts
 * as long ago, so that nobody waits for weeks once the clock is correct again.
 * @param at the column with the time (Unix ms, like `now`)
 */
export const isWithin = (at: SQLiteColumn, ms: number, now: number): SQL | undefined =>
  and(gt(at, now - ms), lte(at, now))
