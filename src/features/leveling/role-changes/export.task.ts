import Database from 'better-sqlite3'
import { writeTable } from '../import/csv.ts'

type Row = [userId: string, name: string, roleId: string, roleName: string, change: string, state: string, at: number]

/**
 * The roles that a batch gave and took, as CSV, read through a separate connection. @param order.database the path of
 * the file
 */
export default function exportRoleChanges(order: { database: string; guildId: string; batch: string }): string {
  const db = new Database(order.database, { readonly: true })
  try {
    const rows = db
      .prepare<[string, string], Row>(
        `SELECT user_id, name, role_id, role_name, change, state, at FROM leveling_role_changes
         WHERE guild_id = ? AND batch = ? ORDER BY id`,
      )
      .raw()
    return writeTable(
      ['user_id', 'name', 'role_id', 'role', 'change', 'outcome', 'at'],
      rows.all(order.guildId, order.batch).map(row => [...row.slice(0, -1), new Date(row[6]).toISOString()]),
    )
  } finally {
    db.close()
  }
}
