import { and, gt, lte, type SQL } from 'drizzle-orm'
import { integer, type SQLiteColumn, text } from 'drizzle-orm/sqlite-core'

/** The guild a row belongs to; erasing a guild goes by it in every table that has it. */
export const guildId = () => text().notNull()

/** Unix ms. */
export const unixMs = () => integer({ mode: 'number' })

/** A value stored as JSON text; parse it with a schema where it is read. */
export const json = () => text({ mode: 'json' }).$type<unknown>()

/**
 * Whether something happened in the last `ms`. A time in the future was written down by a clock that was ahead; it counts
 * as long ago, so that nobody waits for weeks once the clock is right again.
 * @param at Unix ms, as is `now`
 */
export const isWithin = (at: SQLiteColumn, ms: number, now: number): SQL | undefined =>
  and(gt(at, now - ms), lte(at, now))
