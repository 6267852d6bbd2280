import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { guildId } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** One row per server and counted day: totals only, nothing about single members. */
export const statisticsDays = sqliteTable(
  'statistics_days',
  {
    guildId: guildId(),
    /** Days since 1 January 1970, UTC. */
    day: integer().notNull(),
    /** The last known number of that day. */
    members: integer(),
    joined: integer().notNull(),
    left: integer().notNull(),
    messages: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.guildId, table.day] })],
)

export const tables = { days: storedTable(statisticsDays, { guild: 'guildId' }) }
