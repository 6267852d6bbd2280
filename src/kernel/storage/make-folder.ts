import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a folder and its parents if they do not exist. Not with `mkdirSync(..., { recursive: true })`, which never
 * returns where every attempt fails with ENOENT, such as below /proc.
 */
export function makeFolder(folder: string, mode?: number): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  makeFolder(dirname(resolve(folder)), mode)
  mkdirSync(folder, { mode })
}
