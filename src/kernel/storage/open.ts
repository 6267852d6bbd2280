import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { codeOf, exitCodes, StartupError } from '#kit/errors.ts'
import type { Logger } from '../log.ts'
import { unusableFolder } from './answering-folder.ts'
import { connect } from './connection.ts'
import { databaseName } from './data-folder.ts'
import type { Database } from './database.ts'
import { holdDataFolder, isAsClosed, noteClosed } from './lock.ts'
import { migrate } from './migrate.ts'
import { hideFromEverybody, makePrivateFile } from './private-file.ts'
import { refuseInterruptedRestore } from './restoring.ts'

const damaged = (file: string) =>
  new StartupError(
    exitCodes.database,
    `The database ${file} is damaged. Put a backup in its place: npm run restore -- latest, or in a container node dist/server/main.js restore latest.`,
  )

/**
 * Opens `<dataDir>/palisade.sqlite`, checks it and brings it up to date; a backup copy is made before migrations run. A
 * database that was closed properly and not modified since is not checked again, because that takes longer the larger
 * it is. Until it is closed, no other process can open it like this. WAL with synchronous=NORMAL: committed
 * transactions survive a killed process (https://sqlite.org/wal.html).
 * @throws StartupError when the folder cannot be written or another process uses it, the file is damaged or comes from
 * a newer version
 */
export function openDatabase(options: { dataDir: string; log: Logger; migrationsDir?: string }): Database {
  const file = join(options.dataDir, databaseName)
  refuseInterruptedRestore(options.dataDir)
  const wasKilled = existsSync(`${file}-wal`)
  const client = openFile(options.dataDir, file)
  try {
    client.pragma('busy_timeout = 5000')
    // In KiB. The system caches the file, too; with the driver's default of 16 MiB, the process grows by all of it.
    client.pragma('cache_size = -4096')
    holdDataFolder(client, options.dataDir)
    const isTrusted = !wasKilled && isAsClosed(client)
    client.pragma('main.journal_mode = WAL')
    client.pragma('main.synchronous = NORMAL')
    if (!isTrusted && client.pragma('main.quick_check(1)', { simple: true }) !== 'ok') throw damaged(file)
    const { ran, backup } = migrate(client, {
      backupDir: join(options.dataDir, 'backups'),
      migrationsDir: options.migrationsDir,
    })
    if (ran > 0) options.log.info({ migrations: ran, backup }, 'database brought up to date')
    client.pragma('foreign_keys = ON')
  } catch (error) {
    client.close()
    throw storageProblem(error, options.dataDir)
  }
  return connect(client)
}

function openFile(dataDir: string, file: string): BetterSqlite3.Database {
  try {
    mkdirSync(dataDir, { recursive: true })
    makePrivateFile(file)
    for (const sidecar of ['', '-wal', '-shm']) hideFromEverybody(file + sidecar)
    return new BetterSqlite3(file)
  } catch (error) {
    throw storageProblem(error, dataDir)
  }
}

/** Converts errors that an operator can repair into a StartupError; returns all others as they are. */
export function storageProblem(error: unknown, dataDir: string): unknown {
  const code = codeOf(error)
  const file = join(dataDir, databaseName)
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return damaged(file)
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL)$/.test(code))
    return new StartupError(
      exitCodes.dataFolder,
      `The disk of the data folder ${dataDir} is full. Make room and try again.`,
    )
  if (code.startsWith('SQLITE_BUSY'))
    return new StartupError(exitCodes.database, `Another program is using ${file}. Stop it and try again.`)
  if (/^(E[A-Z]+|SQLITE_(CANTOPEN|READONLY|IOERR|PERM|AUTH).*)$/.test(code)) return unusableFolder(dataDir, code)
  return error
}

/** Writes everything into the database file and closes it. */
export function closeDatabase(db: Database): void {
  if (!db.$client.open) return
  db.$client.pragma('optimize')
  db.$client.pragma('wal_checkpoint(TRUNCATE)')
  noteClosed(db.$client)
  db.$client.close()
}
