import { integer, text } from 'drizzle-orm/sqlite-core'

/** Which guild a row belongs to; every table that knows guilds is emptied by it. */
export const guildId = () => text().notNull()

/** Unix ms. */
export const unixMs = () => integer({ mode: 'number' })

/** A value stored as JSON text; parse it with a schema where it is read. */
export const json = () => text({ mode: 'json' }).$type<unknown>()
