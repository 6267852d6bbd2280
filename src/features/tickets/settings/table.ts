import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, json } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** Presses that add a category, written down before Discord is asked: sent again, each has added one. */
export const ticketCategoryPresses = sqliteTable(
  'ticket_category_presses',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    /** Null for people who asked to be forgotten. */
    byId: text(),
    key: text().notNull(),
    /** What it asks for: with its key nothing else is. */
    asked: text().notNull(),
    /** Categories of that name that were there before: another one is what it has made. */
    known: json().notNull(),
    /** The category that it has added; null until then. */
    channelId: text(),
  },
  table => [uniqueIndex('ticket_category_presses_key').on(table.guildId, table.byId, table.key)],
)

export const settingsTables = {
  categoryPresses: storedTable(ticketCategoryPresses, {
    guild: 'guildId',
    users: { byId: ['byId'] },
    references: ['known', 'channelId'],
    exported: false,
  }),
}
