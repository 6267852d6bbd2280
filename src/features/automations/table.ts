import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

export const automations = sqliteTable(
  'automations',
  {
    guildId: guildId(),
    id: text().notNull(),
    /** {@link design} as it was saved. */
    design: json().notNull(),
    on: integer({ mode: 'boolean' }).notNull().default(false),
    /** When something of it failed, and what: it starts nothing until somebody switches it on again. */
    pausedAt: unixMs(),
    problem: text(),
    /** When it last had to wait for its bounds. */
    heldAt: unixMs(),
    revision: integer().notNull().default(1),
    createdAt: unixMs().notNull(),
    savedAt: unixMs().notNull(),
    /** Whose rights it acts with. */
    savedById: text(),
    savedByName: text(),
  },
  table => [primaryKey({ columns: [table.guildId, table.id] })],
)

/** What was begun, written down before any of it is done. */
export const runs = sqliteTable(
  'automation_runs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    automationId: text().notNull(),
    /** What started it, so that it is started once. */
    key: text().notNull(),
    /** Whom it is about. */
    userId: text().notNull(),
    channelId: text(),
    messageId: text(),
    /** The actions as they were then. */
    actions: json().notNull(),
    /** The automations that led to it, the first one first. */
    chain: json().notNull(),
    state: text({ enum: ['running', 'done', 'moot', 'failed'] })
      .notNull()
      .default('running'),
    /** Which action is next. */
    step: integer().notNull().default(0),
    /** When that one was begun; null while it was not. */
    begunAt: unixMs(),
    /** What it is about to send, so that the same is sent or found again. */
    pending: text(),
    startedAt: unixMs().notNull(),
    endedAt: unixMs(),
    /** Whether it is to remove somebody from the server. */
    removes: integer({ mode: 'boolean' }).notNull().default(false),
    /** Why it ended early. */
    why: text(),
  },
  table => [
    uniqueIndex('automation_runs_once').on(table.guildId, table.automationId, table.key),
    index('automation_runs_time').on(table.guildId, table.startedAt),
    // Asked for every message that may start one: how often this member did, in up to a day.
    index('automation_runs_member').on(table.guildId, table.automationId, table.userId, table.startedAt),
    index('automation_runs_state').on(table.state),
  ],
)
export type Run = typeof runs.$inferSelect

export const tables = {
  automations: storedTable(automations, {
    guild: 'guildId',
    users: { savedById: ['savedById', 'savedByName'] },
    references: ['design', 'problem'],
  }),
  runs: storedTable(runs, {
    guild: 'guildId',
    users: { userId: 'row' },
    channels: { channelId: ['messageId', 'pending', 'why'] },
    references: ['actions', 'pending', 'key'],
  }),
}
