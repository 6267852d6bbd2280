import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from './columns.ts'
import { storedTable } from './stored-table.ts'

/** One document per guild and feature; no row means all defaults. */
export const settings = sqliteTable(
  'settings',
  { guildId: guildId(), feature: text().notNull(), document: json().notNull(), changedAt: unixMs().notNull() },
  table => [primaryKey({ columns: [table.guildId, table.feature] })],
)

export const settingsHistory = sqliteTable(
  'settings_history',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    feature: text().notNull(),
    /** Null for the product itself, and for people who were forgotten. */
    userId: text(),
    via: text().notNull(),
    /**
     * The command or the page that it came from; null for changes from before this was stored, and for the product's
     * own.
     */
    place: text(),
    /** The id of the row that this change undid. */
    restores: integer(),
    at: unixMs().notNull(),
    changes: json().notNull(),
    /** The keys of `changes`: indexed, so that a search for them reads no values. */
    touched: json().notNull().default([]),
  },
  table => [
    index('settings_history_guild').on(table.guildId, table.id),
    index('settings_history_touched').on(table.guildId, table.feature, table.id, table.touched),
    index('settings_history_user').on(table.userId),
  ],
)

/**
 * The last change of a setting among those no longer kept, so that a page that was loaded before it is recognized as
 * old.
 */
export const prunedSettings = sqliteTable(
  'settings_pruned',
  {
    guildId: guildId(),
    feature: text().notNull(),
    name: text().notNull(),
    /** The id that the change had in the history. */
    revision: integer().notNull(),
    at: unixMs().notNull(),
  },
  table => [primaryKey({ columns: [table.guildId, table.feature, table.name] })],
)

export const jobs = sqliteTable(
  'jobs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    feature: text().notNull(),
    job: text().notNull(),
    key: text(),
    guildId: text(),
    payload: json(),
    runAt: unixMs().notNull(),
    /**
     * The time by the clock when `runAt` was set, so that a clock that was ahead then is noticed once it is corrected.
     */
    setAt: unixMs().notNull().default(0),
    /** Null for a job that runs once. */
    everyMs: integer(),
    /** Runs begun since the last success; counted before the run, so that a killed run counts, too. */
    attempts: integer().notNull().default(0),
    /** Why it no longer runs, or null while it does. */
    parked: text(),
  },
  table => [
    uniqueIndex('jobs_key').on(table.feature, table.job, table.key),
    index('jobs_due').on(table.parked, table.runAt),
    index('jobs_guild').on(table.guildId),
  ],
)

/** Guilds the bot is in, and those it left whose data is still kept. */
export const guilds = sqliteTable('guilds', {
  guildId: guildId().primaryKey(),
  joinedAt: unixMs().notNull(),
  leftAt: unixMs(),
})

export const sessions = sqliteTable(
  'sessions',
  { id: text().primaryKey(), userId: text(), data: text().notNull(), expiresAt: unixMs().notNull() },
  table => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** Multi-step work in one guild. */
export const plans = sqliteTable(
  'plans',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    feature: text().notNull(),
    plan: text().notNull(),
    state: text({ enum: ['running', 'done', 'failed', 'cancelled', 'undoing', 'undone'] }).notNull(),
    input: json(),
    /** The cursor to the next steps. */
    cursor: text().notNull().default(''),
    /** Whether all steps are known. */
    paged: integer({ mode: 'boolean' }).notNull().default(false),
    counts: json().notNull(),
    /** Who started it; null for people who were forgotten. */
    byId: text(),
    problem: text(),
    startedAt: unixMs().notNull(),
    finishedAt: unixMs(),
  },
  table => [
    index('plans_guild').on(table.guildId, table.feature, table.plan, table.id),
    index('plans_by').on(table.byId),
  ],
)

export const planSteps = sqliteTable(
  'plan_steps',
  {
    planId: integer().notNull(),
    number: integer().notNull(),
    guildId: guildId(),
    step: json().notNull(),
    /** Recorded before it is done: a step that was started may or may not be done. */
    state: text({ enum: ['todo', 'begun', 'done'] }).notNull(),
  },
  table => [primaryKey({ columns: [table.planId, table.number] }), index('plan_steps_guild').on(table.guildId)],
)

/** Files that guilds keep, each in the data folder at `files/<guild>/<id>`. */
export const files = sqliteTable(
  'files',
  {
    id: text().primaryKey(),
    guildId: guildId(),
    /** The name of its `FileKind`, with the feature and the purpose. */
    kind: text().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    bytes: integer({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    at: unixMs().notNull(),
    /** Null if it belongs to nobody, or to somebody who asked to be forgotten. */
    userId: text(),
  },
  table => [index('files_guild').on(table.guildId, table.kind, table.at), index('files_user').on(table.userId)],
)

/** Messages from visitors to the operators of this copy. */
export const contactMessages = sqliteTable(
  'contact_messages',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Chosen by the page, so that a message that is sent again is not stored twice. */
    key: text().notNull().unique(),
    reference: text().notNull(),
    /** The sender, if they were signed in; otherwise null. */
    userId: text(),
    /** Identifies the sender for the hourly limit; see `contact/messages.ts`. */
    address: text(),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    at: unixMs().notNull(),
    state: text({ enum: ['kept', 'waiting', 'sending', 'delivered', 'failed'] }).notNull(),
    problem: text(),
  },
  table => [index('contact_messages_at').on(table.at), index('contact_messages_user').on(table.userId)],
)

/** Changes of many settings at once; the history has their content. */
export const madeChanges = sqliteTable(
  'made_changes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    /** Null for people who were forgotten. */
    userId: text(),
    kind: text({ enum: ['setup', 'import', 'copy'] }).notNull(),
    at: unixMs().notNull(),
    /** Their ids in the history. */
    revisions: json().notNull(),
    /** The number of settings and things that were changed. */
    changes: integer().notNull(),
    undoneAt: unixMs(),
  },
  table => [index('made_changes_guild').on(table.guildId, table.id), index('made_changes_user').on(table.userId)],
)

/** Who has dismissed the setup of a server, for themselves or for everybody. */
export const postponedSetups = sqliteTable(
  'postponed_setups',
  {
    guildId: guildId(),
    userId: text().notNull(),
    at: unixMs().notNull(),
    /** They dismissed it for the whole server. */
    everybody: integer({ mode: 'boolean' }).notNull().default(false),
  },
  table => [primaryKey({ columns: [table.guildId, table.userId] }), index('postponed_setups_user').on(table.userId)],
)

/** Written by the health check, to find out whether writing works. */
export const heartbeat = sqliteTable('heartbeat', { id: integer().primaryKey(), at: unixMs().notNull() })

/**
 * The kernel's own tables. Settings and their history are exported by `guilds/export.ts` itself; of the others only
 * files, because the rest is bookkeeping.
 */
export const kernelTables = {
  settings: storedTable(settings, { guild: 'guildId', exported: false }),
  settingsHistory: storedTable(settingsHistory, { guild: 'guildId', users: { userId: ['userId'] }, exported: false }),
  prunedSettings: storedTable(prunedSettings, { guild: 'guildId', exported: false }),
  jobs: storedTable(jobs, { guild: 'guildId', references: ['key', 'payload'], exported: false }),
  guilds: storedTable(guilds, { guild: 'guildId', exported: false }),
  plans: storedTable(plans, { guild: 'guildId', users: { byId: ['byId'] }, references: ['input'], exported: false }),
  planSteps: storedTable(planSteps, { guild: 'guildId', references: ['step'], exported: false }),
  files: storedTable(files, { guild: 'guildId', users: { userId: ['userId'] } }),
  sessions: storedTable(sessions, { guild: null, users: { userId: 'row' }, exported: false }),
  // About a person and not a server: in no server's export, and deleted with the person.
  contactMessages: storedTable(contactMessages, { guild: null, users: { userId: 'row' }, exported: false }),
  madeChanges: storedTable(madeChanges, { guild: 'guildId', users: { userId: ['userId'] }, exported: false }),
  postponedSetups: storedTable(postponedSetups, { guild: 'guildId', users: { userId: 'row' }, exported: false }),
  heartbeat: storedTable(heartbeat, { guild: null, exported: false }),
}
