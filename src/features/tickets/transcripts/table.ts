import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'
import { transcriptFormats } from './contract.ts'

/** Transcripts that may be read; what they hold is drawn from the record each time. */
export const ticketTranscripts = sqliteTable(
  'ticket_transcripts',
  {
    /** 128 random bits, as hexadecimal digits. */
    id: text().primaryKey(),
    guildId: guildId(),
    /** A ticket that is opened and closed again keeps its transcript, which is made anew. */
    ticketId: integer().notNull().unique(),
    number: integer().notNull(),
    panelId: text().notNull(),
    panelTitle: text().notNull(),
    openerId: text(),
    openerName: text(),
    /** The hash of their picture. */
    openerAvatar: text(),
    createdAt: unixMs().notNull(),
    /** Null for one that was made because the ticket was closed. */
    madeById: text(),
    /** Of the file in the server's format (bytes). */
    size: integer().notNull(),
    messages: integer().notNull(),
    /** What could not be taken in, as a sentence. */
    problem: text(),
    /** When what it held was deleted because its time was over; the row says so for a day. */
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

/** Where a transcript is still to be sent, and how that went. */
export const ticketTranscriptDeliveries = sqliteTable(
  'ticket_transcript_deliveries',
  {
    guildId: guildId(),
    transcriptId: text().notNull(),
    to: text({ enum: ['webhook', 'opener', 'log'] }).notNull(),
    /** Sending is written down before it is begun. */
    state: text({ enum: ['due', 'sending', 'sent', 'not_sent'] }).notNull(),
    /** When the transcript was made that is sent: the same place is sent a later one again. */
    round: unixMs().notNull(),
    problem: text(),
  },
  table => [primaryKey({ columns: [table.transcriptId, table.to] })],
)

/** The tokens of webhooks, by the mark that stands for each in the settings: nobody is shown them. */
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
