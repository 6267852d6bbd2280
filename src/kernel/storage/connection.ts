import type BetterSqlite3 from 'better-sqlite3'
import { NoopLogger } from 'drizzle-orm'
import { BetterSQLite3Database, BetterSQLiteSession, PreparedQuery } from 'drizzle-orm/better-sqlite3'
import { NoopCache } from 'drizzle-orm/cache/core'
import { LRUCache } from 'lru-cache'
import type { Database } from './database.ts'
import { dialect } from './dialect.ts'

/** Statements refer to tables directly, so drizzle needs no schema. */
type NoSchema = Record<string, never>

/** How many statements stay prepared that the code did not prepare explicitly. */
const keptStatements = 100

/**
 * Creates drizzle on a connection. A statement with the same text is not prepared again: that takes as long as most
 * queries.
 */
export function connect(client: BetterSqlite3.Database): Database {
  const session = new BetterSQLiteSession<NoSchema, NoSchema>(client, dialect, undefined)
  const logger = new NoopLogger()
  const cache = new NoopCache()
  const kept = new LRUCache<string, BetterSqlite3.Statement>({ max: keptStatements })
  const statement = (text: string) => {
    const known = kept.get(text)
    if (known) return known
    const made = client.prepare(text)
    kept.set(text, made)
    return made
  }
  session.prepareOneTimeQuery = (query, fields, method, isResponseInArrayMode, mapper, about, caching) =>
    // Other statements may be read as arrays or as objects, which is a state of the prepared statement.
    fields === undefined && about?.type === undefined
      ? session.prepareQuery(query, fields, method, isResponseInArrayMode, mapper, about, caching)
      : new PreparedQuery(
          statement(query.sql),
          query,
          logger,
          cache,
          about,
          caching,
          fields,
          method,
          isResponseInArrayMode,
          mapper,
        )
  return Object.assign(new BetterSQLite3Database<NoSchema>('sync', dialect, session, undefined), { $client: client })
}
