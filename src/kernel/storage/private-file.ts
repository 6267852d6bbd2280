import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs'
import { codeOf } from '#kit/errors.ts'

/** The file mode for files that only the user who runs the product may read. */
export const ownerOnly = 0o600

/**
 * Creates an empty file that only its owner can read, if there is none: SQLite would create one that everybody can
 * read.
 */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', ownerOnly))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/**
 * Makes a file that SQLite created readable by everybody private. Files that only a group can read were set up that way
 * by somebody and stay; so do files of another user. Not done by a file descriptor: closing it would drop SQLite's
 * locks.
 */
export function hideFromEverybody(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats?.isFile() && (stats.mode & 0o007) !== 0 && stats.uid === process.getuid?.()) chmodSync(file, ownerOnly)
}
