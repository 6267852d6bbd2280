import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import type { CaseKind, CaseSource } from './contract.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'
import { channelLocks } from './channel/table.ts'

/** The columns about an act, shared by pending acts and cases. */
const actColumns = () => ({
  /**
   * The source's unique key in a guild: of an audit log entry or an order. The same key is never acted on or recorded
   * twice.
   */
  key: text(),
  /** What a press asked for: a different request with its key is refused. Null if there is no such key. */
  asked: text(),
  kind: text().$type<CaseKind>().notNull(),
  source: text().$type<CaseSource>().notNull(),
  targetId: text(),
  targetName: text(),
  moderatorId: text(),
  moderatorName: text(),
  channelId: text(),
  channelName: text(),
  detail: text(),
  count: integer(),
  reason: text(),
  /** Where it was ordered: 'channelId/messageId', or the channel alone for a slash command. */
  origin: text(),
  createdAt: unixMs().notNull(),
  expiresAt: unixMs(),
})

/** One row for each case. Rows are deleted only for people and guilds that are to be forgotten. */
export const cases = sqliteTable(
  'moderation_cases',
  {
    guildId: guildId(),
    /** Counted per guild from 1, never reused. */
    number: integer().notNull(),
    ...actColumns(),
    /** Whether a warning counts (while it has not expired), or a timeout, ban or lock has not been lifted. */
    active: integer({ mode: 'boolean' }).notNull(),
    /** Why a warning no longer counts. */
    ended: text().$type<'cleared' | 'used'>(),
    endedBy: text(),
    voidedAt: unixMs(),
    voidedBy: text(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.number] }),
    uniqueIndex('moderation_cases_key').on(table.guildId, table.key),
    index('moderation_cases_target').on(table.guildId, table.targetId, table.kind, table.active),
    // Contains every column that the dashboard's chart counts by, so that it reads no rows.
    index('moderation_cases_days').on(table.guildId, table.createdAt, table.kind, table.voidedAt),
    index('moderation_cases_moderator').on(table.guildId, table.moderatorId),
  ],
)

/**
 * Acts that were ordered and are being done in Discord: stored before, deleted once they are a case or were not done.
 */
export const pendingActs = sqliteTable(
  'moderation_pending_acts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    ...actColumns(),
    /** The reason for Discord's audit log. */
    auditReason: text().notNull(),
    /** What shows in Discord that it was done, if the kind alone does not: a nickname, a channel. */
    wanted: text(),
    /** The case number of the last warning that it uses up. */
    warning: integer(),
    /** Whether the person who ordered it already knows that it may not have been done. */
    told: integer({ mode: 'boolean' }).notNull().default(false),
  },
  table => [
    index('moderation_pending_target').on(table.guildId, table.targetId),
    index('moderation_pending_moderator').on(table.guildId, table.moderatorId),
  ],
)

/** The earlier reasons of cases. */
export const caseEdits = sqliteTable(
  'moderation_case_edits',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    number: integer().notNull(),
    /** Null for people who were forgotten. */
    userId: text(),
    userName: text(),
    at: unixMs().notNull(),
    before: text(),
  },
  table => [index('moderation_case_edits_case').on(table.guildId, table.number)],
)

/** Where a case is in the moderation log: one message shows up to ten. */
export const casePosts = sqliteTable(
  'moderation_case_posts',
  {
    guildId: guildId(),
    number: integer().notNull(),
    channelId: text().notNull(),
    messageId: text().notNull(),
    /** The index of the message's embed, from 0. */
    place: integer().notNull(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.number] }),
    index('moderation_case_posts_message').on(table.messageId),
  ],
)

/** The last number assigned, so that none is assigned twice, even after a row is deleted. */
export const caseNumbers = sqliteTable('moderation_case_numbers', {
  guildId: guildId().primaryKey(),
  last: integer().notNull(),
})

/** Cases about somebody are deleted with them; their name is removed from what they did to others. */
export const tables = {
  cases: storedTable(cases, {
    guild: 'guildId',
    seen: ['targetId', 'moderatorId'],
    users: {
      targetId: 'row',
      moderatorId: ['moderatorId', 'moderatorName'],
      endedBy: ['endedBy'],
      voidedBy: ['voidedBy'],
    },
    channels: { channelId: ['channelName'] },
    references: ['origin'],
  }),
  pending: storedTable(pendingActs, {
    guild: 'guildId',
    users: { targetId: 'row', moderatorId: ['moderatorId', 'moderatorName'] },
    references: ['channelId', 'origin', 'wanted'],
    exported: false,
  }),
  edits: storedTable(caseEdits, { guild: 'guildId', users: { userId: ['userId', 'userName'] } }),
  posts: storedTable(casePosts, { guild: 'guildId', references: ['channelId'], exported: false }),
  numbers: storedTable(caseNumbers, { guild: 'guildId', exported: false }),
  locks: storedTable(channelLocks, { guild: 'guildId', references: ['channelId', 'stands'] }),
}
