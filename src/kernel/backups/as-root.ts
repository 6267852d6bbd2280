import { AsyncLocalStorage } from 'node:async_hooks'
import {
  closeSync,
  constants,
  copyFileSync,
  type Dirent,
  existsSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { codeOf, exitCodes, StartupError } from '#kit/errors.ts'
import { databaseName, filesName, secretName } from '../storage/data-folder.ts'
import { type ForeignFolder, makeSafeFolder } from './safe-folder.ts'

/** Flags for opening a path without following a link at its end, and without waiting for a pipe. */
const asItIs = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

interface Owned extends ForeignFolder {
  gid: number
}

/** Returns a folder with its owner when root works in somebody else's folder; undefined otherwise. */
function ownedByAnother(folder: string): Owned | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync(folder)) return undefined
  const { uid, gid } = statSync(folder)
  return uid === 0 ? undefined : { folder: realpathSync(folder), uid, gid }
}

const isReadOrWritten = (name: string) =>
  [databaseName, secretName, filesName, 'backups', 'restoring'].some(begin => name.startsWith(begin)) ||
  // SQLite also opens the files beside a lock.
  /\.lock(?:-|$)/.test(name)

/** Runs `look`. @returns undefined when the file is gone, or something else by now, because the bot may be running */
function whereStillThere<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) return undefined
    throw error
  }
}

/** Yields everything in a folder and its subfolders, with paths. */
function* entriesIn(folder: string): Generator<{ entry: Dirent; path: string }> {
  for (const entry of whereStillThere(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
    const path = join(folder, entry.name)
    yield { entry, path }
    if (entry.isDirectory()) yield* entriesIn(path)
  }
}

export const leadsOut = (path: string, uid: number, folder = 'the data folder') =>
  new StartupError(
    exitCodes.dataFolder,
    `${path} leads out of ${folder}, and root does not follow it in the name of another user (ID ${uid}). Move it away, or run this as that user.`,
  )

export const notAFile = (path: string) =>
  new StartupError(
    exitCodes.dataFolder,
    `${path} is neither a file nor a folder, and whoever opens it might wait forever. Delete it, and run this again.`,
  )

const withoutProc = ({ folder, uid }: Owned) =>
  new StartupError(
    exitCodes.dataFolder,
    `The data folder ${folder} belongs to another user (ID ${uid}), and without /proc root cannot see where their links lead. Mount it, or run this as that user.`,
  )

/** Identifies a file independently of its names. */
const fileOf = ({ dev, ino }: Stats) => `${dev} ${ino}`

/** What root found in somebody else's folder at the beginning. */
interface Found {
  /** Files that have no name outside of the folder. */
  known: ReadonlySet<string>
  /** The targets of root's own links, for example on a larger disk. */
  linkTargets: readonly string[]
}

/**
 * Refuses links in somebody else's folder, by which an attacker with the bot's user could make root copy other files
 * for them. Symbolic links of root's own are intentional, and so is one file in several backups.
 * @throws StartupError that names the first link that leads out of the folder
 */
function refuseLinks({ folder, uid }: Owned): Found {
  const names = [...entriesIn(folder)].flatMap(({ entry, path }) => {
    const stats = entry.isDirectory() ? undefined : whereStillThere(() => lstatSync(path))
    return stats ? [{ path, stats }] : []
  })
  const within = Map.groupBy(names, ({ stats }) => fileOf(stats))
  const linkTargets: string[] = []
  for (const { path, stats } of names) {
    const [top = ''] = relative(folder, path).split(sep)
    if (!isReadOrWritten(top)) continue
    const known = within.get(fileOf(stats))?.length ?? 0
    if (!stats.isFile() && !stats.isSymbolicLink()) throw notAFile(path)
    if (stats.isSymbolicLink() ? stats.uid !== 0 : stats.uid !== uid && stats.nlink > known) throw leadsOut(path, uid)
    const place = stats.isSymbolicLink() ? whereStillThere(() => realpathSync(path)) : undefined
    if (place !== undefined) linkTargets.push(place)
  }
  // Other files in the folder could be moved to where root is about to read.
  const isWhole = (all: typeof names) => all.every(({ stats }) => stats.nlink <= all.length)
  return { known: new Set([...within].flatMap(([file, all]) => (isWhole(all) ? [file] : []))), linkTargets }
}

/**
 * Whether root made a file since this process began. One with a second name may have been linked from elsewhere, and so
 * may an older one, whose other name has been removed since. File systems without creation times report 0.
 */
const wasMadeHere = (stats: Stats) =>
  stats.uid === 0 &&
  (stats.isDirectory() || stats.nlink === 1) &&
  (stats.birthtimeMs === 0 || stats.birthtimeMs >= performance.timeOrigin)

/** Gives what root made to the folder's owner: the bot runs as that user, and has to read it and make backups later. */
function giveToOwner({ folder, uid, gid }: Owned): void {
  for (const { entry, path } of entriesIn(folder)) {
    if (!entry.isFile() && !entry.isDirectory()) continue
    const opened = whereStillThere(() => openSync(path, asItIs))
    if (opened === undefined) continue
    try {
      // A parent folder may have become a link since it was listed.
      const isThere = whereStillThere(() => realpathSync(`/proc/self/fd/${opened}`)) === path
      if (isThere && wasMadeHere(fstatSync(opened))) fchownSync(opened, uid, gid)
    } finally {
      closeSync(opened)
    }
  }
}

interface Watched extends Owned, Found {
  /** The folder's path as it was given. */
  named: string
}

/** The folder of somebody else in which root is working. */
const watched = new AsyncLocalStorage<Watched>()

/**
 * Runs `work` in a folder. If root works in somebody else's folder, it does not follow their links out of it, and what
 * it makes there is given to them.
 */
export function inFolderOf<T>(folder: string, work: () => T): T {
  const before = ownedByAnother(folder)
  if (before && !existsSync('/proc/self/fd')) throw withoutProc(before)
  try {
    return before ? watched.run({ ...before, named: resolve(folder), ...refuseLinks(before) }, work) : work()
  } finally {
    const owned = ownedByAnother(folder)
    if (owned) giveToOwner(owned)
  }
}

/** Returns the folder and owner when root is working in somebody else's folder; undefined otherwise. */
export const currentForeignFolder = (): Owned | undefined => watched.getStore()

const liesIn = (folder: string, path: string) => resolve(path).startsWith(resolve(folder) + sep)

/** Returns somebody else's folder when root uses a path within it; undefined otherwise. */
export function foreignFolderFor(folder: string, path: string): Watched | undefined {
  const owned = watched.getStore()
  if (!owned || !liesIn(folder, path)) return undefined
  if (resolve(folder) === owned.named) return owned
  // Another folder, to restore from. Even if it is root's, others may write to a part; the data folder's owner gets it.
  const { uid, gid } = statSync(folder)
  return { ...owned, folder: realpathSync(folder), ...(uid !== 0 && { uid, gid }) }
}

/** The present path of an open file; the path by which it was opened may lead to another file by now. */
export const pathOf = (opened: number) => readlinkSync(`/proc/self/fd/${opened}`)

/**
 * Makes a private folder and fills it. In somebody else's folder, root uses the new folder's descriptor, not its path,
 * which may lead elsewhere at any moment.
 * @param work receives the path to use for the folder
 * @throws StartupError when something else has already replaced it
 */
export function inNewFolder<T>(path: string, work: (usable: string) => T): T {
  mkdirSync(path, { mode: 0o700 })
  return byDescriptor(path, stats => wasMadeHere(stats) && (stats.mode & 0o077) === 0, work)
}

/** Works in the data folder itself, as in a new one. @throws StartupError when another folder has replaced it */
export const inDataFolder = <T>(folder: string, work: (usable: string) => T): T =>
  byDescriptor(folder, ({ uid }, owned) => uid === owned.uid, work)

/**
 * Works in a folder below another one, by its descriptor if root works in somebody else's folder.
 * @param work receives the path to use for the folder
 * @throws StartupError where a link leads out of the folder
 */
export function inFolderWithin<T>(folder: string, path: string, work: (usable: string) => T): T {
  const owned = foreignFolderFor(folder, path)
  if (!owned) return work(path)
  const opened = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_DIRECTORY)
  try {
    const place = pathOf(opened)
    const isInside =
      owned.linkTargets.includes(place) || [owned.folder, ...owned.linkTargets].some(one => liesIn(one, place))
    if (!isInside) throw leadsOut(path, owned.uid)
    return work(`/proc/self/fd/${opened}`)
  } finally {
    closeSync(opened)
  }
}

type Check = (stats: Stats, owned: Owned) => boolean

function byDescriptor<T>(path: string, isExpected: Check, work: (usable: string) => T): T {
  const owned = watched.getStore()
  if (!owned) return work(path)
  const opened = openSync(path, asItIs | constants.O_DIRECTORY)
  try {
    if (!isExpected(fstatSync(opened), owned)) throw leadsOut(path, owned.uid)
    return work(`/proc/self/fd/${opened}`)
  } finally {
    closeSync(opened)
  }
}

/**
 * Runs `work` on a copy of a database. SQLite only opens paths, so root does it where only root can change those.
 * @param near the folder to use when no safe one is needed
 * @param bytes how much room the work takes
 */
export function inSafeFolder<T>(near: string, bytes: number, work: (folder: string) => T): T {
  const owned = watched.getStore()
  if (!owned) return work(near)
  const safe = makeSafeFolder(owned, bytes)
  try {
    return work(safe)
  } finally {
    rmSync(safe, { recursive: true, force: true })
  }
}

/** Whether only root can put anything into a folder. */
function isRootsAlone(folder: string): boolean {
  const { uid, mode } = lstatSync(folder)
  return uid === 0 && (mode & 0o022) === 0
}

/**
 * Whether an open file is one of the folder's own, not one that its owner has linked into it from elsewhere, or is
 * reached by a link of root's own.
 */
export function mayRootRead({ folder, uid, known, linkTargets }: Watched, opened: number, path: string): boolean {
  const place = pathOf(opened)
  const stats = fstatSync(opened)
  if ([folder, ...linkTargets].some(one => liesIn(one, place)))
    return stats.uid === uid || stats.nlink === 1 || known.has(fileOf(stats)) || isRootsAlone(dirname(place))
  const link = lstatSync(path)
  return link.isSymbolicLink() && link.uid === 0 && realpathSync(path) === place
}

const chunkBytes = 1024 ** 2

/**
 * Copies a file without overwriting. In somebody else's folder, root checks the file that it has opened, because a link
 * may have been put there since links were looked for.
 * @throws StartupError where it leads out of the folder
 */
export function copyRefusingLinks(folder: string, from: string, to: string): void {
  const owned = foreignFolderFor(folder, from)
  if (!owned) return copyFileSync(from, to, constants.COPYFILE_EXCL)
  const opened = openSync(from, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!fstatSync(opened).isFile()) throw notAFile(from)
    if (!mayRootRead(owned, opened, from))
      throw leadsOut(from, owned.uid, resolve(folder) === owned.named ? undefined : folder)
    const made = openSync(to, 'wx', fstatSync(opened).mode & 0o777)
    try {
      const chunk = Buffer.alloc(chunkBytes)
      for (let read = readSync(opened, chunk); read > 0; read = readSync(opened, chunk))
        writeFileSync(made, chunk.subarray(0, read))
    } finally {
      closeSync(made)
    }
  } finally {
    closeSync(opened)
  }
}

/** What copies files for root in somebody else's folder, instead of linking them; undefined in other folders. */
export const copierFor = (folder: string): typeof copyFileSync | undefined =>
  watched.getStore() && ((from, to) => copyRefusingLinks(folder, String(from), String(to)))
