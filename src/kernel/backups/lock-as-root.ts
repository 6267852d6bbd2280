import { lstatSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { exitCodes, StartupError } from '#kit/errors.ts'
import { isBusy, type Lock, lockWaitMs, whileHolding } from '../storage/lock.ts'
import { makePrivateFile } from '../storage/private-file.ts'
import { currentForeignFolder } from './as-root.ts'
import { refusePipes } from './database-as-root.ts'
import { type ForeignFolder, namePrefix, noSafeFolder, safePlaces } from './safe-folder.ts'

/** Runs `work` while nobody holds a lock exclusively. The lock is only read, and others who want it have to wait. */
function whileReading<T>({ file, taken }: Lock, work: () => T, waitMs = lockWaitMs): T {
  makePrivateFile(file)
  refusePipes(file)
  const client = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: waitMs })
  try {
    read(client, taken)
    return work()
  } finally {
    client.close()
  }
}

function read(client: BetterSqlite3.Database, taken: string): void {
  try {
    client.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
  } catch (error) {
    if (isBusy(error)) throw new StartupError(exitCodes.dataFolder, taken)
    throw error
  }
}

/** The path of the lock among root's own processes in somebody else's folder, which only root can change. */
export function rootsLockOf(file: string, foreign: ForeignFolder): string {
  const [place] = safePlaces(['/run', dirname(foreign.folder), realpathSync(tmpdir())])
  if (place === undefined) throw noSafeFolder(foreign)
  return join(place, `${namePrefix(foreign.folder)}.${basename(file)}`)
}

/** Returns the inode of a lock file, which is created if it does not exist; undefined if it has been deleted since. */
function madeLock(file: string): number | undefined {
  makePrivateFile(file)
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (!stats || (stats.isFile() && stats.uid === 0)) return stats?.ino
  throw new StartupError(
    exitCodes.dataFolder,
    `The file for root’s lock, ${file}, belongs to somebody else. Delete it, and run this again.`,
  )
}

/**
 * Runs `work` while holding root's own lock, then deletes the lock file. A process that waited for it then holds a
 * deleted file, and tries again.
 */
function whileHoldingOwn<T>({ file, taken }: Lock, work: () => T, waitMs?: number): T {
  for (;;) {
    const made = madeLock(file)
    const isPresent = () => made !== undefined && lstatSync(file, { throwIfNoEntry: false })?.ino === made
    const attempt = () => {
      if (!isPresent()) return undefined
      try {
        return { result: work() }
      } finally {
        rmSync(file)
      }
    }
    const done = whileHolding({ file, taken }, attempt, waitMs)
    if (done) return done.result
  }
}

/**
 * Runs `work` while nobody else holds a lock of a data folder. SQLite creates files where links lead, so in somebody
 * else's folder root only reads their lock, and writes to one of its own.
 * @throws StartupError with `taken` when somebody else holds it for `waitMs`
 */
export function whileLocked<T>(lock: Lock, work: () => T, waitMs?: number): T {
  const foreign = currentForeignFolder()
  if (!foreign) return whileHolding(lock, work, waitMs)
  const own = { file: rootsLockOf(lock.file, foreign), taken: lock.taken }
  return whileHoldingOwn(own, () => whileReading(lock, work, waitMs), waitMs)
}
