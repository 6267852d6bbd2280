import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, json } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** Requests to add a category, stored before Discord is asked: a repeated request adds nothing further. */
export const ticketCategoryPresses = sqliteTable(
  'ticket_category_presses',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    /** Null for people who asked to be forgotten. */
    byId: text(),
    key: text().notNull(),
    /** What the request asks for: the same key cannot be used for anything else. */
    asked: text().notNull(),
    /** The categories with that name that existed before: any other one was created by this request. */
    known: json().notNull(),
    /** The category that it added; null until then. */
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
