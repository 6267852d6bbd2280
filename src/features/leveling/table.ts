import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

const count = () => integer({ mode: 'number' }).notNull().default(0)

/** What a member did in a guild. The level follows from `total`, all XP ever earned there. */
export const levelingMembers = sqliteTable(
  'leveling_members',
  {
    guildId: guildId(),
    userId: text().notNull(),
    /** As last seen in the guild, so that a leaderboard need not ask Discord. */
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
    /** XP earned and messages written since days are kept: what was given, taken or imported is none of it. */
    earned: count(),
    written: count(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.userId] }),
    index('leveling_members_rank').on(table.guildId, table.present, table.total),
    index('leveling_members_user').on(table.userId),
  ],
)

/** Who is in a voice channel. Time until `since` is in {@link levelingMembers} already. */
export const levelingVoice = sqliteTable(
  'leveling_voice',
  { guildId: guildId(), userId: text().notNull(), since: unixMs().notNull() },
  table => [primaryKey({ columns: [table.guildId, table.userId] }), index('leveling_voice_user').on(table.userId)],
)

/**
 * How far the counts of a member's row had come before anything of a day was added to them: a row for each day on which
 * there was something. What they did on that day is the difference to their next row, or to what their counts are now.
 * So it is written once a day, and not with every message.
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

/** The days on which a server counted: where there is no row it is not known what anybody did. */
export const levelingCountedDays = sqliteTable(
  'leveling_counted_days',
  { guildId: guildId(), day: integer().notNull() },
  table => [primaryKey({ columns: [table.guildId, table.day] })],
)

/** Every change of XP that was not earned by a message: who made it, when, and what it was before. */
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
    /** Names the changes made together, and says whether they were undone. */
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

/**
 * Level roles brought in line for a change of XP, under the name of its batch, or for everybody.
 */
export const levelingRoleBatches = sqliteTable(
  'leveling_role_batches',
  {
    guildId: guildId(),
    batch: text().notNull(),
    at: unixMs().notNull(),
    /** Whether roles are taken, too, that the level does not have. */
    take: integer({ mode: 'boolean' }).notNull(),
    state: text({ enum: ['following', 'followed', 'undoing', 'undone', 'stopped'] }).notNull(),
  },
  table => [primaryKey({ columns: [table.guildId, table.batch] })],
)

/** Every role that was given or taken for a batch; written down before it is done, so that undoing knows what to look at. */
export const levelingRoleChanges = sqliteTable(
  'leveling_role_changes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    batch: text().notNull(),
    userId: text().notNull(),
    /** The names of the member and the role then, for people who read the list. */
    name: text().notNull(),
    roleId: text().notNull(),
    roleName: text().notNull(),
    change: text({ enum: ['given', 'taken'] }).notNull(),
    at: unixMs().notNull(),
    state: text({ enum: ['begun', 'done', 'refused', 'overruled', 'undoing', 'undone', 'left'] }).notNull(),
    /** Whether Discord has reported it: what contradicts it from then on is somebody's later decision. */
    seen: integer({ mode: 'boolean' }).notNull().default(false),
  },
  table => [
    uniqueIndex('leveling_role_changes_batch').on(table.guildId, table.batch, table.userId, table.roleId),
    index('leveling_role_changes_user').on(table.userId, table.guildId),
  ],
)

/** Somebody's own rows are deleted with them; changes they made for others stay, without their name. */
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
