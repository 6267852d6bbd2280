import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type BetterSqlite3 from 'better-sqlite3'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { exitCodes, StartupError } from '#kit/errors.ts'
import { projectRoot } from '../project-root.ts'
import { makePrivateFile } from './private-file.ts'

/** How many backups made before migrations are kept; older ones are deleted. */
export const keptBackups = 5

const pattern = /^palisade-.*\.sqlite$/

/** The names of the copies that were made before migrations, oldest first; none if there is no folder. */
export const copiesBeforeMigrations = (dir: string): string[] =>
  existsSync(dir)
    ? readdirSync(dir)
        .filter(name => pattern.test(name))
        .toSorted()
    : []

const tracker = `CREATE TABLE IF NOT EXISTS __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at NUMERIC)`

const knownMigrations = (dir = join(projectRoot(), 'migrations')) => readMigrationFiles({ migrationsFolder: dir })

const appliedTimes = (client: BetterSqlite3.Database) =>
  new Set(client.prepare<[], number>('SELECT created_at FROM __drizzle_migrations').pluck().all().map(Number))

function isNewer(applied: ReadonlySet<number>, known: readonly MigrationMeta[]): boolean {
  const times = new Set(known.map(migration => migration.folderMillis))
  return [...applied].some(time => !times.has(time))
}

/** Whether a newer version of the product has written a database. @throws Error when it is not the product's */
export const isFromNewerVersion = (client: BetterSqlite3.Database): boolean =>
  isNewer(appliedTimes(client), knownMigrations())

/**
 * Copies the whole database, consistently, to `<dir>/palisade-<UTC time>-before-<label>.sqlite`.
 * @returns the copy's path
 */
function backUp(client: BetterSqlite3.Database, options: { dir: string; label: string; at: Date }): string {
  mkdirSync(options.dir, { recursive: true, mode: 0o700 })
  const time = options.at.toISOString().replaceAll(':', '-')
  const file = join(options.dir, `palisade-${time}-before-${options.label}.sqlite`)
  if (existsSync(file)) rmSync(file)
  makePrivateFile(file)
  client.prepare('VACUUM INTO ?').run(file)
  prune(options.dir)
  return file
}

function prune(dir: string) {
  for (const name of copiesBeforeMigrations(dir).slice(0, -keptBackups)) rmSync(join(dir, name))
}

/**
 * Brings the database up to date. All pending migrations and the check of their result are one transaction, after a
 * backup copy, so a failure leaves everything as it was. Foreign keys are off during that: rebuilding a table would
 * otherwise delete its children (https://sqlite.org/lang_altertable.html#otheralter, step 1).
 * @returns how many migrations ran, and the path of the copy if there was anything to copy
 * @throws StartupError when the file was written by a newer version, or a migration fails
 */
export function migrate(
  client: BetterSqlite3.Database,
  options: { backupDir: string; migrationsDir?: string | undefined },
): { ran: number; backup: string | undefined } {
  const known = knownMigrations(options.migrationsDir)
  client.exec(tracker)
  const applied = appliedTimes(client)
  if (isNewer(applied, known))
    throw new StartupError(
      exitCodes.database,
      'The database was written by a newer version of this product. Start that version again, or restore a backup that fits this one.',
    )
  const pending = known.filter(migration => !applied.has(migration.folderMillis))
  if (pending.length === 0) return { ran: 0, backup: undefined }
  const backup =
    applied.size === 0
      ? undefined
      : backUp(client, { dir: options.backupDir, label: `migration-${applied.size + 1}`, at: new Date() })
  client.pragma('foreign_keys = OFF')
  try {
    client.transaction(() => apply(client, pending))()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(
      exitCodes.database,
      `The database could not be brought up to date and was left as it was (${reason}).${backup ? ` A copy is at ${backup}.` : ''}`,
    )
  } finally {
    client.pragma('foreign_keys = ON')
  }
  return { ran: pending.length, backup }
}

function apply(client: BetterSqlite3.Database, pending: readonly MigrationMeta[]) {
  const note = client.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)')
  for (const migration of pending) {
    for (const statement of migration.sql) client.exec(statement)
    note.run(migration.hash, migration.folderMillis)
  }
  const orphans = client.pragma('foreign_key_check')
  if (Array.isArray(orphans) && orphans.length > 0)
    throw new Error(`${orphans.length} rows would lose what they refer to`)
}
