import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** What panic has changed in a server, each with what ending it restores: written down before it is done. */
export const antinukePanic = sqliteTable(
  'antinuke_panic',
  {
    guildId: guildId(),
    kind: text({ enum: ['pause', 'role', 'channel'] }).notNull(),
    /** Of the role or channel; the server's own for its invites and direct messages. */
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
