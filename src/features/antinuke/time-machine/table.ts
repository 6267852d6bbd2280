import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** What people had put back by hand, and the moment before that, to which it can be undone. */
export const restorations = sqliteTable(
  'antinuke_restorations',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    recoveryId: integer().notNull(),
    /** The person who asked; null once they asked to be forgotten. */
    userId: text(),
    /** Unix ms. */
    at: unixMs().notNull(),
    /** The cursor of the moment just before, for undoing it. */
    kept: integer().notNull(),
    /** The moment that was put back: its cursor, and its time (Unix ms). */
    good: integer().notNull(),
    goodAt: unixMs().notNull(),
    /** What was chosen, as `chosen` in contract.ts. */
    chosen: json().notNull(),
    /** The id of the restoration that this one takes back. */
    undoes: integer(),
  },
  table => [
    index('antinuke_restorations_guild').on(table.guildId, table.id),
    index('antinuke_restorations_user').on(table.userId),
  ],
)

export const tables = {
  restorations: storedTable(restorations, { guild: 'guildId', seen: ['userId'], users: { userId: ['userId'] } }),
}
