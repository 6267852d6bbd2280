import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** The custom commands of servers. */
export const customCommands = sqliteTable(
  'custom_commands',
  {
    guildId: guildId(),
    id: text().notNull(),
    /** The name as typed, in lower case. */
    name: text().notNull(),
    on: integer({ mode: 'boolean' }).notNull(),
    /** {@link commandDesign} as it was saved. */
    design: json().notNull(),
    uses: integer().notNull().default(0),
    usedAt: unixMs(),
    revision: integer().notNull().default(1),
    createdAt: unixMs().notNull(),
    savedAt: unixMs().notNull(),
    savedById: text(),
    savedByName: text(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.id] }),
    uniqueIndex('custom_commands_name').on(table.guildId, table.name),
  ],
)

export const tables = {
  commands: storedTable(customCommands, {
    guild: 'guildId',
    users: { savedById: ['savedById', 'savedByName'] },
    references: ['design'],
  }),
}
