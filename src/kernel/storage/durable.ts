import {
  closeSync,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { codeOf } from '#kit/errors.ts'

const chunkBytes = 1024 ** 2

/** Flushes a file, or a folder's entries, to disk. Synchronous. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } catch (error) {
    // Windows flushes folders by itself and refuses to do it on request.
    if (process.platform !== 'win32') throw error
  } finally {
    closeSync(handle)
  }
}

/**
 * Returns the SHA-256 of a file, in hex. @param path never the open database: closing it here would drop SQLite's locks
 */
export function hashOf(path: string): string {
  const hash = createHash('sha256')
  const buffer = Buffer.alloc(chunkBytes)
  const handle = openSync(path, 'r')
  try {
    for (let read = readSync(handle, buffer); read > 0; read = readSync(handle, buffer))
      hash.update(buffer.subarray(0, read))
  } finally {
    closeSync(handle)
  }
  return hash.digest('hex')
}

const cannotLink = new Set(['EXDEV', 'EPERM', 'ENOSYS', 'ENOTSUP', 'EMLINK'])

/**
 * Gives a file a second name, by a hard link if the file system can do that, else by a copy: for files that are never
 * modified.
 * @returns whether the file exists
 */
export function linkOrCopy(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return true
    if (code === 'ENOENT') return false
    if (!cannotLink.has(code)) throw error
  }
  return copyDurably(from, to)
}

/**
 * Copies a file and flushes the copy to disk. @returns whether the file exists
 * @param copyFile copies a file without overwriting
 */
export function copyDurably(from: string, to: string, copyFile: typeof copyFileSync = copyFileSync): boolean {
  try {
    copyFile(from, to)
    syncToDisk(to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return true
    // It may have been deleted in the meantime.
    rmSync(to, { force: true })
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** The files in a server's folder; none when it has been erased in the meantime. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/**
 * Calls {@link linkOrCopy} for every file two levels deep: `<from>/<guild>/<file>`. Existing files stay.
 * @param take links or copies one file
 */
export function linkFolders(from: string, to: string, take: typeof linkOrCopy = linkOrCopy): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const target = join(to, entry.name)
    mkdirSync(target, { recursive: true, mode: 0o700 })
    for (const name of filesIn(join(from, entry.name))) {
      take(join(from, entry.name, name), join(target, name))
    }
    syncToDisk(target)
  }
  syncToDisk(to)
}
