import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'
import type { ObjectKind } from '../journal/objects.ts'
import type { ModuleKey } from '../modules/contract.ts'
import type { Operation } from './audit-actions.ts'

/**
 * Actions that recently counted, so that a restart forgets nothing. Older rows are deleted, after thirty days where
 * somebody made something.
 */
export const antinukeActions = sqliteTable(
  'antinuke_actions',
  {
    guildId: guildId(),
    /** The id of Discord's entry, or what stands in for one: the same id counts once. */
    entry: text().notNull(),
    /** Discord's audit log event; 0 for what has no entry. */
    type: integer().notNull().default(0),
    /** Null where Discord does not say who it was. */
    actorId: text(),
    module: text().$type<ModuleKey>().notNull(),
    operation: text().$type<Operation>().notNull(),
    /** How much of the module's limit it used up. */
    weight: real().notNull(),
    /** Unix ms. */
    at: unixMs().notNull(),
    objectKind: text().$type<ObjectKind>(),
    targetId: text(),
    name: text(),
    given: text(),
    /** Permissions, any one of which lets somebody do it, as Discord writes them. */
    needs: text().notNull().default('0'),
    does: text().notNull(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.entry] }),
    index('antinuke_actions_by_time').on(table.guildId, table.at),
    index('antinuke_actions_by_age').on(table.at),
  ],
)

/** Power that somebody recently gave away: to a member, to the holders of a role, or to those who join with a role. */
export const antinukeLinks = sqliteTable(
  'antinuke_links',
  {
    guildId: guildId(),
    to: text({ enum: ['member', 'role', 'invite'] }).notNull(),
    receiverId: text().notNull(),
    giverId: text().notNull(),
    /** Unix ms. */
    at: unixMs().notNull(),
    /** The permissions that the receiver did not have before, as Discord writes them. */
    bits: text().notNull(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.to, table.receiverId, table.giverId, table.at] }),
    index('antinuke_links_by_age').on(table.at),
    index('antinuke_links_by_receiver').on(table.receiverId),
    index('antinuke_links_by_giver').on(table.giverId),
  ],
)

/** Whether members were rightfully given the bypass role, kept for good; holders without a row held it before. */
export const antinukeBypassHolders = sqliteTable(
  'antinuke_bypass_holders',
  {
    guildId: guildId(),
    /** The holder; a hash for somebody who was forgotten, as they may not gain by that. */
    userId: text().notNull(),
    roleId: text().notNull(),
    /** Unix ms. */
    at: unixMs().notNull(),
    /** Whether the owner or an extra owner gave it. */
    isRightful: integer({ mode: 'boolean' }).notNull(),
    /**
     * When they were seen with it for the first time without an entry that names the giver (Unix ms); null otherwise.
     */
    gainedAt: unixMs(),
  },
  table => [primaryKey({ columns: [table.guildId, table.userId] }), index('antinuke_bypass_user').on(table.userId)],
)

/**
 * Who joined within a week: after a restart, raiders would be taken for older members until all members are read again.
 */
export const antinukeNewcomers = sqliteTable(
  'antinuke_newcomers',
  {
    guildId: guildId(),
    userId: text().notNull(),
    /** Unix ms. */
    joinedAt: unixMs().notNull(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.userId] }),
    index('antinuke_newcomers_by_age').on(table.joinedAt),
    index('antinuke_newcomers_user').on(table.userId),
  ],
)

/**
 * Bans, timeouts and mutes of the last day and their ends, regardless of who decided on them, including rules of
 * Discord's AutoMod: only what attackers did is undone.
 */
export const antinukeModeration = sqliteTable(
  'antinuke_moderation',
  {
    guildId: guildId(),
    /** The id of Discord's entry; where one entry decides several things, the others have their kind added. */
    entry: text().notNull(),
    kind: text({ enum: ['ban', 'timeout', 'mute', 'deafen', 'rule-timeout'] }).notNull(),
    targetId: text().notNull(),
    /** Null where Discord does not say who it was; the id of the rule, where AutoMod did it. */
    actorId: text(),
    /** Unix ms. */
    at: unixMs().notNull(),
    /** Whether it was in force before, and after. */
    before: integer({ mode: 'boolean' }).notNull(),
    after: integer({ mode: 'boolean' }).notNull(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.entry] }),
    index('antinuke_moderation_by_target').on(table.guildId, table.targetId),
    index('antinuke_moderation_by_age').on(table.at),
    index('antinuke_moderation_user').on(table.targetId),
    index('antinuke_moderation_actor').on(table.actorId),
  ],
)

/** What is done against somebody: one step after another until one succeeds. */
export type SanctionStep = 'ban' | 'kick' | 'timeout' | 'strip' | 'defuse' | 'delete-webhook'

/**
 * How far it has come: 'undone' was taken back by people; 'refused' means that nothing was possible that would have been
 * enough.
 */
export type SanctionState = 'pending' | 'done' | 'refused' | 'undone'

/** Sanctions, stored before they are attempted. */
export const antinukeSanctions = sqliteTable(
  'antinuke_sanctions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    /** The number of the incident that it belongs to. */
    number: integer().notNull(),
    /** The id of the member, bot or webhook. */
    userId: text().notNull(),
    state: text().$type<SanctionState>().notNull(),
    /** What is attempted, in this order: JSON of `steps` in punish/steps.ts. */
    steps: json().notNull(),
    /** The step that succeeded last. */
    done: text().$type<SanctionStep>(),
    /** Unix ms, by Discord's clock. */
    at: unixMs().notNull(),
    settledAt: unixMs(),
  },
  table => [
    index('antinuke_sanctions_by_user').on(table.guildId, table.userId),
    index('antinuke_sanctions_by_incident').on(table.guildId, table.number),
    index('antinuke_sanctions_by_state').on(table.state),
  ],
)

export const tables = {
  actions: storedTable(antinukeActions, {
    guild: 'guildId',
    users: { actorId: ['actorId'], targetId: ['targetId', 'name', 'given'] },
    exported: false,
  }),
  links: storedTable(antinukeLinks, {
    guild: 'guildId',
    users: { receiverId: 'row', giverId: 'row' },
    references: ['receiverId'],
    exported: false,
  }),
  bypassHolders: storedTable(antinukeBypassHolders, {
    guild: 'guildId',
    users: { userId: 'row' },
    references: ['roleId'],
    exported: false,
  }),
  newcomers: storedTable(antinukeNewcomers, { guild: 'guildId', users: { userId: 'row' }, exported: false }),
  moderation: storedTable(antinukeModeration, {
    guild: 'guildId',
    users: { targetId: 'row', actorId: ['actorId'] },
    exported: false,
  }),
  sanctions: storedTable(antinukeSanctions, {
    guild: 'guildId',
    seen: ['userId'],
    users: { userId: 'row' },
    references: ['steps'],
  }),
}
