import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'

/** Locked channels, with the overwrites that unlocking restores. */
export const channelLocks = sqliteTable(
  'moderation_channel_locks',
  {
    guildId: guildId(),
    channelId: text().notNull(),
    /** `savedOverwrites` of lock-overwrites.ts. */
    stands: json().notNull(),
    lockedAt: unixMs().notNull(),
  },
  table => [primaryKey({ columns: [table.guildId, table.channelId] })],
)
