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

/** Flushes a file, or a folder's entries, to disk before anything else is done. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } catch (error) {
    // Windows keeps the names of a folder by itself and refuses to be asked.
    if (process.platform !== 'win32') throw error
  } finally {
    closeSync(handle)
  }
}

/** SHA-256 of a file, in hex. @param path never the database in use: closing it here would drop SQLite's own locks */
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
 * The same file under a second name, without its bytes where the disk can do that: for files that are never written again.
 * @returns whether there was such a file
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
 * The same, with bytes of its own.
 * @param copyFile copies it to where there is none
 */
export function copyDurably(from: string, to: string, copyFile: typeof copyFileSync = copyFileSync): boolean {
  try {
    copyFile(from, to)
    syncToDisk(to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return true
    // Deleted meanwhile.
    rmSync(to, { force: true })
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** What is in a folder of a server; nothing where it has been erased meanwhile. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/**
 * {@link linkOrCopy} of every file two levels deep: `<from>/<guild>/<file>`. What is there already stays.
 * @param take makes the second of both
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
