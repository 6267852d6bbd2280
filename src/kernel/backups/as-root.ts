import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { join, relative, sep } from 'node:path'
import { exitCodes, StartupError } from '#kit/errors.ts'
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

/**
 * Whoever took over the bot's user could have root read, by a link, what is not theirs, and be given the copy. A symbolic
 * link of root's own, say to a larger disk, is meant; so is one file in several backups.
 * @throws StartupError that names the first link that leads elsewhere
 */
function refuseLinks({ folder, uid }: Owned): void {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => !entry.isDirectory())
    .map(entry => join(entry.parentPath, entry.name))
    .flatMap(path => {
      const stats = lstatSync(path, { throwIfNoEntry: false })
      return stats ? [{ path, stats }] : []
    })
  const within = Map.groupBy(names, ({ stats }) => `${stats.dev} ${stats.ino}`)
  for (const { path, stats } of names) {
    const [top = ''] = relative(folder, path).split(sep)
    if (!isReadOrWritten(top)) continue
    const known = within.get(`${stats.dev} ${stats.ino}`)?.length ?? 0
    if (stats.isSymbolicLink() ? stats.uid !== 0 : stats.uid !== uid && stats.nlink > known)
      throw new StartupError(
        exitCodes.dataFolder,
        `${path} leads out of the data folder, which belongs to another user (id ${uid}), and root does not follow it. Move it away, or run this as that user.`,
      )
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
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() && !entry.isDirectory()) continue
    const path = join(entry.parentPath, entry.name)
    const opened = openSync(path, asItIs)
    try {
      // A folder above it may have become a link since it was listed.
      const isThere = realpathSync(`/proc/self/fd/${opened}`) === path
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
