import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import type { CounterKind } from './contract.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** One channel per kind and guild. */
export const counterChannels = sqliteTable(
  'counters_channels',
  {
    guildId: guildId(),
    kind: text().$type<CounterKind>().notNull(),
    channelId: text().notNull(),
    name: text().notNull(),
    /** When it was last renamed, so that Discord's limit holds after a restart too. */
    renamedAt: unixMs(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.kind] }),
    index('counters_channels_channel').on(table.channelId),
  ],
)

/** The number of bots in a guild: Discord reports the number of members, but not how many are bots. */
export const counterBots = sqliteTable('counters_bots', { guildId: guildId().primaryKey(), bots: integer().notNull() })

export const tables = {
  channels: storedTable(counterChannels, { guild: 'guildId', references: ['channelId'] }),
  bots: storedTable(counterBots, { guild: 'guildId' }),
}
