import Database from 'better-sqlite3'

/** A query and what its columns hold, in order. */
export interface RowsQuery {
  /** Where its rows go in the answer: ['features', 'automod', 'strikes']. */
  path: readonly string[]
  sql: string
  params: readonly unknown[]
  columns: readonly { name: string; holds: 'value' | 'boolean' | 'json' }[]
  /** All of them where it is not said. */
  mostRows?: number
}

/** One query's rows end there: a history of large lists could fill any memory. */
const mostCharacters = 50_000_000

const cell = (holds: RowsQuery['columns'][number]['holds'], value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (holds === 'boolean') return value === 1 ? 'true' : 'false'
  // JSON is stored as its text.
  return holds === 'json' && typeof value === 'string' ? value : JSON.stringify(value)
}

function rowsOf(
  db: Database.Database,
  { sql, params, columns, mostRows = Infinity }: RowsQuery,
): { json: string; cut: boolean } {
  const rows: string[] = []
  let cut = false
  let size = 0
  // `raw` gives a row as the list of its columns.
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

/** JSON text by name, or more of it below a name. */
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
 * Reads rows on a connection of its own, all as they are at one moment.
 * @param order.database the file
 * @param order.rest what else is in the answer
 * @returns one JSON object; `cut` in it names what is not there in full: ['history']
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
