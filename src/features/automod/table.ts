import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** One row is one strike: a rule that a message broke. The key makes a repeated event harmless. */
export const automodStrikes = sqliteTable(
  'automod_strikes',
  {
    guildId: guildId(),
    /** The message's id; for what Discord blocked, which has none, what tells the event apart. */
    source: text().notNull(),
    rule: text().notNull(),
    userId: text().notNull(),
    userName: text().notNull(),
    channelId: text(),
    /** What broke the rule, cut; erased after the time that logs are kept. */
    evidence: text(),
    /** Unix ms. */
    at: integer().notNull(),
    /** Does not count any more: the limit was reached, or it was forgiven. */
    spent: integer({ mode: 'boolean' }).notNull().default(false),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.source, table.rule] }),
    index('automod_strikes_by_user').on(table.guildId, table.userId, table.at),
    index('automod_strikes_by_time').on(table.at),
  ],
)

/** The rules in Discord's own AutoMod that are ours. */
export const automodNative = sqliteTable(
  'automod_native',
  {
    guildId: guildId(),
    /** Which of our rules: 'words-1', 'mentions', 'spam', 'invites'. */
    key: text().notNull(),
    /** Discord's id; null while it could not be made. */
    ruleId: text(),
    /** What was last written there; the rule was changed in Discord when it says something else. */
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
