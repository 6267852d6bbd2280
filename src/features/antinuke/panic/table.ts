import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** What panic has changed in a server, with what is needed to set it back: stored before it is done. */
export const antinukePanic = sqliteTable(
  'antinuke_panic',
  {
    guildId: guildId(),
    kind: text({ enum: ['pause', 'role', 'channel'] }).notNull(),
    /** The id of the role or channel; the server's id for its invites and direct messages. */
    objectId: text().notNull(),
    /** By kind: `savedPause`, `savedRole` or `savedOverwrites`. */
    saved: json().notNull(),
    /** Why it was not done, or could not be set back, as a sentence. */
    problem: text(),
  },
  table => [primaryKey({ columns: [table.guildId, table.kind, table.objectId] })],
)

export const tables = {
  panic: storedTable(antinukePanic, { guild: 'guildId', references: ['objectId', 'saved'] }),
}
