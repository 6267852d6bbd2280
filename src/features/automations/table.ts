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
    /** When it was paused after a failure, and what failed: it does not start until somebody switches it on again. */
    pausedAt: unixMs(),
    problem: text(),
    /** When it last could not start because of its limits. */
    heldAt: unixMs(),
    revision: integer().notNull().default(1),
    createdAt: unixMs().notNull(),
    savedAt: unixMs().notNull(),
    /** The member whose rights it acts with. */
    savedById: text(),
    savedByName: text(),
  },
  table => [primaryKey({ columns: [table.guildId, table.id] })],
)

/** The runs of automations, each recorded before any of its actions. */
export const runs = sqliteTable(
  'automation_runs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    automationId: text().notNull(),
    /** Identifies the event that started it, so that it starts only once. */
    key: text().notNull(),
    /** The member that it is about. */
    userId: text().notNull(),
    channelId: text(),
    messageId: text(),
    /** The actions as of that time. */
    actions: json().notNull(),
    /** The automations that caused it, the first one first. */
    chain: json().notNull(),
    state: text({ enum: ['running', 'done', 'moot', 'failed'] })
      .notNull()
      .default('running'),
    /** The index of the next action. */
    step: integer().notNull().default(0),
    /** When that action was begun; null if it was not. */
    begunAt: unixMs(),
    /** The text that it is about to send, so that a repeat sends or finds the same one. */
    pending: text(),
    startedAt: unixMs().notNull(),
    endedAt: unixMs(),
    /** Whether it will remove somebody from the server. */
    removes: integer({ mode: 'boolean' }).notNull().default(false),
    /** Why it ended early. */
    why: text(),
  },
  table => [
    uniqueIndex('automation_runs_once').on(table.guildId, table.automationId, table.key),
    index('automation_runs_time').on(table.guildId, table.startedAt),
    // Queried for every message that may start a run: how often this member started it, within up to a day.
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
