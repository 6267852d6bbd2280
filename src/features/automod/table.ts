import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** One row is one strike: one rule broken by one message. The key makes a repeated event harmless. */
export const automodStrikes = sqliteTable(
  'automod_strikes',
  {
    guildId: guildId(),
    /** The message's id; for a message that Discord blocked, which has none, a key that identifies the event. */
    source: text().notNull(),
    rule: text().notNull(),
    userId: text().notNull(),
    userName: text().notNull(),
    channelId: text(),
    /** The text that broke the rule, shortened; deleted after the time that logs are kept. */
    evidence: text(),
    /** Unix ms. */
    at: integer().notNull(),
    /** No longer counts: the limit was reached, or the strike was forgiven or had expired when that time was changed. */
    spent: integer({ mode: 'boolean' }).notNull().default(false),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.source, table.rule] }),
    index('automod_strikes_by_user').on(table.guildId, table.userId, table.at),
    index('automod_strikes_by_time').on(table.at),
  ],
)

/** Our rules in Discord's own AutoMod. */
export const automodNative = sqliteTable(
  'automod_native',
  {
    guildId: guildId(),
    /** The kind of rule: 'words', 'mentions' or 'spam'. */
    key: text().notNull(),
    /** Discord's id; null if the rule could not be created yet, or was deleted in Discord. */
    ruleId: text(),
    /** The fingerprint of the content last written; if the rule in Discord differs, somebody changed it there. */
    written: text(),
    changed: integer({ mode: 'boolean' }).notNull().default(false),
    problem: text(),
  },
  table => [primaryKey({ columns: [table.guildId, table.key] })],
)

export const tables = {
  strikes: storedTable(automodStrikes, {
    guild: 'guildId',
    seen: ['userId'],
    users: { userId: 'row' },
    channels: { channelId: ['evidence'] },
  }),
  native: storedTable(automodNative, { guild: 'guildId', references: ['ruleId', 'written'] }),
}
