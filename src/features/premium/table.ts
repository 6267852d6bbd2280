import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

export const kinds = ['claim', 'grant', 'discord'] as const
export type PeriodKind = (typeof kinds)[number]

/** A time for which a server has premium, and by what. */
export const premiumPeriods = sqliteTable(
  'premium_periods',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    kind: text({ enum: kinds }).notNull(),
    /** Discord's entitlement; null for others. */
    entitlement: text().unique(),
    startsAt: unixMs().notNull(),
    /** Null while there is no end. */
    endsAt: unixMs(),
    /** When it was taken back; null while it stands. */
    endedAt: unixMs(),
    /** Who claimed or granted it; null when they were forgotten, and for Discord's. */
    byId: text(),
  },
  table => [index('premium_periods_guild').on(table.guildId), index('premium_periods_by').on(table.byId)],
)
export type Period = typeof premiumPeriods.$inferSelect

/** What a server was last told. */
export const premiumServers = sqliteTable('premium_servers', {
  guildId: guildId().primaryKey(),
  /** Whether the features were told last that it has premium. */
  had: integer({ mode: 'boolean' }).notNull(),
  /** The end of which it was told in advance. */
  noticeFor: unixMs(),
  /** The end that was told when it had come. */
  endedAt: unixMs(),
})

/**
 * Which servers have had their free month: a hash of the id, since this stays when everything about a server is erased,
 * so that leaving and returning brings no second one (decision 47).
 */
export const premiumClaims = sqliteTable('premium_claims', {
  mark: text().primaryKey(),
  at: unixMs().notNull(),
})

export const tables = {
  periods: storedTable(premiumPeriods, { guild: 'guildId', users: { byId: ['byId'] } }),
  servers: storedTable(premiumServers, { guild: 'guildId', exported: false }),
  claims: storedTable(premiumClaims, { guild: null, exported: false }),
}
