import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { exitCodes, StartupError } from '#kit/errors.ts'
import { projectRoot } from '../project-root.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { databaseName, filesName, secretName } from '../storage/data-folder.ts'
import { copyDurably, hashOf, linkFolders, linkOrCopy, syncToDisk } from '../storage/durable.ts'
import { makePrivateFile, ownerOnly } from '../storage/private-file.ts'
import { refuseInterruptedRestore } from '../storage/restoring.ts'
import { copierFor, copyRefusingLinks, inFolderWithin, inNewFolder, inSafeFolder } from './as-root.ts'
import { checkDatabase, storedFiles } from './check.ts'
import {
  backupLock,
  type BackupKind,
  backupName,
  backupsIn,
  type BackupSummary,
  listBackups,
  summaryName,
} from './layout.ts'
import { openRefusingLinks } from './database-as-root.ts'
import { whileLocked } from './lock-as-root.ts'
import { demandRoom, explainFull } from './disk-space.ts'
import { surplusBackups } from './rotation.ts'

export interface BackupOrder {
  dataDir: string
  /** The folder to put the backup's folder into; `<dataDir>/backups` by default. */
  into?: string
  kind: BackupKind
  /** The time of the backup (Unix ms). */
  at: number
  /** How many daily backups to keep there; nothing is rotated if omitted. */
  days?: number
  /** How much has to stay free on the disk for the bot to continue (bytes). */
  leaveFree?: number
  /** How long to wait for another backup or a restore (ms). */
  waitMs?: number
}

interface MadeBackup {
  folder: string
  summary: BackupSummary
  deleted: string[]
}

const defaultLeaveFree = 64 * 1024 ** 2
const unfinished = '.part'

/** Opens a database, and reads from it so that all of its files are open. */
function opened(file: string): BetterSqlite3.Database {
  const client = new BetterSqlite3(file, { fileMustExist: true, timeout: 5000 })
  client.pragma('schema_version')
  return client
}

function copyDatabase(live: string, copy: string, dataDir: string): void {
  makePrivateFile(copy)
  const client = openRefusingLinks(dataDir, live, () => opened(live))
  try {
    client.prepare('VACUUM INTO ?').run(copy)
  } finally {
    client.close()
  }
}

/**
 * Returns the function that takes files from the data folder: as hard links, or as copies where root works in somebody
 * else's folder, whose owner could replace them.
 */
export function linkerFrom(dataDir: string): typeof linkOrCopy {
  const copier = copierFor(dataDir)
  return copier ? (from, to) => copyDurably(from, to, copier) : linkOrCopy
}

/**
 * Makes the files and rows of the copy match. Files were linked before the database was copied, and missing ones are
 * linked now; a file that has disappeared in between was deleted, and so is its row.
 */
function matchFiles(dataDir: string, copy: string, files: string): BackupSummary['files'] {
  const live = join(dataDir, filesName)
  const take = linkerFrom(dataDir)
  const client = new BetterSqlite3(copy, { fileMustExist: true })
  try {
    const rows = storedFiles(client)
    const forget = rows.length > 0 ? client.prepare('DELETE FROM files WHERE id = ?') : undefined
    const known = new Set<string>()
    let bytes = 0
    for (const { guildId, id } of rows) {
      mkdirSync(join(files, guildId), { recursive: true, mode: 0o700 })
      const path = join(files, guildId, id)
      if (take(join(live, guildId, id), path)) {
        known.add(join(guildId, id))
        bytes += statSync(path).size
      } else forget?.run(id)
    }
    for (const guildId of existsSync(files) ? readdirSync(files) : [])
      for (const id of readdirSync(join(files, guildId)))
        if (!known.has(join(guildId, id))) rmSync(join(files, guildId, id))
    return { count: known.size, bytes }
  } finally {
    client.close()
  }
}

/** Copies the database, and makes the files agree with it. */
function fillWithData(folder: string, safe: string, dataDir: string): Pick<BackupSummary, 'database' | 'files'> {
  const copy = join(safe, databaseName)
  copyDatabase(join(dataDir, databaseName), copy, dataDir)
  const files = matchFiles(dataDir, copy, join(folder, filesName))
  checkDatabase(copy)
  if (safe !== folder) copyFileSync(copy, join(folder, databaseName))
  syncToDisk(join(folder, databaseName))
  return { database: { bytes: statSync(copy).size, sha256: hashOf(copy) }, files }
}

function fill(folder: string, { dataDir, at }: BackupOrder): BackupSummary {
  const [liveFiles, secret] = [join(dataDir, filesName), join(dataDir, secretName)]
  if (existsSync(liveFiles)) linkFolders(liveFiles, join(folder, filesName), linkerFrom(dataDir))
  const data = inSafeFolder(folder, statSync(join(dataDir, databaseName)).size, safe =>
    fillWithData(folder, safe, dataDir),
  )
  if (existsSync(secret)) {
    copyRefusingLinks(dataDir, secret, join(folder, secretName))
    syncToDisk(join(folder, secretName))
  }
  const { version } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as { version: string }
  const summary: BackupSummary = { format: 1, madeAt: new Date(at).toISOString(), product: version, ...data }
  writeFileSync(join(folder, summaryName), `${JSON.stringify(summary, undefined, 2)}\n`, {
    mode: ownerOnly,
    flag: 'wx',
  })
  syncToDisk(join(folder, summaryName))
  syncToDisk(folder)
  return summary
}

function make(order: BackupOrder): MadeBackup {
  const { dataDir } = order
  const into = order.into ?? backupsIn(dataDir)
  const live = join(dataDir, databaseName)
  // After an interrupted restore, the data would be half of one backup and half of another, and become the latest
  // backup.
  refuseInterruptedRestore(dataDir)
  if (!existsSync(live)) throw new StartupError(exitCodes.dataFolder, `There is no database in ${dataDir} to back up.`)
  const needed = statSync(live).size
  try {
    return putInPlace(order, into, needed)
  } catch (error) {
    throw explainFull(error, into, needed)
  }
}

function putInPlace(order: BackupOrder, into: string, needed: number): MadeBackup {
  makeFolder(into, 0o700)
  return inFolderWithin(order.dataDir, into, way => {
    const { folder, ...made } = putInto(order, { named: into, into: way }, needed)
    return { ...made, folder: join(into, folder) }
  })
}

/**
 * @param place the folder as it was given, and the path to use for it
 * @returns what was made, with the name of its folder
 */
function putInto(order: BackupOrder, { named, into }: { named: string; into: string }, needed: number): MadeBackup {
  const { kind, at, days } = order
  // Only one backup is made at a time, so these were left behind by a killed process.
  for (const name of readdirSync(into)) if (name.endsWith(unfinished)) rmSync(join(into, name), { recursive: true })
  demandRoom(named, needed, order.leaveFree ?? defaultLeaveFree)
  const name = backupName(at, kind)
  const part = join(into, name + unfinished)
  let summary
  try {
    summary = inNewFolder(part, way => fill(way, order))
    renameSync(part, join(into, name))
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    throw error
  }
  syncToDisk(into)
  const deleted = days === undefined ? [] : surplusBackups(listBackups(into), days, at)
  for (const surplus of deleted) rmSync(join(into, surplus), { recursive: true })
  return { folder: name, summary, deleted }
}

/**
 * Copies the database, the files and the session secret into a new folder, checks the copy by opening it and puts it in
 * place when it is complete. Works while the product runs, on a separate connection; it is synchronous, so the product
 * runs it in a thread.
 * @throws StartupError when another backup is being made or restored, a restore was interrupted, there is nothing to
 * back up, or the disk has no room
 */
export function makeBackup(order: BackupOrder): MadeBackup {
  if (!existsSync(order.dataDir))
    throw new StartupError(exitCodes.dataFolder, `There is no folder ${order.dataDir} to back up.`)
  return whileLocked(backupLock(order.dataDir), () => make(order), order.waitMs)
}
