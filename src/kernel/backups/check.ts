import { existsSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { exitCodes, StartupError } from '#kit/errors.ts'
import { hashOf } from '../storage/durable.ts'
import { isFromNewerVersion } from '../storage/migrate.ts'
import { databaseName, filesName } from '../storage/data-folder.ts'
import { summaryName, summaryOf } from './layout.ts'

const broken = (what: string, why: string) => new StartupError(exitCodes.database, `${what} cannot be used: ${why}.`)

/** Opens a copy of the database and checks all of it. @throws StartupError with the problem */
export function checkDatabase(file: string): void {
  let client: BetterSqlite3.Database | undefined
  try {
    client = new BetterSqlite3(file, { readonly: true, fileMustExist: true })
    const found = client.pragma('integrity_check(1)', { simple: true })
    if (found !== 'ok') throw broken(file, `the database is damaged (${String(found)})`)
    const orphans = client.pragma('foreign_key_check')
    if (Array.isArray(orphans) && orphans.length > 0)
      throw broken(file, `${orphans.length} rows refer to something that does not exist`)
    if (isFromNewerVersion(client)) throw broken(file, 'it was written by a newer version of this product')
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw broken(file, `the database is damaged (${error instanceof Error ? error.message : String(error)})`)
  } finally {
    client?.close()
  }
}

/** Whether a text is a plain name of a file or folder, not a path that leads elsewhere. */
const isName = (text: unknown) => typeof text === 'string' && /^[\w-]+$/.test(text)

/**
 * Returns the rows of files in a copy of the database; none if it is older than the files table.
 * @throws StartupError when a row contains a path instead of a name, with which somebody who can write the database
 * could have any file copied
 */
export function storedFiles(client: BetterSqlite3.Database): { guildId: string; id: string; sha256: string }[] {
  const known = client.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'files'").get()
  if (known === undefined) return []
  const rows = client
    .prepare<[], { guildId: string; id: string; sha256: string }>('SELECT guild_id AS guildId, id, sha256 FROM files')
    .all()
  if (!rows.every(({ guildId, id }) => isName(guildId) && isName(id)))
    throw broken(client.name, 'it names a file by a path')
  return rows
}

/**
 * Checks that a backup is complete: its manifest, the database, and every file listed.
 * @throws StartupError with the problem
 */
export function checkBackup(folder: string): void {
  if (!existsSync(join(folder, summaryName))) throw broken(folder, 'it is not a backup, or not a complete one')
  let summary
  try {
    summary = summaryOf(folder)
  } catch {
    throw broken(folder, `${summaryName} is damaged or comes from a newer version`)
  }
  const file = join(folder, databaseName)
  if (!existsSync(file) || hashOf(file) !== summary.database.sha256) throw broken(folder, 'the database is damaged')
  checkDatabase(file)
  const client = new BetterSqlite3(file, { readonly: true })
  try {
    for (const { guildId, id, sha256 } of storedFiles(client)) {
      const path = join(folder, filesName, guildId, id)
      if (!existsSync(path)) throw broken(folder, `the file ${path} is missing`)
      if (hashOf(path) !== sha256) throw broken(folder, `the file ${path} is damaged`)
    }
  } finally {
    client.close()
  }
}
