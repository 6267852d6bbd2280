import BetterSqlite3 from 'better-sqlite3'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { codeOf, exitCodes, StartupError } from '#kit/errors.ts'
import { makePrivateFile } from './private-file.ts'

export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY')

/**
 * Attaches a file to a connection and locks it permanently (https://sqlite.org/pragma.html#pragma_locking_mode): the
 * lock ends with the process, however that ends. Waits for the connection's timeout while somebody else holds the lock.
 */
function hold(client: BetterSqlite3.Database, { file, taken }: Lock): void {
  makePrivateFile(file)
  try {
    client.prepare('ATTACH ? AS instance').run(file)
    client.exec(
      'PRAGMA instance.journal_mode = MEMORY; PRAGMA instance.locking_mode = EXCLUSIVE; PRAGMA instance.user_version = 1',
    )
  } catch (error) {
    if (!isBusy(error)) throw error
    throw new StartupError(exitCodes.dataFolder, taken)
  }
}

export interface Lock {
  file: string
  /** The error message while somebody else holds it. */
  taken: string
}

/**
 * The lock on a data folder, because two processes would answer everything twice. `palisade.sqlite` itself can still be
 * read and copied.
 */
export const dataFolderLock = (dataDir: string): Lock => ({
  file: join(dataDir, 'palisade.lock'),
  taken: `Another process runs on the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
})

/** Locks the data folder for this connection. @throws StartupError while another process holds the lock */
export const holdDataFolder = (client: BetterSqlite3.Database, dataDir: string): void =>
  hold(client, dataFolderLock(dataDir))

/** A number that stands for a file's size and modification time. */
function stampOf(file: string): number {
  const { size, mtimeMs } = statSync(file)
  return crc32(`${size} ${Math.round(mtimeMs)}`) | 0
}

/** Records in the lock file the state in which a process leaves the database when it closes it properly. */
export const noteClosed = (client: BetterSqlite3.Database): unknown =>
  client.pragma(`instance.application_id = ${stampOf(client.name)}`)

/** Whether the database is in the recorded state. One with a write-ahead log next to it was not closed properly. */
export const isAsClosed = (client: BetterSqlite3.Database): boolean =>
  client.pragma('instance.application_id', { simple: true }) === stampOf(client.name)

/** How long to wait for a lock that somebody else holds (ms), by default. */
export const lockWaitMs = 5000

/**
 * Runs `work` while holding a lock.
 * @throws StartupError with `taken` when somebody else holds it for `waitMs`
 */
export function whileHolding<T>(lock: Lock, work: () => T, waitMs = lockWaitMs): T {
  const client = new BetterSqlite3(':memory:', { timeout: waitMs })
  try {
    hold(client, lock)
    return work()
  } finally {
    client.close()
  }
}
