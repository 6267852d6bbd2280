import { lstatSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { exitCodes, StartupError } from '#kit/errors.ts'
import { isBusy, type Lock, lockWaitMs, whileHolding } from '../storage/lock.ts'
import { makePrivateFile } from '../storage/private-file.ts'
import { workedIn } from './as-root.ts'
import { nameBeside, nowhere, safePlaces } from './safe-folder.ts'

/** Runs `work` while nobody holds a lock exclusively. The lock is only read, and others who want it have to wait. */
function whileReading<T>({ file, taken }: Lock, work: () => T, waitMs = lockWaitMs): T {
  makePrivateFile(file)
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

/** Returns the lock among root's own processes in somebody else's folder, which only root can change. */
function rootsOwn({ file, taken }: Lock, whose: { folder: string; uid: number }): Lock {
  const [place] = safePlaces(['/run', dirname(whose.folder), realpathSync(tmpdir())])
  if (place === undefined) throw nowhere(whose)
  const own = join(place, `${nameBeside(whose.folder)}.${basename(file)}`)
  makePrivateFile(own)
  const stats = lstatSync(own)
  if (stats.isFile() && stats.uid === 0) return { file: own, taken }
  throw new StartupError(
    exitCodes.dataFolder,
    `What is to be root’s lock, ${own}, belongs to somebody else. Delete it, and run this again.`,
  )
}

/**
 * Runs `work` while nobody else holds a lock of a data folder. SQLite creates files where links lead, so in somebody
 * else's folder root only reads their lock, and writes to one of its own.
 * @throws StartupError with `taken` when somebody else holds it for `waitMs`
 */
export function whileFree<T>(lock: Lock, work: () => T, waitMs?: number): T {
  const whose = workedIn()
  if (!whose) return whileHolding(lock, work, waitMs)
  return whileHolding(rootsOwn(lock, whose), () => whileReading(lock, work, waitMs), waitMs)
}
