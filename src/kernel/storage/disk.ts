import { statfsSync } from 'node:fs'
import { formatBytes } from '#kit/numbers.ts'
import { storageMessage, storageTrouble } from '#kit/storage-errors.ts'
import type { Logger } from '../log.ts'
import type { Database } from './database.ts'
import { heartbeat } from './table.ts'

/** With less free space than this (bytes), operators are warned: a backup needs room for a copy of a busy database. */
const littleBytes = 200 * 1024 ** 2
/** How long a failure counts (ms): a full disk still accepts small writes now and then. */
const failureCountsMs = 60_000

/** Watches whether the disk of the data folder still accepts writes. */
export interface Disk {
  /** Why nothing can be stored, as a sentence for everybody; undefined when writing works, which is tried. */
  problem(): string | undefined
  /** What the operator should look into although storing still works, as a sentence. */
  warning(): string | undefined
  /**
   * Checks an error that occurred elsewhere: if the disk caused it, it is logged and counts as a problem for a minute.
   */
  notice(error: unknown): void
}

export function createDisk(options: { db: Database; dataDir: string; log: Logger; now(): number }): Disk {
  const { db, dataDir, log, now } = options
  let failed: { at: number; message: string } | undefined

  const notice = (err: unknown) => {
    const trouble = storageTrouble(err)
    if (!trouble) return
    const at = now()
    const known = failed && at - failed.at < failureCountsMs && at >= failed.at
    if (!known) log.error({ err, dataDir }, 'the disk accepts no more data')
    failed = { at: known && failed ? failed.at : at, message: storageMessage(trouble) }
  }

  return {
    notice,
    problem() {
      const at = now()
      try {
        db.insert(heartbeat).values({ id: 1, at }).onConflictDoUpdate({ target: heartbeat.id, set: { at } }).run()
      } catch (error) {
        notice(error)
        if (storageTrouble(error)) return failed?.message
        log.error({ err: error }, 'database not writable')
        return 'The database cannot be written.'
      }
      return failed && at >= failed.at && at - failed.at < failureCountsMs ? failed.message : undefined
    },
    warning() {
      try {
        const { bavail, bsize } = statfsSync(dataDir)
        const free = bavail * bsize
        return free < littleBytes ? `Only ${formatBytes(free)} are free on the disk of the data folder.` : undefined
      } catch (err) {
        log.warn({ err, dataDir }, 'the free space of the disk cannot be read')
        return undefined
      }
    },
  }
}
