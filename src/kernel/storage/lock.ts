import BetterSqlite3 from 'better-sqlite3'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { codeOf, exitCodes, StartupError } from '#kit/errors.ts'
import { makePrivateFile } from './private-file.ts'

export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY')

/**
 * A file attached to a connection and locked permanently (https://sqlite.org/pragma.html#pragma_locking_mode): the lock ends
 * with the process, however that ends. A holder that is about to let go is waited for.
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
  /** What is told while somebody else holds it. */
  taken: string
}

/** Two processes on one folder would answer everything twice. `palisade.sqlite` itself can still be read and copied. */
export const dataFolderLock = (dataDir: string): Lock => ({
  file: join(dataDir, 'palisade.lock'),
  taken: `Another process runs on the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
})

/** @throws StartupError while another process holds the folder */
export const holdDataFolder = (client: BetterSqlite3.Database, dataDir: string): void =>
  hold(client, dataFolderLock(dataDir))

/** A number for a file as it is now: its size, and when it was last written. */
function stampOf(file: string): number {
  const { size, mtimeMs } = statSync(file)
  return crc32(`${size} ${Math.round(mtimeMs)}`) | 0
}

/** Notes in the lock's file how the database is left by a process that closes it in order. */
export const noteClosed = (client: BetterSqlite3.Database): unknown =>
  client.pragma(`instance.application_id = ${stampOf(client.name)}`)

/** Whether the database is just as it was noted. One with a write-ahead log beside it was not closed in order. */
export const isAsClosed = (client: BetterSqlite3.Database): boolean =>
  client.pragma('instance.application_id', { simple: true }) === stampOf(client.name)

/** How long a lock that somebody holds is waited for (ms), when nothing else is said. */
export const lockWaitMs = 5000

/**
 * Does something while nobody else holds a lock.
 * @throws StartupError with `taken` when it is taken for `waitMs`
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
