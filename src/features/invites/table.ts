import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { guildId, json, unixMs } from '#kernel/storage/columns.ts'
import { certainties, fakeReasons, ways } from './contract.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** When a guild's invites were last read whole. Without a row there is nothing to compare with. */
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
    /** 0 is without limit. */
    maxUses: integer().notNull(),
    inviterId: text(),
    channelId: text(),
    expiresAt: unixMs(),
    vanity: integer({ mode: 'boolean' }).notNull().default(false),
    /** Roles that it gives, a list of ids. */
    roleIds: json().notNull().default([]),
    /** When Discord told that it is gone; it is still needed to judge who came by it. */
    deletedAt: unixMs(),
  },
  table => [primaryKey({ columns: [table.guildId, table.code] })],
)

/** One row per member: how they came the last time. */
export const inviteJoins = sqliteTable(
  'invite_joins',
  {
    guildId: guildId(),
    userId: text().notNull(),
    via: text({ enum: ways }).notNull(),
    certainty: text({ enum: certainties }).notNull(),
    inviterId: text(),
    code: text(),
    /** When Discord says that they joined. */
    at: unixMs().notNull(),
    leftAt: unixMs(),
    /** Had been here before this join. */
    returned: integer({ mode: 'boolean' }).notNull().default(false),
    /** When we heard of it, while it is not decided yet how they came; null afterwards. */
    waitingSince: unixMs(),
  },
  table => [
    primaryKey({ columns: [table.guildId, table.userId] }),
    index('invite_joins_recent').on(table.guildId, table.at),
    index('invite_joins_user').on(table.userId),
    index('invite_joins_inviter').on(table.inviterId),
  ],
)

/** Who counts for whom: one row per pair, however often they come and go. */
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

/** Invites given or taken by hand, and imported ones: a ledger, its sum is what counts. */
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
    /** The invite whose uses were imported: once and never again. */
    code: text(),
  },
  table => [
    uniqueIndex('invite_bonuses_import').on(table.guildId, table.code),
    index('invite_bonuses_of').on(table.guildId, table.userId),
    index('invite_bonuses_user').on(table.userId),
    index('invite_bonuses_by').on(table.byId),
  ],
)

/** Where only somebody's name stands in another's row, the name goes and the row stays. */
export const tables = {
  baselines: storedTable(inviteBaselines, { guild: 'guildId', exported: false }),
  codes: storedTable(inviteCodes, { guild: 'guildId', users: { inviterId: ['inviterId'] } }),
  joins: storedTable(inviteJoins, { guild: 'guildId', users: { userId: 'row', inviterId: ['inviterId'] } }),
  credits: storedTable(inviteCredits, { guild: 'guildId', users: { userId: 'row', inviterId: 'row' } }),
  bonuses: storedTable(inviteBonuses, { guild: 'guildId', users: { userId: 'row', byId: ['byId'] } }),
}
