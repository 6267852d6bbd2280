import Database from 'better-sqlite3'
import { assembledState, type LastRow } from '../journal/assembled-state.ts'
import type { ObjectKind, ServerState } from '../journal/objects.ts'
import { compared, type KnownChange, structureKinds } from './compared.ts'

/** A query as the query builder wrote it. */
export interface BuiltQuery {
  sql: string
  params: readonly unknown[]
}

export interface ComparisonOrder {
  /** The path of the database file. */
  database: string
  /** Queries for the last rows of all objects up to the two moments: kind, id and state. */
  states: readonly [BuiltQuery, BuiltQuery]
  /** A query for pairs of ids: the old one and the new one. */
  renames: BuiltQuery
  /** Queries for the first and the last change of every object in between: kind, id, time, actor and origin. */
  firsts: BuiltQuery
  lasts: BuiltQuery
  /** A query for the number of changes. */
  count: BuiltQuery
}

/**
 * Compares two moments of a server, on a database connection of its own. @returns `Compared` as JSON: a flat text is
 * quick to pass between threads
 */
export default function compare({ database, states, renames, firsts, lasts, count }: ComparisonOrder): string {
  const db = new Database(database, { readonly: true })
  try {
    const rowsOf = ({ sql, params }: BuiltQuery) =>
      db
        .prepare<unknown[], unknown[]>(sql)
        .raw()
        .all(...params)
    const stateOf = (query: BuiltQuery): ServerState => {
      // The columns are those that the query names.
      const rows = (rowsOf(query) as [ObjectKind, string, string | null][]).map(([kind, id, state]) => ({
        kind,
        id,
        state,
      }))
      const byKind = Map.groupBy(rows, ({ kind }) => kind)
      return assembledState(structureKinds, (kind): readonly LastRow[] => byKind.get(kind) ?? [])
    }
    const changesOf = (query: BuiltQuery) =>
      (rowsOf(query) as [ObjectKind, string, number, string | null, KnownChange['origin']][]).map(
        ([kind, id, at, actorId, origin]): KnownChange => ({ kind, id, at, actorId, origin }),
      )
    const [[total] = [0]] = rowsOf(count) as [number][]
    return JSON.stringify(
      compared({
        states: [stateOf(states[0]), stateOf(states[1])],
        renames: rowsOf(renames) as [string, string][],
        changes: { firsts: changesOf(firsts), lasts: changesOf(lasts), count: total },
      }),
    )
  } finally {
    db.close()
  }
}
