import {
  closeSync,
  constants,
  copyFileSync,
  type Dirent,
  existsSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { codeOf, exitCodes, StartupError } from '#kit/errors.ts'
import { databaseName, filesName, secretName } from './layout.ts'

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

const leadsOut = (path: string, uid: number) =>
  new StartupError(
    exitCodes.dataFolder,
    `${path} leads out of the data folder, which belongs to another user (id ${uid}), and root does not follow it. Move it away, or run this as that user.`,
  )

/**
 * Whoever took over the bot's user could have root read, by a link, what is not theirs, and be given the copy. A symbolic
 * link of root's own, say to a larger disk, is meant; so is one file in several backups.
 * @throws StartupError that names the first link that leads elsewhere
 */
function refuseLinks({ folder, uid }: Owned): void {
  const names = [...entriesIn(folder)].flatMap(({ entry, path }) => {
    const stats = entry.isDirectory() ? undefined : whereStillThere(() => lstatSync(path))
    return stats ? [{ path, stats }] : []
  })
  const within = Map.groupBy(names, ({ stats }) => `${stats.dev} ${stats.ino}`)
  for (const { path, stats } of names) {
    const [top = ''] = relative(folder, path).split(sep)
    if (!isReadOrWritten(top)) continue
    const known = within.get(`${stats.dev} ${stats.ino}`)?.length ?? 0
    if (stats.isSymbolicLink() ? stats.uid !== 0 : stats.uid !== uid && stats.nlink > known) throw leadsOut(path, uid)
  }
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

/**
 * Does something in a folder. Where root does it in somebody else's, it is not led out of there by their links, and what
 * it makes there is given to them.
 */
export function inFolderOf<T>(folder: string, work: () => T): T {
  const before = ownedByAnother(folder)
  if (before) refuseLinks(before)
  try {
    return work()
  } finally {
    const owned = ownedByAnother(folder)
    if (owned) giveToOwner(owned)
  }
}

/**
 * Copies a file to where there is none. Of what lies in somebody else's folder, root looks at what it has opened: a link may have been put there
 * since they were looked for.
 * @throws StartupError where it leads out of the folder
 */
export function copyUnlessLedOut(folder: string, from: string, to: string): void {
  const owned = resolve(from).startsWith(resolve(folder) + sep) ? ownedByAnother(folder) : undefined
  if (!owned) return copyFileSync(from, to)
  const opened = openSync(from, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const { mode, nlink, uid } = fstatSync(opened)
    const isWithin = realpathSync(`/proc/self/fd/${opened}`).startsWith(owned.folder + sep)
    const link = lstatSync(from)
    const isMeant = isWithin ? uid === owned.uid || nlink === 1 : link.isSymbolicLink() && link.uid === 0
    if (!isMeant) throw leadsOut(from, owned.uid)
    writeFileSync(to, readFileSync(opened), { mode: mode & 0o777, flag: 'wx' })
  } finally {
    closeSync(opened)
  }
}
