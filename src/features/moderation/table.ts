import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import type { CaseKind, CaseSource } from './contract.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'
import { channelLocks } from './channel/table.ts'

/** What there is to say of something done, before and after it is a case. */
const actColumns = () => ({
  /** What it came from, unique in a guild: an audit log entry or the key of an order. Nothing is done or recorded twice. */
  key: text(),
  /** What a press asked for: with its key nothing else is done. Null of what has no such key. */
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

/** One row for everything that was done. Rows are never deleted but for people and guilds that are to be forgotten. */
export const cases = sqliteTable(
  'moderation_cases',
  {
    guildId: guildId(),
    /** Counted per guild from 1, without reuse. */
    number: integer().notNull(),
    ...actColumns(),
    /** A warning that counts (while it has not expired), a timeout, ban or lock that was not lifted. */
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
    // All that the chart of the dashboard counts by, so that it reads no rows.
    index('moderation_cases_days').on(table.guildId, table.createdAt, table.kind, table.voidedAt),
    index('moderation_cases_moderator').on(table.guildId, table.moderatorId),
  ],
)

/** What was ordered and is being done in Discord: written down before, gone once it is a case or was not done after all. */
export const pendingActs = sqliteTable(
  'moderation_pending_acts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    ...actColumns(),
    /** What Discord's audit log says about it. */
    auditReason: text().notNull(),
    /** What Discord shows once it is done, where the kind does not say: a nickname, a channel. */
    wanted: text(),
    /** The last of the warnings that it uses up. */
    warning: integer(),
    /** Whoever ordered it knows already that it may not have been done. */
    told: integer({ mode: 'boolean' }).notNull().default(false),
  },
  table => [
    index('moderation_pending_target').on(table.guildId, table.targetId),
    index('moderation_pending_moderator').on(table.guildId, table.moderatorId),
  ],
)

/** What a case's reason was before it was changed. */
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

/** Where a case stands in the moderation log: one message shows up to ten. */
export const casePosts = sqliteTable(
  'moderation_case_posts',
  {
    guildId: guildId(),
    number: integer().notNull(),
    channelId: text().notNull(),
    messageId: text().notNull(),
    /** Which of the message's embeds, from 0. */
    place: integer().notNull(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.number] }),
    index('moderation_case_posts_message').on(table.messageId),
  ],
)

/** The last number given out, so that one is never given twice, also after a row is gone. */
export const caseNumbers = sqliteTable('moderation_case_numbers', {
  guildId: guildId().primaryKey(),
  last: integer().notNull(),
})

/** Cases about somebody go with them; from what they did to others their name goes. */
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
