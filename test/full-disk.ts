import type { Database } from '#kernel/storage/database.ts'

const columns = 'guild_id, kind, source, reason, created_at'
const tables = {
  moderation_pending_acts: [`${columns}, audit_reason`, "'0', 'note', 'person', ?, 0, ''"],
  moderation_cases: [`number, active, ${columns}`, "abs(random()), 0, '0', 'note', 'person', ?, 0"],
} as const

/**
 * Makes the database refuse new actions and cases with SQLite's own error, as on a full disk.
 * @returns a function that makes room again
 */
export function fillDisk({ $client: db }: Database): () => void {
  const pages = Number(db.pragma('page_count', { simple: true }))
  db.pragma(`max_page_count = ${pages}`)
  for (const [table, [names, values]] of Object.entries(tables)) {
    const insert = db.prepare(`INSERT INTO ${table} (${names}) VALUES (${values})`)
    for (const size of [3000, 300, 30, 0]) while (takes(() => insert.run('x'.repeat(size))));
  }
  return () => {
    db.pragma('max_page_count = 4294967294')
    for (const table of Object.keys(tables)) db.exec(`DELETE FROM ${table} WHERE guild_id = '0'`)
  }
}

function takes(write: () => unknown): boolean {
  try {
    write()
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === 'SQLITE_FULL') return false
    throw error
  }
}
