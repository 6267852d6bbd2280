import BetterSqlite3 from 'better-sqlite3'
import { yieldToEventLoop } from '#kit/event-loop.ts'
import { connect } from './connection.ts'
import type { Database } from './database.ts'

/** How many tables and indexes are created without a pause, which takes about a millisecond. */
const atOnce = 25

const definitions = `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
  ORDER BY type = 'table' DESC`

/**
 * Creates an empty database in memory with the same tables: nothing that is done there reaches the disk. The caller has
 * to close it.
 */
export async function scratchOf({ $client }: Database): Promise<Database> {
  const made = $client.prepare<unknown[], string>(definitions).pluck().all()
  const client = new BetterSqlite3(':memory:')
  for (let place = 0; place < made.length; place += atOnce) {
    client.exec(made.slice(place, place + atOnce).join(';\n'))
    await yieldToEventLoop()
  }
  return connect(client)
}
