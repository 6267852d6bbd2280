import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** The messages of tickets, in their present version. */
export const ticketMessages = sqliteTable(
  'ticket_messages',
  {
    guildId: guildId(),
    ticketId: integer().notNull(),
    /** The message's id. */
    id: text().notNull(),
    at: unixMs().notNull(),
    /** Null for people who asked to be forgotten. */
    authorId: text(),
    authorName: text(),
    /** The hash of their avatar. */
    authorAvatar: text(),
    isBot: integer({ mode: 'boolean' }).notNull(),
    /** Written when the opener could no longer see the ticket: only for its team. */
    afterClosing: integer({ mode: 'boolean' }).notNull().default(false),
    /** A note of the team, never sent to Discord. Only the team reads it, so it counts as written after closing. */
    isNote: integer({ mode: 'boolean' }).notNull().default(false),
    /** The key of the press that created a note: a repeated request with it adds no second note. */
    key: text(),
    /** Null for people who asked to be forgotten. */
    content: text(),
    /** Everything else that it shows: {@link recordedParts}. */
    parts: json(),
    /** When its content last changed. */
    editedAt: unixMs(),
    /** When it was deleted, or found to be deleted. */
    deletedAt: unixMs(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.id] }),
    index('ticket_messages_ticket').on(table.ticketId, table.at, table.id),
    index('ticket_messages_author').on(table.authorId),
  ],
)

/** Earlier versions of edited messages. */
export const ticketMessageVersions = sqliteTable(
  'ticket_message_versions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    ticketId: integer().notNull(),
    messageId: text().notNull(),
    authorId: text(),
    content: text(),
    /** Until when it had this content. */
    at: unixMs().notNull(),
    /** Whether the next version was written when the opener could no longer see the ticket. */
    afterClosing: integer({ mode: 'boolean' }).notNull().default(false),
  },
  table => [
    index('ticket_message_versions_ticket').on(table.ticketId, table.messageId, table.id),
    index('ticket_message_versions_author').on(table.authorId),
  ],
)

/** Files attached to messages of tickets, whether or not they are kept. */
export const ticketAttachments = sqliteTable(
  'ticket_attachments',
  {
    guildId: guildId(),
    ticketId: integer().notNull(),
    messageId: text().notNull(),
    /** The attachment's id. */
    id: text().notNull(),
    authorId: text(),
    /** Sent when the opener could no longer see the ticket. */
    afterClosing: integer({ mode: 'boolean' }).notNull().default(false),
    /** Null for people who asked to be forgotten. */
    name: text(),
    bytes: integer().notNull(),
    width: integer(),
    height: integer(),
    state: text({ enum: ['waiting', 'kept', 'not_kept'] }).notNull(),
    /** The stored file. */
    fileId: text(),
    /** The type found from its content, whatever its name is. */
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
