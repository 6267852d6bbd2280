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
import { databaseName, filesName, secretName } from './layout.ts'
import { makeSafeFolder } from './safe-folder.ts'

/** Root would wait for a pipe, and follow a link to where the folder's owner could not write. */
const asItIs = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

interface Owned {
  folder: string
  uid: number
  gid: number
}

/** The folder with whose it is, where root works in somebody else's. */
function ownedByAnother(folder: string): Owned | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync(folder)) return undefined
  const { uid, gid } = statSync(folder)
  return uid === 0 ? undefined : { folder: realpathSync(folder), uid, gid }
}

const isReadOrWritten = (name: string) =>
  [databaseName, secretName, filesName, 'backups', 'restoring'].some(begin => name.startsWith(begin)) ||
  name.endsWith('.lock')

/** @returns undefined for what is gone, or something else by now: the bot may be running */
function whereStillThere<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) return undefined
    throw error
  }
}

/** What is in a folder and those in it, each with its path. */
function* entriesIn(folder: string): Generator<{ entry: Dirent; path: string }> {
  for (const entry of whereStillThere(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
    const path = join(folder, entry.name)
    yield { entry, path }
    if (entry.isDirectory()) yield* entriesIn(path)
  }
}

const leadsOut = (path: string, uid: number, folder = 'the data folder') =>
  new StartupError(
    exitCodes.dataFolder,
    `${path} leads out of ${folder}, and root does not follow it in the name of another user (id ${uid}). Move it away, or run this as that user.`,
  )

const withoutProc = ({ folder, uid }: Owned) =>
  new StartupError(
    exitCodes.dataFolder,
    `The data folder ${folder} belongs to another user (id ${uid}), and without /proc root cannot see where their links lead. Mount it, or run this as that user.`,
  )

/** A file, whatever its names. */
const fileOf = ({ dev, ino }: Stats) => `${dev} ${ino}`

/** What root found in somebody else's folder when it began. */
interface Found {
  /** Files that have no name outside of it. */
  known: ReadonlySet<string>
  /** Where root's own links lead, say to a larger disk. */
  lentTo: readonly string[]
}

/**
 * Whoever took over the bot's user could have root read, by a link, what is not theirs, and be given the copy. A symbolic
 * link of root's own is meant; so is one file in several backups.
 * @throws StartupError that names the first link that leads elsewhere
 */
function refuseLinks({ folder, uid }: Owned): Found {
  const names = [...entriesIn(folder)].flatMap(({ entry, path }) => {
    const stats = entry.isDirectory() ? undefined : whereStillThere(() => lstatSync(path))
    return stats ? [{ path, stats }] : []
  })
  const within = Map.groupBy(names, ({ stats }) => fileOf(stats))
  const lentTo: string[] = []
  for (const { path, stats } of names) {
    const [top = ''] = relative(folder, path).split(sep)
    if (!isReadOrWritten(top)) continue
    const known = within.get(fileOf(stats))?.length ?? 0
    if (stats.isSymbolicLink() ? stats.uid !== 0 : stats.uid !== uid && stats.nlink > known) throw leadsOut(path, uid)
    const place = stats.isSymbolicLink() ? whereStillThere(() => realpathSync(path)) : undefined
    if (place !== undefined) lentTo.push(place)
  }
  // What else lies in the folder may be put in place of what is read in a moment.
  const isWhole = (all: typeof names) => all.every(({ stats }) => stats.nlink <= all.length)
  return { known: new Set([...within].flatMap(([file, all]) => (isWhole(all) ? [file] : []))), lentTo }
}

/**
 * What root made since this process began. A file with another name may have been linked from elsewhere, and so may an
 * older one, whose other name is gone by now. Disks that do not know when something was made say 0.
 */
const wasMadeHere = (stats: Stats) =>
  stats.uid === 0 &&
  (stats.isDirectory() || stats.nlink === 1) &&
  (stats.birthtimeMs === 0 || stats.birthtimeMs >= performance.timeOrigin)

/** Otherwise the bot, which runs as the owner, could not read what was restored, nor back up any more. */
function giveToOwner({ folder, uid, gid }: Owned): void {
  for (const { entry, path } of entriesIn(folder)) {
    if (!entry.isFile() && !entry.isDirectory()) continue
    const opened = whereStillThere(() => openSync(path, asItIs))
    if (opened === undefined) continue
    try {
      // A folder above it may have become a link since it was listed.
      const isThere = whereStillThere(() => realpathSync(`/proc/self/fd/${opened}`)) === path
      if (isThere && wasMadeHere(fstatSync(opened))) fchownSync(opened, uid, gid)
    } finally {
      closeSync(opened)
    }
  }
}

interface Watched extends Owned, Found {
  /** The folder as it was called. */
  named: string
}

/** The folder of somebody else's in which root is at work. */
const watched = new AsyncLocalStorage<Watched>()

/**
 * Does something in a folder. Where root does it in somebody else's, it is not led out of there by their links, and what
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

/** Whose folder root is at work in, where that is somebody else's. */
export const workedIn = (): Owned | undefined => watched.getStore()

const liesIn = (folder: string, path: string) => resolve(path).startsWith(resolve(folder) + sep)

/** Somebody else's folder, where root does something in it to such a path. */
function overWhom(folder: string, path: string): Watched | undefined {
  const owned = watched.getStore()
  if (!owned || !liesIn(folder, path)) return undefined
  if (resolve(folder) === owned.named) return owned
  // Another one, out of which root restores. Of root's, others may write to a part, and whose the data folder is gets it.
  const { uid, gid } = statSync(folder)
  return { ...owned, folder: realpathSync(folder), ...(uid !== 0 && { uid, gid }) }
}

/** Where an open file is by now; what its path leads to may be another one already. */
const placeOf = (opened: number) => readlinkSync(`/proc/self/fd/${opened}`)

/**
 * Makes a folder for its owner alone, and fills it. In somebody else's folder, root does so by what it has made, not by
 * its path: that may lead elsewhere at any moment.
 * @param work gets the way into it
 * @throws StartupError where something else is in its place already
 */
export function inNewFolder<T>(path: string, work: (way: string) => T): T {
  mkdirSync(path, { mode: 0o700 })
  return byDescriptor(path, stats => wasMadeHere(stats) && (stats.mode & 0o077) === 0, work)
}

/** Works in the data folder itself, in the same way. @throws StartupError where another one is in its place */
export const inThatFolder = <T>(folder: string, work: (way: string) => T): T =>
  byDescriptor(folder, ({ uid }, owned) => uid === owned.uid, work)

function byDescriptor<T>(path: string, isIt: (stats: Stats, owned: Owned) => boolean, work: (way: string) => T): T {
  const owned = watched.getStore()
  if (!owned) return work(path)
  const opened = openSync(path, asItIs | constants.O_DIRECTORY)
  try {
    if (!isIt(fstatSync(opened), owned)) throw leadsOut(path, owned.uid)
    return work(`/proc/self/fd/${opened}`)
  } finally {
    closeSync(opened)
  }
}

/**
 * Works on a copy of a database: SQLite goes by paths alone. Root does so where nobody else can change what they lead to.
 * @param near where it is done otherwise
 * @param bytes how much that takes
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

/** Whether nobody but root can put anything in a folder. */
function isRootsAlone(folder: string): boolean {
  const { uid, mode } = lstatSync(folder)
  return uid === 0 && (mode & 0o022) === 0
}

/** Whether an open file is what the folder's owner may have root read, or root itself has put elsewhere. */
function isMeant({ folder, uid, known, lentTo }: Watched, opened: number, path: string): boolean {
  const place = placeOf(opened)
  const stats = fstatSync(opened)
  if ([folder, ...lentTo].some(one => liesIn(one, place)))
    return stats.uid === uid || stats.nlink === 1 || known.has(fileOf(stats)) || isRootsAlone(dirname(place))
  const link = lstatSync(path)
  return link.isSymbolicLink() && link.uid === 0 && realpathSync(path) === place
}

const chunkBytes = 1024 ** 2

/**
 * Copies a file to where there is none. Of what lies in somebody else's folder, root looks at what it has opened: a link
 * may have been put there since they were looked for.
 * @throws StartupError where it leads out of the folder
 */
export function copyUnlessLedOut(folder: string, from: string, to: string): void {
  const owned = overWhom(folder, from)
  if (!owned) return copyFileSync(from, to, constants.COPYFILE_EXCL)
  const opened = openSync(from, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!isMeant(owned, opened, from))
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

/** What copies files in somebody else's folder, where root links none: what a link led to is known only afterwards. */
export const copierFor = (folder: string): typeof copyFileSync | undefined =>
  watched.getStore() && ((from, to) => copyUnlessLedOut(folder, String(from), String(to)))

/** Databases that are open, by their descriptors and where they are. */
function openDatabases(): { opened: number; name: string }[] {
  return readdirSync('/proc/self/fd').flatMap(name => {
    const opened = Number(name)
    const head = Buffer.alloc(16)
    try {
      readSync(opened, head, 0, head.length, 0)
      return head.toString('latin1') === 'SQLite format 3\0' ? [{ opened, name: `${name} ${placeOf(opened)}` }] : []
    } catch {
      // No file, or closed by now.
      return []
    }
  })
}

/**
 * Opens a database, which SQLite does by its path alone. In somebody else's folder, root looks at what that was before
 * anything of it is used.
 * @throws StartupError where it leads out of the folder
 */
export function openUnlessLedOut<T extends { close(): unknown }>(folder: string, path: string, open: () => T): T {
  const owned = overWhom(folder, path)
  if (!owned) return open()
  const before = new Set(openDatabases().map(({ name }) => name))
  const client = open()
  const fresh = openDatabases().filter(({ name }) => !before.has(name))
  if (fresh.every(({ opened }) => isMeant(owned, opened, path))) return client
  client.close()
  throw leadsOut(path, owned.uid)
}
