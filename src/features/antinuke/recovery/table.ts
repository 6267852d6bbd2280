import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** How far a recovery has come: `stopped` is one that could not go on, or that somebody stopped. */
export const recoveryStates = ['planning', 'running', 'waiting', 'verifying', 'done', 'stopped'] as const

/** The recoveries of servers, one at a time in each. Times are Unix ms. */
export const recoveries = sqliteTable(
  'antinuke_recoveries',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    /** The number of the incident with which it began; null when somebody asked for it. */
    incident: integer(),
    /** The numbers of other incidents that have joined it: JSON, null before any has. */
    otherIncidents: json(),
    /** The journal's cursor of the earliest moment that it goes back to; null when somebody asked for it. */
    moment: integer(),
    state: text({ enum: recoveryStates }).notNull(),
    /**
     * How often it has read the server and planned: once more after the first attempt, and for every attack that joins.
     */
    round: integer().notNull().default(0),
    /** The rounds since the last attack joined for which the server was read. */
    tries: integer().notNull().default(0),
    /** Whether an attack has joined for which it has not planned yet. */
    joined: integer({ mode: 'boolean' }).notNull().default(false),
    startedAt: unixMs().notNull(),
    finishedAt: unixMs(),
    /** Until when Discord accepts none of what is left. */
    waitsUntil: unixMs(),
    /** Why it waits or stopped, as a sentence. */
    problem: text(),
  },
  table => [index('antinuke_recoveries_guild').on(table.guildId, table.id)],
)

/** The server before the attack, and which parts of it the attack touched; deleted once the recovery is over. */
export const recoveryObjects = sqliteTable(
  'antinuke_recovery_objects',
  {
    recoveryId: integer().notNull(),
    guildId: guildId(),
    kind: text().notNull(),
    objectId: text().notNull(),
    /** Its state; null for something that did not exist. */
    good: text(),
    touched: integer({ mode: 'boolean' }).notNull(),
    /** The touched fields, as JSON; null for all. */
    fields: text(),
  },
  table => [
    primaryKey({ columns: [table.recoveryId, table.kind, table.objectId] }),
    index('antinuke_recovery_objects_guild').on(table.guildId),
    index('antinuke_recovery_objects_user').on(table.objectId),
  ],
)

/** The attackers, and the people whom they banned or timed out, or whose bans they lifted. */
export const recoveryPeople = sqliteTable(
  'antinuke_recovery_people',
  {
    recoveryId: integer().notNull(),
    guildId: guildId(),
    userId: text().notNull(),
    part: text({ enum: ['attacker', 'banned', 'timed-out', 'muted', 'deafened', 'unbanned'] }).notNull(),
  },
  table => [
    primaryKey({ columns: [table.recoveryId, table.userId, table.part] }),
    index('antinuke_recovery_people_guild').on(table.guildId),
    index('antinuke_recovery_people_user').on(table.userId),
  ],
)

/** The steps: `begun` is stored before a request leaves, and `done` when Discord has answered. */
export const recoverySteps = sqliteTable(
  'antinuke_recovery_steps',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    recoveryId: integer().notNull(),
    guildId: guildId(),
    round: integer().notNull(),
    key: text().notNull(),
    /** Keys of steps in the same round, as JSON. */
    after: text().notNull(),
    /** An act of steps.ts, by first ids. */
    act: text().notNull(),
    state: text({ enum: ['todo', 'begun', 'done', 'refused'] }).notNull(),
    begunAt: unixMs(),
    /** The person whom it is about. */
    userId: text(),
    problem: text(),
  },
  table => [
    index('antinuke_recovery_steps_recovery').on(table.recoveryId, table.round, table.id),
    index('antinuke_recovery_steps_guild').on(table.guildId),
    index('antinuke_recovery_steps_user').on(table.userId),
  ],
)

/** Kept for good: the old and the new id of what was recreated, and Discord's new names of pictures. */
export const recoveredIds = sqliteTable(
  'antinuke_recovered_ids',
  {
    guildId: guildId(),
    kind: text().notNull(),
    oldId: text().notNull(),
    newId: text().notNull(),
    recoveryId: integer().notNull(),
    at: unixMs().notNull(),
  },
  table => [primaryKey({ columns: [table.guildId, table.oldId] })],
)

/** The results, by object and field. */
export const recoveryReport = sqliteTable(
  'antinuke_recovery_report',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    recoveryId: integer().notNull(),
    guildId: guildId(),
    kind: text().notNull(),
    objectId: text().notNull(),
    name: text().notNull(),
    /** Null for the object as a whole. */
    field: text(),
    result: text({ enum: ['same', 'differs', 'impossible'] }).notNull(),
    /** Why it is impossible or differs, as a sentence. */
    reason: text(),
  },
  table => [
    index('antinuke_recovery_report_recovery').on(table.recoveryId, table.id),
    index('antinuke_recovery_report_guild').on(table.guildId),
    index('antinuke_recovery_report_user').on(table.objectId),
  ],
)

/** What people who were removed get back when they rejoin. */
export const antinukeReturning = sqliteTable(
  'antinuke_returning',
  {
    guildId: guildId(),
    userId: text().notNull(),
    /** The incident in which they were removed; null where there is none. */
    incident: integer(),
    /** JSON, by first ids. */
    roles: text().notNull(),
    /** Their nickname; null where they had none. */
    nick: text(),
    at: unixMs().notNull(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.userId] }),
    index('antinuke_returning_at').on(table.at),
    index('antinuke_returning_user').on(table.userId),
  ],
)

/** Rows about a member are deleted with the member's data. */
export const tables = {
  recoveries: storedTable(recoveries, { guild: 'guildId' }),
  recoveryObjects: storedTable(recoveryObjects, { guild: 'guildId', users: { objectId: 'row' }, exported: false }),
  recoveryPeople: storedTable(recoveryPeople, { guild: 'guildId', users: { userId: 'row' }, exported: false }),
  recoverySteps: storedTable(recoverySteps, { guild: 'guildId', users: { userId: 'row' }, exported: false }),
  recoveredIds: storedTable(recoveredIds, { guild: 'guildId', exported: false }),
  antinukeReturning: storedTable(antinukeReturning, { guild: 'guildId', users: { userId: 'row' }, exported: false }),
  recoveryReport: storedTable(recoveryReport, { guild: 'guildId', users: { objectId: 'row' } }),
}
