import type BetterSqlite3 from 'better-sqlite3'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'

/** The one SQLite database: drizzle for queries, `$client` for prepared statements and pragmas. */
export type Database = BetterSQLite3Database & { $client: BetterSqlite3.Database }
