import Database from 'better-sqlite3'

type Cell = null | Buffer | string | number | bigint

const literal = (value: Cell): string =>
  value === null
    ? 'NULL'
    : Buffer.isBuffer(value)
      ? `X'${value.toString('hex')}'`
      : typeof value === 'string'
        ? `'${value.replaceAll("'", "''")}'`
        : String(value)

/** A database file as SQL that recreates it. Text lets git and people read what a release left behind. */
export function dumpOf(file: string): string {
  const db = new Database(file, { readonly: true })
  try {
    const entries = db
      .prepare<[], { type: string; name: string; sql: string }>(
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type = 'table' DESC",
      )
      .all()
    const rows = entries
      .filter(({ type }) => type === 'table')
      .flatMap(({ name }) =>
        db
          .prepare<[], Cell[]>(`SELECT * FROM "${name}"`)
          .raw()
          .all()
          .map(row => `INSERT INTO "${name}" VALUES (${row.map(literal).join(', ')});`),
      )
    return `${[...entries.map(({ sql }) => `${sql};`), ...rows].join('\n')}\n`
  } finally {
    db.close()
  }
}
