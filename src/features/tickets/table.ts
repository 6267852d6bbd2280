import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'
import { liveTables } from './live/table.ts'
import { recordTables } from './record/table.ts'
import { settingsTables } from './settings/table.ts'
import { transcriptTables } from './transcripts/table.ts'
import type { EventKind, Priority, TicketState } from './life/contract.ts'
import type { DutyKind } from './life/states.ts'

/** What people open tickets from. */
export const ticketPanels = sqliteTable(
  'ticket_panels',
  {
    guildId: guildId(),
    id: text().notNull(),
    /** {@link panelDesign} as it was saved. */
    design: json().notNull(),
    /** Where it was posted, while the message is there as far as we know. */
    messageId: text(),
    messageChannelId: text(),
    deployedAt: unixMs(),
    /** A hash of the message as it was posted or edited last. */
    deployedAs: text(),
    messageMissing: integer({ mode: 'boolean' }).notNull().default(false),
    /** Where it is being posted, and since when: written before Discord is asked, null once it has answered. */
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
 * One row for each ticket, written before anything is made in Discord. What a ticket is stands here and nowhere else:
 * not in its channel's name, topic or category, which people change.
 */
export const tickets = sqliteTable(
  'tickets',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    /** Counted per guild, never used twice. */
    number: integer().notNull(),
    state: text().$type<TicketState>().notNull(),
    panelId: text().notNull(),
    /** As it was called then: a panel may be deleted before its tickets. */
    panelTitle: text().notNull(),
    kind: text({ enum: ['channel', 'thread'] }).notNull(),
    /** Its channel or thread; null until that is made. Kept when it is gone. */
    channelId: text(),
    /** What its channel is called by us; null for whatever people called it. */
    name: text().notNull(),
    openMessageId: text(),
    openerId: text(),
    openerName: text(),
    /** The hash of their picture. */
    openerAvatar: text(),
    /** What was asked and answered: [{ label, value }]. */
    answers: json(),
    openedAt: unixMs().notNull(),
    priority: text().$type<Priority>().notNull().default('normal'),
    claimedById: text(),
    claimedByName: text(),
    claimedAt: unixMs(),
    /** Who is due: the team until it has answered, then the member. Null once it is closed. */
    awaiting: text({ enum: ['team', 'member'] }),
    awaitingSince: unixMs(),
    firstResponseAt: unixMs(),
    firstResponseById: text(),
    lastMessageAt: unixMs().notNull(),
    /** The last message that was heard when it was written down: Discord's time of it may be later than ours. */
    lastHeardId: text(),
    /** Somebody of the team asks the member to close it. */
    closeRequestedAt: unixMs(),
    closeRequestedById: text(),
    closeRequestReason: text(),
    /** When it is closed unless the member refuses; null for a request that only asks. */
    closeRequestUntil: unixMs(),
    /** Since when that is waited for, where a clock that was ahead has been set right meanwhile. */
    requestWaitsSince: unixMs(),
    /** When it was said that it closes soon because nobody writes. */
    warnedAt: unixMs(),
    /** When it was said that it closes soon because it has been open for as long as its panel lets it. */
    overdueWarnedAt: unixMs(),
    closedAt: unixMs(),
    /** Null for the bot itself, and for people who asked to be forgotten. */
    closedById: text(),
    closedByName: text(),
    closeReason: text(),
    /** The message that says so, with what can be done then. */
    closedMessageId: text(),
    reopenedAt: unixMs(),
    /** Since when it counts as open, or waits to be deleted, where a clock that was ahead has been set right meanwhile. */
    waitsSince: unixMs(),
    /** When it is deleted by itself. */
    deleteAt: unixMs(),
    deletedAt: unixMs(),
    /** Its channel was deleted by somebody else. */
    channelMissing: integer({ mode: 'boolean' }).notNull().default(false),
    /** When the opener was asked how it went. */
    feedbackAskedAt: unixMs(),
    /** When they could not be, since they take no direct messages. */
    feedbackRefusedAt: unixMs(),
    /** Until when they are asked in the ticket's channel, which they read again for that. */
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
    /** What else there is to say, as the kind has it. */
    detail: json().notNull(),
  },
  table => [
    index('ticket_events_ticket').on(table.ticketId, table.id),
    index('ticket_events_kind').on(table.guildId, table.kind, table.at),
    index('ticket_events_by').on(table.guildId, table.byId),
  ],
)

/**
 * What is still to be done in Discord after a ticket has changed, in order: written with the change, gone once it is done.
 */
export const ticketDuties = sqliteTable(
  'ticket_duties',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    ticketId: integer().notNull(),
    kind: text().$type<DutyKind>().notNull(),
    /** What it is about, as the kind has it. */
    detail: json().notNull(),
  },
  table => [index('ticket_duties_ticket').on(table.ticketId, table.id)],
)

/** Answers that the team gives again and again. */
export const ticketTags = sqliteTable(
  'ticket_tags',
  {
    guildId: guildId(),
    /** In small letters. */
    name: text().notNull(),
    text: text().notNull(),
    /** What members write that it answers: string[]. */
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

/** Who gave which answer how often. */
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

/** Who answers and reads the tickets of a panel that was deleted. */
export const ticketFormerPanels = sqliteTable(
  'ticket_former_panels',
  {
    guildId: guildId(),
    id: text().notNull(),
    seats: json().notNull(),
  },
  table => [primaryKey({ columns: [table.guildId, table.id] })],
)

/** The last number that was given in a guild: rows may go, numbers are never used twice. */
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
  // No `seen`: who may open the page may not for that reason read a single ticket, nor know who opened one. See has-seen.ts.
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
