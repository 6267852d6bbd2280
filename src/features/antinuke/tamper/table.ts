import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** What weakened the protection, in the settings or in Discord. */
export const antinukeAlarms = sqliteTable(
  'antinuke_alarms',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    at: unixMs().notNull(),
    /** Null where Discord did not name anybody, and after the person asked to be forgotten. */
    userId: text(),
    /** Phrases, as a JSON list. */
    sentences: json().notNull(),
    /** The id of the change of settings; null for something that was done in Discord. */
    revision: integer(),
    undone: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether to tell the owner by direct message: not about what they did themselves on one of our pages. */
    forOwner: integer({ mode: 'boolean' }).notNull(),
    /** Whether it has been posted and sent, or given up. */
    told: integer({ mode: 'boolean' }).notNull().default(false),
  },
  table => [
    index('antinuke_alarms_by_time').on(table.guildId, table.at),
    index('antinuke_alarms_untold').on(table.guildId, table.told),
    index('antinuke_alarms_user').on(table.userId),
  ],
)

const states = ['waiting', 'confirmed', 'rejected', 'dropped'] as const

/** Changes that wait for a second person, and for a while also those that were decided. */
export const antinukeRequests = sqliteTable(
  'antinuke_requests',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    at: unixMs().notNull(),
    expiresAt: unixMs().notNull(),
    /** The person who asked for it. */
    userId: text().notNull(),
    /** The settings that it changes, by name: the old and the new value. */
    changes: json().notNull(),
    sentences: json().notNull(),
    state: text({ enum: states }).notNull().default('waiting'),
    decidedBy: text(),
  },
  table => [
    index('antinuke_requests_waiting').on(table.guildId, table.state),
    index('antinuke_requests_user').on(table.userId),
    index('antinuke_requests_decided').on(table.decidedBy),
    index('antinuke_requests_age').on(table.at),
  ],
)

/** The bot's own standing when it was last checked, so that losses are noticed after a restart, too. */
export const antinukeStanding = sqliteTable('antinuke_standing', {
  guildId: guildId().primaryKey(),
  /** Permissions in the server, as Discord's number. */
  permissions: text().notNull(),
  /** Roles with power above the bot's own: a JSON list of ids. */
  above: json().notNull(),
})

export const tables = {
  standing: storedTable(antinukeStanding, { guild: 'guildId', references: ['above'], exported: false }),
  alarms: storedTable(antinukeAlarms, { guild: 'guildId', seen: ['userId'], users: { userId: ['userId'] } }),
  requests: storedTable(antinukeRequests, {
    guild: 'guildId',
    seen: ['userId', 'decidedBy'],
    users: { userId: 'row', decidedBy: ['decidedBy'] },
    references: ['changes', 'sentences'],
  }),
}
