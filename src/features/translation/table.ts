import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/**
 * Records which messages have been translated, so that they are not translated again. Neither text nor translation is
 * stored.
 */
export const translated = sqliteTable(
  'translation_done',
  { guildId: guildId(), messageId: text().notNull(), language: text().notNull(), at: unixMs().notNull() },
  table => [
    primaryKey({ columns: [table.guildId, table.messageId, table.language] }),
    index('translation_done_at').on(table.at),
  ],
)

export const tables = { done: storedTable(translated, { guild: 'guildId' }) }
