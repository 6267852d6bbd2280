import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/**
 * screening: the member has not accepted the rules yet. waiting: to be sent. sending: begun, so it may have been
 * delivered. closed: their direct messages are closed. gaveUp: too late, too many, or refused. gone: they left before.
 * skipped: it is off, or they had one lately.
 */
const states = ['screening', 'waiting', 'sending', 'sent', 'closed', 'gaveUp', 'gone', 'skipped'] as const

/** One row per arrival, kept for a month, so that nobody gets two messages. */
export const joinDmQueue = sqliteTable(
  'joindm_queue',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    userId: text().notNull(),
    joinedAt: unixMs().notNull(),
    state: text({ enum: states }).notNull(),
    /** Name and avatar at that time; null once it is done. */
    person: json(),
    /** When the state last changed. */
    changedAt: unixMs().notNull(),
    /** When the message was last sent to Discord; null before that. */
    triedAt: unixMs(),
  },
  table => [
    unique('joindm_queue_once').on(table.guildId, table.userId, table.joinedAt),
    index('joindm_queue_next').on(table.guildId, table.state, table.id),
    index('joindm_queue_tried').on(table.guildId, table.triedAt),
    index('joindm_queue_user').on(table.userId),
    index('joindm_queue_age').on(table.changedAt),
  ],
)
export type QueuedDm = typeof joinDmQueue.$inferSelect
export type DeliveryState = QueuedDm['state']

/** The outcomes of messages, by day. */
export const joinDmDays = sqliteTable(
  'joindm_days',
  {
    guildId: guildId(),
    /** Days since 1970. */
    day: integer().notNull(),
    sent: integer().notNull().default(0),
    closed: integer().notNull().default(0),
    gaveUp: integer().notNull().default(0),
  },
  table => [primaryKey({ columns: [table.guildId, table.day] })],
)

/** Servers in which sending is paused. */
export const joinDmPauses = sqliteTable('joindm_pauses', {
  guildId: guildId().primaryKey(),
  until: unixMs().notNull(),
  /** The number of members in a row whose direct messages were closed. */
  closedInRow: integer().notNull().default(0),
})

export const tables = {
  queue: storedTable(joinDmQueue, { guild: 'guildId', users: { userId: 'row' } }),
  days: storedTable(joinDmDays, { guild: 'guildId' }),
  pauses: storedTable(joinDmPauses, { guild: 'guildId', exported: false }),
}
