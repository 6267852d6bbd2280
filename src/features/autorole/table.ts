import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** The roles of members in servers with sticky roles: Discord does not say which roles a departed member had. */
export const stickyRoles = sqliteTable(
  'autorole_held_roles',
  {
    guildId: guildId(),
    userId: text().notNull(),
    /** Ids, separated by spaces. */
    roleIds: text().notNull(),
    /** When they left; null while they are in the server. */
    leftAt: unixMs(),
  },
  table => [primaryKey({ columns: [table.guildId, table.userId] }), index('autorole_held_roles_left').on(table.leftAt)],
)

export const tables = {
  heldRoles: storedTable(stickyRoles, { guild: 'guildId', users: { userId: 'row' }, references: ['roleIds'] }),
}
