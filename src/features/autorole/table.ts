import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { guildId, unixMs } from '#kernel/storage/columns.ts'
import { storedTable } from '#kernel/storage/stored-table.ts'

/** Members' roles in servers with sticky roles: Discord does not tell which roles a member who left had. */
export const stickyRoles = sqliteTable(
  'autorole_held_roles',
  {
    guildId: guildId(),
    userId: text().notNull(),
    /** Ids, separated by spaces. */
    roleIds: text().notNull(),
    /** Null while they are here. */
    leftAt: unixMs(),
  },
  table => [primaryKey({ columns: [table.guildId, table.userId] }), index('autorole_held_roles_left').on(table.leftAt)],
)

export const tables = {
  heldRoles: storedTable(stickyRoles, { guild: 'guildId', users: { userId: 'row' }, references: ['roleIds'] }),
}
