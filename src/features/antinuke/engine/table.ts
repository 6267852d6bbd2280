import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'
import type { ObjectKind } from '../journal/objects.ts'
import type { ModuleKey } from '../modules/contract.ts'
import type { Operation } from './audit-actions.ts'

/**
 * What counted lately, so that a restart forgets nothing; older rows are deleted, and thirty days those of what
 * somebody made.
 */
export const antinukeActions = sqliteTable(
  'antinuke_actions',
  {
    guildId: guildId(),
    /** Discord's entry, or what stands in for one; the same one counts once. */
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
    /** The permissions of which any one lets somebody do it, as Discord writes them. */
    needs: text().notNull().default('0'),
    does: text().notNull(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.entry] }),
    index('antinuke_actions_by_time').on(table.guildId, table.at),
    index('antinuke_actions_by_age').on(table.at),
  ],
)

/** Power that somebody gave away lately: to a member, to the holders of a role, or to those who join with a role. */
export const antinukeLinks = sqliteTable(
  'antinuke_links',
  {
    guildId: guildId(),
    to: text({ enum: ['member', 'role', 'invite'] }).notNull(),
    receiverId: text().notNull(),
    giverId: text().notNull(),
    /** Unix ms. */
    at: unixMs().notNull(),
    /** What it lets do that could not be done before: permissions as Discord writes them. */
    bits: text().notNull(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.to, table.receiverId, table.giverId, table.at] }),
    index('antinuke_links_by_age').on(table.at),
    index('antinuke_links_by_receiver').on(table.receiverId),
    index('antinuke_links_by_giver').on(table.giverId),
  ],
)

/** Who gave the bypass role to whom last, kept for good; whoever has no row held it before. */
export const antinukeBypassHolders = sqliteTable(
  'antinuke_bypass_holders',
  {
    guildId: guildId(),
    /** The holder; of whom was forgotten and must not gain by it, a hash. */
    userId: text().notNull(),
    roleId: text().notNull(),
    /** Unix ms. */
    at: unixMs().notNull(),
    /** Whether somebody gave it whom nothing is counted of. */
    isRightful: integer({ mode: 'boolean' }).notNull(),
    /** When they were seen to get it with nobody named for it (Unix ms); null once somebody is, and before. */
    gainedAt: unixMs(),
  },
  table => [primaryKey({ columns: [table.guildId, table.userId] }), index('antinuke_bypass_user').on(table.userId)],
)

/** Who joined within a week: until all members are read again, a restart would take raiders for members. */
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
 * Bans and timeouts of the last day and their ends, whoever decided on them, be it a rule of Discord's AutoMod: only what
 * attackers did is undone.
 */
export const antinukeModeration = sqliteTable(
  'antinuke_moderation',
  {
    guildId: guildId(),
    /** Discord's entry; of several things that one tells of, the further ones with their kind. */
    entry: text().notNull(),
    kind: text({ enum: ['ban', 'timeout', 'mute', 'deafen', 'rule-timeout'] }).notNull(),
    targetId: text().notNull(),
    /** Null where Discord does not say who it was; the rule of AutoMod, where one did it. */
    actorId: text(),
    /** Unix ms. */
    at: unixMs().notNull(),
    /** Whether it was so before, and after. */
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

/** What is done against somebody, one step after the other until one succeeds. */
export type SanctionStep = 'ban' | 'kick' | 'timeout' | 'strip' | 'defuse' | 'delete-webhook'

/** How far it has come: 'undone' was taken back by people, 'refused' is when nothing was possible. */
export type SanctionState = 'pending' | 'done' | 'refused' | 'undone'

/** Sanctions, written down before they are attempted. */
export const antinukeSanctions = sqliteTable(
  'antinuke_sanctions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    /** The incident that it belongs to. */
    number: integer().notNull(),
    /** The member, bot or webhook. */
    userId: text().notNull(),
    state: text().$type<SanctionState>().notNull(),
    /** What is attempted, in this order: JSON of `steps` in punish/steps.ts. */
    steps: json().notNull(),
    /** The step that succeeded last. */
    done: text().$type<SanctionStep>(),
    /** The roles that were taken, to be given back: a JSON list of ids. */
    roles: json(),
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
    references: ['steps', 'roles'],
  }),
}
