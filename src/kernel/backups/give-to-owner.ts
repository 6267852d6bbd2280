import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

/** Root would wait for a pipe, and follow a link to where the folder's owner could not write. */
const asItIs = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Gives what root has made in somebody's folder to them. Otherwise the bot, which runs as them, could not read what was
 * restored, nor back up any more. Does nothing for anybody but root.
 */
export function giveToOwner(folder: string): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync(folder)) return
  const root = realpathSync(folder)
  const { uid, gid } = statSync(root)
  if (uid === 0) return
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() && !entry.isDirectory()) continue
    const path = join(entry.parentPath, entry.name)
    const opened = openSync(path, asItIs)
    try {
      // A folder above it may have become a link since it was listed.
      const isThere = realpathSync(`/proc/self/fd/${opened}`) === path
      if (isThere && fstatSync(opened).uid === 0) fchownSync(opened, uid, gid)
    } finally {
      closeSync(opened)
    }
  }
}
