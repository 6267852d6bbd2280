import Database from 'better-sqlite3'

/** A query, and the types of its columns in order. */
export interface RowsQuery {
  /** Where its rows go in the answer: ['features', 'automod', 'strikes']. */
  path: readonly string[]
  sql: string
  params: readonly unknown[]
  columns: readonly { name: string; holds: 'value' | 'boolean' | 'json' }[]
  /** The most rows; all unless given. */
  mostRows?: number
}

/** The most characters of one query's rows: a history of large lists could fill any memory. */
const mostCharacters = 50_000_000

const cell = (holds: RowsQuery['columns'][number]['holds'], value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (holds === 'boolean') return value === 1 ? 'true' : 'false'
  // JSON is stored as text already.
  return holds === 'json' && typeof value === 'string' ? value : JSON.stringify(value)
}

function rowsOf(
  db: Database.Database,
  { sql, params, columns, mostRows = Infinity }: RowsQuery,
): { json: string; cut: boolean } {
  const rows: string[] = []
  let cut = false
  let size = 0
  // `raw` returns a row as an array of its columns.
  for (const row of db
    .prepare<unknown[], unknown[]>(sql)
    .raw()
    .iterate(...params)) {
    const text = columns.map(({ name, holds }, at) => `${JSON.stringify(name)}:${cell(holds, row[at])}`).join(',')
    size += text.length
    cut = rows.length >= mostRows || size > mostCharacters
    if (cut) break
    rows.push(`{${text}}`)
  }
  return { json: `[${rows.join(',')}]`, cut }
}

/** JSON texts and nested branches, by name. */
interface Branch {
  [name: string]: Branch | string
}

const written = (branch: Branch | string): string =>
  typeof branch === 'string'
    ? branch
    : `{${Object.entries(branch)
        .map(([name, inside]) => `${JSON.stringify(name)}:${written(inside)}`)
        .join(',')}}`

/**
 * Reads rows on a separate connection, all in one snapshot.
 * @param order.database the path of the database file
 * @param order.rest the rest of the answer
 * @returns one JSON object; `cut` in it lists what is incomplete: ['history']
 */
export default function exportRows(order: {
  database: string
  rest: Branch
  queries: readonly RowsQuery[]
}): Uint8Array {
  const db = new Database(order.database, { readonly: true })
  try {
    const root = order.rest
    const incomplete: string[] = []
    db.transaction(() => {
      for (const query of order.queries) {
        let branch = root
        for (const name of query.path.slice(0, -1)) {
          const inside = branch[name]
          branch = branch[name] = typeof inside === 'object' ? inside : {}
        }
        const { json, cut } = rowsOf(db, query)
        branch[query.path.at(-1) ?? ''] = json
        if (cut) incomplete.push(query.path.join('.'))
      }
    })()
    if (incomplete.length > 0) root['cut'] = JSON.stringify(incomplete)
    return Buffer.from(written(root))
  } finally {
    db.close()
  }
}
