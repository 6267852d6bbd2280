import { integer, text } from 'drizzle-orm/sqlite-core'

/** The guild a row belongs to; erasing a guild goes by it in every table that has it. */
export const guildId = () => text().notNull()

/** Unix ms. */
export const unixMs = () => integer({ mode: 'number' })

/** A value stored as JSON text; parse it with a schema where it is read. */
export const json = () => text({ mode: 'json' }).$type<unknown>()
