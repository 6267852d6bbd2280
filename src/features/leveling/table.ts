import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

const count = () => integer({ mode: 'number' }).notNull().default(0)

/** A member's activity in a guild. The level follows from `total`, all XP ever earned there. */
export const levelingMembers = sqliteTable(
  'leveling_members',
  {
    guildId: guildId(),
    userId: text().notNull(),
    /** As last seen in the guild, so that leaderboards need not ask Discord. */
    name: text(),
    /** The hash of their avatar. */
    avatar: text(),
    /** False for members who left; their XP is kept for their return. */
    present: integer({ mode: 'boolean' }).notNull().default(true),
    total: count(),
    /** When they last earned XP by a message; 0 is never. */
    earnedAt: count(),
    messages: count(),
    prefixCommands: count(),
    slashCommands: count(),
    voiceConnections: count(),
    voiceSeconds: count(),
    /** XP earned and messages written since days are kept, without XP that was given, taken or imported. */
    earned: count(),
    written: count(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.userId] }),
    index('leveling_members_rank').on(table.guildId, table.present, table.total),
    index('leveling_members_user').on(table.userId),
  ],
)

/** Members in voice channels. Time until `since` is already included in {@link levelingMembers}. */
export const levelingVoice = sqliteTable(
  'leveling_voice',
  { guildId: guildId(), userId: text().notNull(), since: unixMs().notNull() },
  table => [primaryKey({ columns: [table.guildId, table.userId] }), index('leveling_voice_user').on(table.userId)],
)

/**
 * A member's counts before anything of a day was added to them: one row per day with activity. The activity of that day
 * is the difference from the next row, or from the current counts. So a row is written once a day instead of with every
 * message.
 */
export const levelingDays = sqliteTable(
  'leveling_days',
  {
    guildId: guildId(),
    userId: text().notNull(),
    /** Days since 1 January 1970, UTC. */
    day: integer().notNull(),
    earnedBefore: integer().notNull(),
    writtenBefore: integer().notNull(),
    voiceSecondsBefore: integer().notNull(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.userId, table.day] }),
    index('leveling_days_user').on(table.userId),
    index('leveling_days_day').on(table.day),
  ],
)

/** The days on which a server counted: for any other day, members' activity is unknown. */
export const levelingCountedDays = sqliteTable(
  'leveling_counted_days',
  { guildId: guildId(), day: integer().notNull() },
  table => [primaryKey({ columns: [table.guildId, table.day] })],
)

/** Every change of XP other than by messages: who made it, when, and the previous value. */
export const levelingChanges = sqliteTable(
  'leveling_changes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    userId: text().notNull(),
    kind: text({ enum: ['give', 'take', 'set', 'reset', 'import', 'undo'] }).notNull(),
    /** Null for people who asked to be forgotten. */
    byId: text(),
    byName: text(),
    at: unixMs().notNull(),
    before: count(),
    after: count(),
    /** Identifies changes made together, and whether they were undone. */
    batch: text(),
    undone: integer({ mode: 'boolean' }).notNull().default(false),
  },
  table => [
    index('leveling_changes_guild').on(table.guildId, table.id),
    index('leveling_changes_user').on(table.userId),
    index('leveling_changes_by').on(table.byId),
    uniqueIndex('leveling_changes_batch').on(table.guildId, table.batch, table.userId),
  ],
)

/** Batches of level role changes: for a change of XP, under the name of its batch, or for everybody. */
export const levelingRoleBatches = sqliteTable(
  'leveling_role_batches',
  {
    guildId: guildId(),
    batch: text().notNull(),
    at: unixMs().notNull(),
    /** Whether roles that the level does not include are taken too. */
    take: integer({ mode: 'boolean' }).notNull(),
    state: text({ enum: ['following', 'followed', 'undoing', 'undone', 'stopped'] }).notNull(),
  },
  table => [primaryKey({ columns: [table.guildId, table.batch] })],
)

/** Every role given or taken in a batch; recorded before the change, so that undoing knows what to check. */
export const levelingRoleChanges = sqliteTable(
  'leveling_role_changes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    batch: text().notNull(),
    userId: text().notNull(),
    /** The names of the member and the role at that time, for people who read the list. */
    name: text().notNull(),
    roleId: text().notNull(),
    roleName: text().notNull(),
    change: text({ enum: ['given', 'taken'] }).notNull(),
    at: unixMs().notNull(),
    state: text({ enum: ['begun', 'done', 'refused', 'overruled', 'undoing', 'undone', 'left'] }).notNull(),
    /** Whether Discord has reported it; anything that contradicts it afterward is somebody's later decision. */
    seen: integer({ mode: 'boolean' }).notNull().default(false),
  },
  table => [
    uniqueIndex('leveling_role_changes_batch').on(table.guildId, table.batch, table.userId, table.roleId),
    index('leveling_role_changes_user').on(table.userId, table.guildId),
  ],
)

/** The rows of a person are deleted with them; changes they made for others stay, without their name. */
export const tables = {
  members: storedTable(levelingMembers, { guild: 'guildId', seen: ['userId'], users: { userId: 'row' } }),
  days: storedTable(levelingDays, { guild: 'guildId', users: { userId: 'row' } }),
  countedDays: storedTable(levelingCountedDays, { guild: 'guildId', exported: false }),
  voice: storedTable(levelingVoice, { guild: 'guildId', users: { userId: 'row' }, exported: false }),
  roleBatches: storedTable(levelingRoleBatches, { guild: 'guildId', exported: false }),
  roleChanges: storedTable(levelingRoleChanges, {
    guild: 'guildId',
    users: { userId: 'row' },
    references: ['roleId'],
  }),
  changes: storedTable(levelingChanges, {
    guild: 'guildId',
    seen: ['byId'],
    users: { userId: 'row', byId: ['byId', 'byName'] },
  }),
}
