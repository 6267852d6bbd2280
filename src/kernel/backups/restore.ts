import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { exitCodes, StartupError } from '#kit/errors.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { databaseName, filesName, secretName } from '../storage/data-folder.ts'
import { copyDurably, linkFolders, linkOrCopy, syncToDisk } from '../storage/durable.ts'
import { dataFolderLock } from '../storage/lock.ts'
import { ownerOnly } from '../storage/private-file.ts'
import { interruptedRestore, replacedRestore } from '../storage/restoring.ts'
import { copierFor, copyRefusingLinks, inNewFolder, inSafeFolder, inDataFolder } from './as-root.ts'
import { checkBackup, checkDatabase } from './check.ts'
import { backupLock, backupsIn, listBackups, restorableIn } from './layout.ts'
import { linkerFrom } from './make.ts'
import { whileLocked } from './lock-as-root.ts'

interface Restored {
  /** The name of the backup that was restored. */
  from: string
  /** The folder with the former contents; undefined when there were none. */
  aside: string | undefined
  /** Which of databaseName, filesName and secretName were put in place. */
  restored: string[]
}

/** Finds the folder or file that a name, a path or `latest` refers to. @throws StartupError when there is none */
function find(dataDir: string, wanted: string): string {
  const folder = backupsIn(dataDir)
  const newest = wanted === 'latest' ? listBackups(folder).at(-1) : undefined
  if (newest !== undefined) return join(folder, newest)
  const places = isAbsolute(wanted) ? [wanted] : [join(folder, wanted), resolve(wanted)]
  const found = places.find(place => existsSync(place))
  if (found !== undefined) return found
  const known = restorableIn(folder)
  throw new StartupError(
    exitCodes.dataFolder,
    `There is no backup ${wanted}. ${known.length > 0 ? `There are: ${known.join(', ')}.` : `${folder} has none.`}`,
  )
}

/**
 * The folder that a backup must not lead out of: somebody who may write there could have put links there, as in the
 * data folder.
 */
function folderOf(backup: string, dataDir: string): string {
  if (resolve(backup).startsWith(resolve(dataDir) + sep)) return dataDir
  return statSync(backup).isFile() ? dirname(backup) : backup
}

/** Copies a database into one file, because a copy taken from a data folder may come with its `-wal`. */
function copyDatabase(from: string, to: string, within: string): void {
  copyRefusingLinks(within, from, to)
  if (existsSync(`${from}-wal`)) copyRefusingLinks(within, `${from}-wal`, `${to}-wal`)
  const client = new BetterSqlite3(to)
  client.pragma('journal_mode = DELETE')
  client.close()
  chmodSync(to, ownerOnly)
  syncToDisk(to)
}

/**
 * Returns a check whether a file of a backup may be hard-linked when it is restored: not if it is outside of the data
 * folder, where somebody may write to it, nor if it belongs to another user.
 */
function linkCheck(dataDir: string): (file: string) => boolean {
  const folder = realpathSync(dataDir) + sep
  const { uid } = statSync(dataDir)
  return file => lstatSync(file).uid === uid && realpathSync(file).startsWith(folder)
}

/** Returns the function that takes files from a backup: as hard links where that is allowed, otherwise as copies. */
function linkerInto(dataDir: string, within: string): typeof linkOrCopy {
  const mayLink = linkCheck(dataDir)
  const copier = copierFor(within)
  return (from, to) => (!copier && mayLink(from) ? linkOrCopy(from, to) : copyDurably(from, to, copier))
}

/** Puts a copy of the database there, merged into one file and checked. */
function stageDatabase(from: string, staged: string, within: string): void {
  inSafeFolder(staged, 2 * statSync(from).size, safe => {
    const copy = join(safe, databaseName)
    copyDatabase(from, copy, within)
    checkDatabase(copy)
    if (safe !== staged) copyDurably(copy, join(staged, databaseName))
  })
}

/** Copies a backup's contents into a new folder on the data folder's disk; changes nothing else yet. */
function stage(backup: string, staged: string, dataDir: string): void {
  const within = folderOf(backup, dataDir)
  if (statSync(backup).isFile()) stageDatabase(backup, staged, within)
  else {
    stageDatabase(join(backup, databaseName), staged, within)
    if (existsSync(join(backup, filesName)))
      linkFolders(join(backup, filesName), join(staged, filesName), linkerInto(dataDir, within))
    if (existsSync(join(backup, secretName))) {
      copyRefusingLinks(within, join(backup, secretName), join(staged, secretName))
      syncToDisk(join(staged, secretName))
    }
  }
  syncToDisk(staged)
}

/**
 * Moves what is staged into the data folder, name by name; after an interruption, the next restore stages all of it
 * again. The database's `-wal` and `-shm` belong to the file that is replaced, and are moved away before it.
 */
function exchange(dataDir: string, { staged, aside }: { staged: string; aside: string }): string[] {
  return inDataFolder(dataDir, folder => {
    const restored: string[] = []
    const setAside = (name: string) => {
      if (existsSync(join(folder, name))) renameSync(join(folder, name), join(aside, name))
    }
    // A copy made before a migration is only the database: the files stay, and those without a row in it are kept by a
    // second name.
    if (!existsSync(join(staged, filesName)) && existsSync(join(folder, filesName)))
      linkFolders(join(dataDir, filesName), join(aside, filesName), linkerFrom(dataDir))
    for (const name of [filesName, secretName, databaseName]) {
      if (!existsSync(join(staged, name))) continue
      if (name === databaseName) for (const sidecar of ['-wal', '-shm', '-journal']) setAside(name + sidecar)
      setAside(name)
      renameSync(join(staged, name), join(folder, name))
      restored.push(name)
    }
    syncToDisk(folder)
    return restored.toReversed()
  })
}

/** Replaces the data folder's contents by what is staged. @param staged the path to use for the folder `restoring` */
function putInPlace(dataDir: string, staged: string, at: number): Pick<Restored, 'aside' | 'restored'> {
  const aside = join(dataDir, `before-restore-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`)
  const restored = inNewFolder(aside, way => exchange(dataDir, { staged, aside: way }))
  rmdirSync(interruptedRestore(dataDir))
  const isEmpty = readdirSync(aside).length === 0
  if (isEmpty) rmdirSync(aside)
  return { aside: isEmpty ? undefined : aside, restored }
}

/**
 * Replaces the contents of the data folder with a backup. The backup is checked first, what was there is kept aside,
 * and a restore that was interrupted keeps the product from starting until it is run again.
 * @param wanted the name or the path of a backup, or of a copy made before a migration, or `latest`
 * @param waitMs how long to wait for a process or a backup that is about to end
 * @throws StartupError while a process runs on the folder or a backup of it is being made, or the backup is missing,
 * damaged or newer than the program
 */
export function restoreBackup(dataDir: string, wanted: string, at: number, waitMs?: number): Restored {
  makeFolder(dataDir)
  const exchanged = () => {
    const from = find(dataDir, wanted)
    if (statSync(from).isFile()) checkDatabase(from)
    else checkBackup(from)
    const restoring = interruptedRestore(dataDir)
    const part = `${restoring}.part`
    rmSync(part, { recursive: true, force: true })
    const put = inNewFolder(part, staged => {
      stage(from, staged, dataDir)
      const replaced = replacedRestore(dataDir)
      if (existsSync(restoring)) {
        rmSync(replaced, { recursive: true, force: true })
        renameSync(restoring, replaced)
      }
      renameSync(part, restoring)
      syncToDisk(dataDir)
      rmSync(replaced, { recursive: true, force: true })
      return putInPlace(dataDir, staged === part ? restoring : staged, at)
    })
    return { from: basename(from), ...put }
  }
  const alone = () => whileLocked(backupLock(dataDir), exchanged, waitMs)
  return whileLocked(dataFolderLock(dataDir), alone, waitMs)
}
