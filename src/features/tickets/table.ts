import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'
import { liveTables } from './live/table.ts'
import { recordTables } from './record/table.ts'
import { settingsTables } from './settings/table.ts'
import { transcriptTables } from './transcripts/table.ts'
import type { EventKind, Priority, TicketState } from './life/contract.ts'
import type { DutyKind } from './life/states.ts'

/** Panels, from which people open tickets. */
export const ticketPanels = sqliteTable(
  'ticket_panels',
  {
    guildId: guildId(),
    id: text().notNull(),
    /** {@link panelDesign} as it was saved. */
    design: json().notNull(),
    /** The message the panel was posted as, for as long as the bot believes that the message exists. */
    messageId: text(),
    messageChannelId: text(),
    deployedAt: unixMs(),
    /** A hash of the message as it was last posted or edited. */
    deployedAs: text(),
    messageMissing: integer({ mode: 'boolean' }).notNull().default(false),
    /**
     * Where and since when it is being posted: written before the request to Discord, null once Discord has answered.
     */
    postingChannelId: text(),
    postingAt: unixMs(),
    revision: integer().notNull().default(1),
    createdAt: unixMs().notNull(),
    savedAt: unixMs().notNull().default(0),
    savedById: text(),
    savedByName: text(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.id] }),
    index('ticket_panels_message').on(table.guildId, table.messageId),
  ],
)

/**
 * One row per ticket, written before anything is created in Discord. The row is the only source of truth about a
 * ticket:
 * nothing is read from its channel's name, topic or category, because people change those.
 */
export const tickets = sqliteTable(
  'tickets',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    /** Counted per guild, never reused. */
    number: integer().notNull(),
    state: text().$type<TicketState>().notNull(),
    panelId: text().notNull(),
    /** The panel's title when the ticket was opened in it or moved to it: a panel may be deleted before its tickets. */
    panelTitle: text().notNull(),
    kind: text({ enum: ['channel', 'thread'] }).notNull(),
    /** Its channel or thread; null until that is created. Kept when the channel is gone. */
    channelId: text(),
    /** The name that the bot gives its channel, whatever people have renamed it to. */
    name: text().notNull(),
    openMessageId: text(),
    openerId: text(),
    openerName: text(),
    /** The hash of their avatar. */
    openerAvatar: text(),
    /** The questions of the opening form with their answers: [{ label, value }]. */
    answers: json(),
    openedAt: unixMs().notNull(),
    priority: text().$type<Priority>().notNull().default('normal'),
    claimedById: text(),
    claimedByName: text(),
    claimedAt: unixMs(),
    /**
     * Who is expected to write next: the team until it has answered, then the member. Null once the ticket is closed.
     */
    awaiting: text({ enum: ['team', 'member'] }),
    awaitingSince: unixMs(),
    firstResponseAt: unixMs(),
    firstResponseById: text(),
    lastMessageAt: unixMs().notNull(),
    /** The last message received when lastMessageAt was stored: Discord's timestamp of it may be later than ours. */
    lastHeardId: text(),
    /** When somebody on the team asked the member to close it. */
    closeRequestedAt: unixMs(),
    closeRequestedById: text(),
    closeRequestReason: text(),
    /** When it closes unless the member refuses or writes; null for a request without a deadline. */
    closeRequestUntil: unixMs(),
    /** When that wait began, if it was restarted because the clock had been ahead and was corrected. */
    requestWaitsSince: unixMs(),
    /** When a warning said that it closes soon because nobody writes. */
    warnedAt: unixMs(),
    /** When a warning said that it closes soon because it reaches the maximum duration of its panel. */
    overdueWarnedAt: unixMs(),
    closedAt: unixMs(),
    /** Null for the bot itself, and for people who asked to be forgotten. */
    closedById: text(),
    closedByName: text(),
    closeReason: text(),
    /** The message that announces the closing, with the buttons to reopen or delete the ticket. */
    closedMessageId: text(),
    reopenedAt: unixMs(),
    /**
     * When it began to count as open, or to wait for deletion, if that was restarted because the clock had been ahead.
     */
    waitsSince: unixMs(),
    /** When it is deleted automatically. */
    deleteAt: unixMs(),
    deletedAt: unixMs(),
    /** Its channel was deleted by somebody else. */
    channelMissing: integer({ mode: 'boolean' }).notNull().default(false),
    /** When the opener was asked for a rating. */
    feedbackAskedAt: unixMs(),
    /** When that failed because the opener accepts no direct messages. */
    feedbackRefusedAt: unixMs(),
    /** Until when (Unix ms) the opener is asked in the ticket's channel, which they can read again for that. */
    askedHereUntil: unixMs(),
    /** 1 to 5. */
    rating: integer(),
    ratingComment: text(),
    ratedAt: unixMs(),
  },
  table => [
    uniqueIndex('tickets_number').on(table.guildId, table.number),
    index('tickets_state').on(table.guildId, table.state),
    index('tickets_channel').on(table.channelId),
    index('tickets_opener').on(table.guildId, table.openerId, table.state),
    index('tickets_panel').on(table.guildId, table.panelId, table.state),
    // For the statistics.
    index('tickets_opened_at').on(table.guildId, table.openedAt),
    index('tickets_first_response_at').on(table.guildId, table.firstResponseAt),
    index('tickets_closed_at').on(table.guildId, table.closedAt),
    index('tickets_rated_at').on(table.guildId, table.ratedAt),
  ],
)

/** People and roles that were added to a ticket. */
export const ticketGuests = sqliteTable(
  'ticket_guests',
  {
    guildId: guildId(),
    ticketId: integer().notNull(),
    kind: text({ enum: ['user', 'role'] }).notNull(),
    targetId: text().notNull(),
    addedById: text(),
    at: unixMs().notNull(),
  },
  table => [
    primaryKey({ columns: [table.ticketId, table.targetId] }),
    index('ticket_guests_target').on(table.guildId, table.targetId),
  ],
)

/** What happened to a ticket, in order: for its page, its transcript and the statistics. */
export const ticketEvents = sqliteTable(
  'ticket_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    ticketId: integer().notNull(),
    at: unixMs().notNull(),
    kind: text().$type<EventKind>().notNull(),
    byId: text(),
    byName: text(),
    /** Further details; their shape depends on the kind. */
    detail: json().notNull(),
  },
  table => [
    index('ticket_events_ticket').on(table.ticketId, table.id),
    index('ticket_events_kind').on(table.guildId, table.kind, table.at),
    index('ticket_events_by').on(table.guildId, table.byId),
  ],
)

/**
 * What is still to be done in Discord after a ticket has changed, in order. A row is written in the transaction of the
 * change and deleted once it is done.
 */
export const ticketDuties = sqliteTable(
  'ticket_duties',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    ticketId: integer().notNull(),
    kind: text().$type<DutyKind>().notNull(),
    /** What it is about; the shape depends on the kind. */
    detail: json().notNull(),
  },
  table => [index('ticket_duties_ticket').on(table.ticketId, table.id)],
)

/** Ready answers, which the team uses again and again. */
export const ticketTags = sqliteTable(
  'ticket_tags',
  {
    guildId: guildId(),
    /** In lowercase. */
    name: text().notNull(),
    text: text().notNull(),
    /** Keywords in members' messages for which this answer is suggested: string[]. */
    words: json().notNull(),
    uses: integer().notNull().default(0),
    createdById: text(),
    createdAt: unixMs().notNull(),
    changedAt: unixMs().notNull(),
    changedById: text(),
    changedByName: text(),
  },
  table => [primaryKey({ columns: [table.guildId, table.name] })],
)

/** How often each person used each answer. */
export const ticketTagUses = sqliteTable(
  'ticket_tag_uses',
  {
    guildId: guildId(),
    name: text().notNull(),
    userId: text().notNull(),
    userName: text().notNull(),
    uses: integer().notNull(),
    lastAt: unixMs().notNull(),
  },
  table => [primaryKey({ columns: [table.guildId, table.name, table.userId] })],
)

/** The team of each deleted panel: who still answers and reads its tickets. */
export const ticketFormerPanels = sqliteTable(
  'ticket_former_panels',
  {
    guildId: guildId(),
    id: text().notNull(),
    seats: json().notNull(),
  },
  table => [primaryKey({ columns: [table.guildId, table.id] })],
)

/** The last ticket number assigned in a guild: rows may be deleted, but numbers are never reused. */
export const ticketNumbers = sqliteTable('ticket_numbers', {
  guildId: guildId().primaryKey(),
  last: integer().notNull(),
})

export const tables = {
  ...settingsTables,
  ...liveTables,
  ...recordTables,
  ...transcriptTables,
  panels: storedTable(ticketPanels, {
    guild: 'guildId',
    users: { savedById: ['savedById', 'savedByName'] },
    references: ['design', 'messageChannelId', 'postingChannelId'],
  }),
  // No `seen`: access to the page alone does not allow reading a ticket or knowing who opened it. See has-seen.ts.
  tickets: storedTable(tickets, {
    guild: 'guildId',
    users: {
      openerId: ['openerId', 'openerName', 'openerAvatar', 'answers', 'ratingComment'],
      claimedById: ['claimedById', 'claimedByName'],
      firstResponseById: ['firstResponseById'],
      closeRequestedById: ['closeRequestedById', 'closeRequestReason'],
      closedById: ['closedById', 'closedByName', 'closeReason'],
    },
    references: ['channelId', 'answers'],
  }),
  guests: storedTable(ticketGuests, {
    guild: 'guildId',
    users: { targetId: 'row', addedById: ['addedById'] },
    references: ['targetId'],
  }),
  events: storedTable(ticketEvents, {
    guild: 'guildId',
    users: { byId: ['byId', 'byName'] },
    references: ['detail'],
  }),
  duties: storedTable(ticketDuties, { guild: 'guildId', references: ['detail'], exported: false }),
  tags: storedTable(ticketTags, {
    guild: 'guildId',
    users: { createdById: ['createdById'], changedById: ['changedById', 'changedByName'] },
    references: ['text'],
  }),
  tagUses: storedTable(ticketTagUses, { guild: 'guildId', users: { userId: 'row' } }),
  formerPanels: storedTable(ticketFormerPanels, { guild: 'guildId', references: ['seats'] }),
  numbers: storedTable(ticketNumbers, { guild: 'guildId', exported: false }),
}
