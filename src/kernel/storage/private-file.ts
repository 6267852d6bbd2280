import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs'
import { codeOf } from '#kit/errors.ts'

/** For whoever runs the product, and nobody else on the machine. */
export const ownerOnly = 0o600

/** Makes an empty file that its owner alone can read, where there is none: SQLite would let everybody read its own. */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', ownerOnly))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/**
 * Takes back what SQLite has let everybody read. Where only a group may, somebody has said so, and it stays; so does what
 * belongs to another user. Not by a descriptor: closing it would drop SQLite's own locks.
 */
export function hideFromEverybody(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats?.isFile() && (stats.mode & 0o007) !== 0 && stats.uid === process.getuid?.()) chmodSync(file, ownerOnly)
}
