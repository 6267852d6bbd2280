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
    /** Who did it; null where Discord did not say, and after they asked to be forgotten. */
    userId: text(),
    /** Phrases, as a JSON list. */
    sentences: json().notNull(),
    /** The change of the settings that it was; null for what was done in Discord. */
    revision: integer(),
    undone: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether the owner is to be told by direct message: not what they did themselves on a page of ours. */
    forOwner: integer({ mode: 'boolean' }).notNull(),
    /** Already posted and sent, or given up. */
    told: integer({ mode: 'boolean' }).notNull().default(false),
  },
  table => [
    index('antinuke_alarms_by_time').on(table.guildId, table.at),
    index('antinuke_alarms_untold').on(table.guildId, table.told),
    index('antinuke_alarms_user').on(table.userId),
  ],
)

const states = ['waiting', 'confirmed', 'rejected', 'dropped'] as const

/** Changes that wait for a second person, and for a while what became of them. */
export const antinukeRequests = sqliteTable(
  'antinuke_requests',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    at: unixMs().notNull(),
    expiresAt: unixMs().notNull(),
    /** Who asked for it. */
    userId: text().notNull(),
    /** The settings it changes: by name, what they were and what they would be. */
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

/** How the bot itself stood when it was last looked at, so that what is taken from it is noticed after a restart, too. */
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
