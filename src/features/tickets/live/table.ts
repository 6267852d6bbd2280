import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** What was answered from the dashboard: written down before it is sent, so that it is sent once. */
export const ticketAnswers = sqliteTable(
  'ticket_answers',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    ticketId: integer().notNull(),
    /** What the page calls it: sent again under the same name, it is the same answer. */
    key: text().notNull(),
    at: unixMs().notNull(),
    /** Null for people who asked to be forgotten. */
    byId: text(),
    /** The message that it has become. */
    messageId: text(),
  },
  table => [
    uniqueIndex('ticket_answers_key').on(table.ticketId, table.key),
    index('ticket_answers_by').on(table.guildId, table.byId, table.at),
  ],
)

export const liveTables = {
  answers: storedTable(ticketAnswers, { guild: 'guildId', users: { byId: ['byId'] } }),
}
