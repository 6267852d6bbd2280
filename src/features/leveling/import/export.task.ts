import Database from 'better-sqlite3'
import { writeCsv } from './csv.ts'

interface Row {
  userId: string
  name: string | null
  total: number
  messages: number
}

/** The levels of a server as CSV, read through a separate connection. @param order.database the path of the file */
export default function exportLevels(order: { database: string; guildId: string }): string {
  const db = new Database(order.database, { readonly: true })
  try {
    const rows = db.prepare<[string], Row>(
      'SELECT user_id AS userId, name, total, messages FROM leveling_members WHERE guild_id = ?',
    )
    return writeCsv(rows.iterate(order.guildId))
  } finally {
    db.close()
  }
}
