import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { certainties, fakeReasons, ways } from './contract.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** When a guild's invites were last read in full. Without a row there is nothing to compare with. */
export const inviteBaselines = sqliteTable('invite_baselines', {
  guildId: guildId().primaryKey(),
  takenAt: unixMs().notNull(),
})

/** Every invite as it was last seen. */
export const inviteCodes = sqliteTable(
  'invite_codes',
  {
    guildId: guildId(),
    code: text().notNull(),
    uses: integer().notNull(),
    /** 0 means unlimited. */
    maxUses: integer().notNull(),
    inviterId: text(),
    channelId: text(),
    expiresAt: unixMs(),
    vanity: integer({ mode: 'boolean' }).notNull().default(false),
    /** Ids of the roles it grants. */
    roleIds: json().notNull().default([]),
    /** When Discord reported it gone; the row is still needed to work out who used it. */
    deletedAt: unixMs(),
  },
  table => [primaryKey({ columns: [table.guildId, table.code] })],
)

/** One row per member: how they last joined. */
export const inviteJoins = sqliteTable(
  'invite_joins',
  {
    guildId: guildId(),
    userId: text().notNull(),
    via: text({ enum: ways }).notNull(),
    certainty: text({ enum: certainties }).notNull(),
    inviterId: text(),
    code: text(),
    /** When they joined, according to Discord. */
    at: unixMs().notNull(),
    leftAt: unixMs(),
    /** Whether they had been a member before this join. */
    returned: integer({ mode: 'boolean' }).notNull().default(false),
    /** When we learned of the join, until it is decided how they joined; null afterwards. */
    waitingSince: unixMs(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.userId] }),
    index('invite_joins_recent').on(table.guildId, table.at),
    index('invite_joins_user').on(table.userId),
    index('invite_joins_inviter').on(table.inviterId),
  ],
)

/** Who counts for whom: one row per pair, however often the member leaves and rejoins. */
export const inviteCredits = sqliteTable(
  'invite_credits',
  {
    guildId: guildId(),
    inviterId: text().notNull(),
    userId: text().notNull(),
    /** Why it does not count, or null when it does. */
    fake: text({ enum: fakeReasons }),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.inviterId, table.userId] }),
    // A member counts for one inviter only.
    uniqueIndex('invite_credits_once').on(table.guildId, table.userId).where(sql`fake is null`),
    index('invite_credits_user').on(table.userId),
    index('invite_credits_inviter').on(table.inviterId),
  ],
)

/** Invites given or taken by hand, and imported ones: a ledger whose sum counts. */
export const inviteBonuses = sqliteTable(
  'invite_bonuses',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    userId: text().notNull(),
    amount: integer().notNull(),
    /** Who gave it; null when forgotten. */
    byId: text(),
    at: unixMs().notNull(),
    /** Prevents adding something twice: the code of an imported invite, or the key of a button press. */
    code: text(),
  },
  table => [
    uniqueIndex('invite_bonuses_import').on(table.guildId, table.code),
    index('invite_bonuses_of').on(table.guildId, table.userId),
    index('invite_bonuses_user').on(table.userId),
    index('invite_bonuses_by').on(table.byId),
  ],
)

/** If somebody is only mentioned in another member's row, the mention is erased and the row stays. */
export const tables = {
  baselines: storedTable(inviteBaselines, { guild: 'guildId', exported: false }),
  codes: storedTable(inviteCodes, {
    guild: 'guildId',
    users: { inviterId: ['inviterId'] },
    references: ['channelId', 'roleIds'],
  }),
  joins: storedTable(inviteJoins, {
    guild: 'guildId',
    seen: ['userId', 'inviterId'],
    users: { userId: 'row', inviterId: ['inviterId'] },
  }),
  credits: storedTable(inviteCredits, {
    guild: 'guildId',
    seen: ['inviterId'],
    users: { userId: 'row', inviterId: 'row' },
  }),
  bonuses: storedTable(inviteBonuses, {
    guild: 'guildId',
    seen: ['userId', 'byId'],
    users: { userId: 'row', byId: ['byId'] },
  }),
}
