import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'
import type { ObjectKind } from '../journal/objects.ts'
import type { ModuleKey } from '../modules/contract.ts'
import type { Deed } from './audit-actions.ts'

/** What counted lately, so that a restart forgets nothing; older rows are deleted. */
export const antinukeActions = sqliteTable(
  'antinuke_actions',
  {
    guildId: guildId(),
    /** Discord's entry, or what stands in for one; the same one counts once. */
    entry: text().notNull(),
    /** Null where Discord does not say who it was. */
    actorId: text(),
    module: text().$type<ModuleKey>().notNull(),
    deed: text().$type<Deed>().notNull(),
    /** How much of the module's limit it used up. */
    weight: real().notNull(),
    /** Unix ms. */
    at: unixMs().notNull(),
    objectKind: text().$type<ObjectKind>(),
    targetId: text(),
    name: text(),
    given: text(),
    does: text().notNull(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.entry] }),
    index('antinuke_actions_by_time').on(table.guildId, table.at),
    index('antinuke_actions_by_age').on(table.at),
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
    /** Unix ms. */
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
  sanctions: storedTable(antinukeSanctions, {
    guild: 'guildId',
    users: { userId: 'row' },
    references: ['steps', 'roles'],
  }),
}
