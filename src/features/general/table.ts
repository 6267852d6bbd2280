import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** Spans of time in which this copy was connected to Discord. */
export const online = sqliteTable('general_online', {
  id: integer().primaryKey({ autoIncrement: true }),
  since: unixMs().notNull(),
  until: unixMs().notNull(),
})

// About the copy as a whole, not about any server or person.
export const tables = { online: storedTable(online, { guild: null, exported: false }) }
