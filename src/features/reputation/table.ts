import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** One row per gift: a ledger, so that nothing is counted twice or lost between two members. */
export const reputationGifts = sqliteTable(
  'reputation_gifts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    guildId: guildId(),
    /** Null when the giver was forgotten; the gift stays. */
    giverId: text(),
    receiverId: text().notNull(),
    at: unixMs().notNull(),
  },
  table => [
    index('reputation_gifts_giver').on(table.guildId, table.giverId, table.at),
    index('reputation_gifts_receiver').on(table.guildId, table.receiverId),
    index('reputation_gifts_user').on(table.receiverId),
    index('reputation_gifts_given').on(table.giverId),
  ],
)

/** What somebody received is deleted with them; what they gave stays with the receiver, without their name. */
export const tables = {
  gifts: storedTable(reputationGifts, {
    guild: 'guildId',
    seen: ['receiverId', 'giverId'],
    users: { receiverId: 'row', giverId: ['giverId'] },
  }),
}
