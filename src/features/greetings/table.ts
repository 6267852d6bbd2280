import { index, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { kinds } from './contract.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/**
 * screening: the member has not accepted the rules yet. waiting: to be sent. sending: begun, so it may have been
 * posted. sent. skipped: not sent, because it is off or cannot be sent. gone: the member left before it was sent.
 */
const states = ['screening', 'waiting', 'sending', 'sent', 'skipped', 'gone'] as const

/** One row per greeting: those that wait, and finished ones for two days, so that a repeated event greets only once. */
export const greetingQueue = sqliteTable(
  'greeting_queue',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    kind: text({ enum: kinds }).notNull(),
    userId: text().notNull(),
    /** When the member joined; for a farewell, when they left. */
    occasion: unixMs().notNull(),
    state: text({ enum: states }).notNull(),
    /** Name and avatar at that time; null once it is done. */
    person: json(),
    /** When the state last changed. */
    changedAt: unixMs().notNull(),
  },
  table => [
    unique('greeting_queue_once').on(table.guildId, table.kind, table.userId, table.occasion),
    index('greeting_queue_next').on(table.guildId, table.state, table.id),
    index('greeting_queue_user').on(table.userId),
    index('greeting_queue_age').on(table.changedAt),
  ],
)
export type QueuedGreeting = typeof greetingQueue.$inferSelect

export const tables = { queue: storedTable(greetingQueue, { guild: 'guildId', users: { userId: 'row' } }) }
