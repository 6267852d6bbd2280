import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'
import { transcriptFormats } from './contract.ts'

/** Transcripts that may be read; their content is rendered from the record each time. */
export const ticketTranscripts = sqliteTable(
  'ticket_transcripts',
  {
    /** 128 random bits in hexadecimal. */
    id: text().primaryKey(),
    guildId: guildId(),
    /** A ticket that is reopened and closed again keeps its transcript, which is then updated. */
    ticketId: integer().notNull().unique(),
    number: integer().notNull(),
    panelId: text().notNull(),
    panelTitle: text().notNull(),
    openerId: text(),
    openerName: text(),
    /** The hash of their avatar. */
    openerAvatar: text(),
    createdAt: unixMs().notNull(),
    /** Null for one that was made because the ticket was closed. */
    madeById: text(),
    /** The size of the file in the server's format (bytes). */
    size: integer().notNull(),
    messages: integer().notNull(),
    /** What could not be included, as a sentence. */
    problem: text(),
    /** When its content was deleted because its retention time was over; the row says so for a day. */
    expiredAt: unixMs(),
    keptDays: integer(),
  },
  table => [
    index('ticket_transcripts_at').on(table.guildId, table.createdAt),
    index('ticket_transcripts_opener').on(table.guildId, table.openerId),
  ],
)

/** Who has read which transcript. */
export const ticketTranscriptReads = sqliteTable(
  'ticket_transcript_reads',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    transcriptId: text().notNull(),
    userId: text(),
    userName: text(),
    how: text({ enum: ['view', ...transcriptFormats, 'attachment'] }).notNull(),
    at: unixMs().notNull(),
  },
  table => [
    index('ticket_transcript_reads_transcript').on(table.transcriptId, table.id),
    index('ticket_transcript_reads_user').on(table.guildId, table.userId),
  ],
)

/** Where a transcript is to be sent, and the results so far. */
export const ticketTranscriptDeliveries = sqliteTable(
  'ticket_transcript_deliveries',
  {
    guildId: guildId(),
    transcriptId: text().notNull(),
    to: text({ enum: ['webhook', 'opener', 'log'] }).notNull(),
    /** `sending` is stored before the request is made. */
    state: text({ enum: ['due', 'sending', 'sent', 'not_sent'] }).notNull(),
    /** When the transcript was made: a later one is sent to the same place again. */
    round: unixMs().notNull(),
    problem: text(),
  },
  table => [primaryKey({ columns: [table.transcriptId, table.to] })],
)

/** Webhook tokens, by the mark that replaces each in the settings: they are shown to nobody. */
export const ticketWebhooks = sqliteTable(
  'ticket_webhooks',
  {
    guildId: guildId(),
    webhookId: text().notNull(),
    mark: text().notNull(),
    token: text().notNull(),
  },
  table => [primaryKey({ columns: [table.guildId, table.webhookId, table.mark] })],
)

export const transcriptTables = {
  transcripts: storedTable(ticketTranscripts, {
    guild: 'guildId',
    users: { openerId: ['openerId', 'openerName', 'openerAvatar'], madeById: ['madeById'] },
  }),
  transcriptReads: storedTable(ticketTranscriptReads, { guild: 'guildId', users: { userId: ['userId', 'userName'] } }),
  webhooks: storedTable(ticketWebhooks, { guild: 'guildId', exported: false }),
  transcriptDeliveries: storedTable(ticketTranscriptDeliveries, { guild: 'guildId', exported: false }),
}
