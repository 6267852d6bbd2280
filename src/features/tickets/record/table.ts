import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** What was written in tickets, as it is now. */
export const ticketMessages = sqliteTable(
  'ticket_messages',
  {
    guildId: guildId(),
    ticketId: integer().notNull(),
    /** The message's. */
    id: text().notNull(),
    at: unixMs().notNull(),
    /** Null for people who asked to be forgotten. */
    authorId: text(),
    authorName: text(),
    /** The hash of their picture. */
    authorAvatar: text(),
    isBot: integer({ mode: 'boolean' }).notNull(),
    /** Written when its opener did not see the ticket any more: for its team alone. */
    afterClosing: integer({ mode: 'boolean' }).notNull().default(false),
    /** A note of the team's: it was never in Discord. Nobody else reads it, so it counts as written after closing. */
    isNote: integer({ mode: 'boolean' }).notNull().default(false),
    /** The press that kept a note: sent again with it, there is one. */
    key: text(),
    /** Null for people who asked to be forgotten. */
    content: text(),
    /** Everything else that it shows: {@link recordedParts}. */
    parts: json(),
    /** When what it says was changed last. */
    editedAt: unixMs(),
    /** When it was deleted, or found to be. */
    deletedAt: unixMs(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.id] }),
    index('ticket_messages_ticket').on(table.ticketId, table.at, table.id),
    index('ticket_messages_author').on(table.authorId),
  ],
)

/** What messages said before they were edited. */
export const ticketMessageVersions = sqliteTable(
  'ticket_message_versions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    ticketId: integer().notNull(),
    messageId: text().notNull(),
    authorId: text(),
    content: text(),
    /** Until when it said that. */
    at: unixMs().notNull(),
    /** What took its place was written when the opener did not see the ticket any more. */
    afterClosing: integer({ mode: 'boolean' }).notNull().default(false),
  },
  table => [
    index('ticket_message_versions_ticket').on(table.ticketId, table.messageId, table.id),
    index('ticket_message_versions_author').on(table.authorId),
  ],
)

/** Files that were attached to messages of tickets, kept or not. */
export const ticketAttachments = sqliteTable(
  'ticket_attachments',
  {
    guildId: guildId(),
    ticketId: integer().notNull(),
    messageId: text().notNull(),
    /** The attachment's. */
    id: text().notNull(),
    authorId: text(),
    /** Sent when its opener did not see the ticket any more. */
    afterClosing: integer({ mode: 'boolean' }).notNull().default(false),
    /** Null for people who asked to be forgotten. */
    name: text(),
    bytes: integer().notNull(),
    width: integer(),
    height: integer(),
    state: text({ enum: ['waiting', 'kept', 'not_kept'] }).notNull(),
    /** Where it is kept. */
    fileId: text(),
    /** What its content is, whatever it is called. */
    type: text(),
    /** Why it is not kept, as a sentence. */
    problem: text(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.id] }),
    index('ticket_attachments_ticket').on(table.ticketId, table.messageId),
    index('ticket_attachments_author').on(table.authorId),
  ],
)

export const recordTables = {
  messages: storedTable(ticketMessages, {
    guild: 'guildId',
    users: { authorId: ['authorId', 'authorName', 'authorAvatar', 'content', 'parts'] },
  }),
  messageVersions: storedTable(ticketMessageVersions, {
    guild: 'guildId',
    users: { authorId: ['authorId', 'content'] },
  }),
  attachments: storedTable(ticketAttachments, { guild: 'guildId', users: { authorId: ['authorId', 'name'] } }),
}
