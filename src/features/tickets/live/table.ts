import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** Answers given from the dashboard: stored before they are sent, so that each is sent once. */
export const ticketAnswers = sqliteTable(
  'ticket_answers',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    ticketId: integer().notNull(),
    /** The page's key for it: a repeated request with the same key is the same answer. */
    key: text().notNull(),
    at: unixMs().notNull(),
    /** Null for people who asked to be forgotten. */
    byId: text(),
    /** The message that was sent for it. */
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
