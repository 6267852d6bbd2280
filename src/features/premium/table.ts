import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

export const kinds = ['claim', 'grant', 'discord'] as const
export type PeriodKind = (typeof kinds)[number]

/** A period of a server's premium, and its source. */
export const premiumPeriods = sqliteTable(
  'premium_periods',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    kind: text({ enum: kinds }).notNull(),
    /** Discord's id of the entitlement; null for other sources. */
    entitlement: text().unique(),
    startsAt: unixMs().notNull(),
    /** Null if there is no end. */
    endsAt: unixMs(),
    /** When it was revoked; null if it was not. */
    endedAt: unixMs(),
    /** The user who claimed or granted it; null if they asked to be forgotten, and for Discord's. */
    byId: text(),
  },
  table => [index('premium_periods_guild').on(table.guildId), index('premium_periods_by').on(table.byId)],
)
export type Period = typeof premiumPeriods.$inferSelect

/** The state that a server was last notified of. */
export const premiumServers = sqliteTable('premium_servers', {
  guildId: guildId().primaryKey(),
  /** Whether features were last notified that it has premium. */
  had: integer({ mode: 'boolean' }).notNull(),
  /** The end that was announced in advance. */
  noticeFor: unixMs(),
  /** The end that was announced once it had come. */
  endedAt: unixMs(),
})

/**
 * Servers that have had their free month. Stored as a hash of the id, since this stays when all data about a server is
 * erased, so that leaving and returning brings no second month (decision 47).
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
