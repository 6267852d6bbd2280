import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and those above it where there are none. Not `mkdirSync(..., { recursive: true })`, which never ends
 * where every attempt is answered with ENOENT, such as below /proc.
 */
export function makeFolder(folder: string, mode?: number): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  makeFolder(dirname(resolve(folder)), mode)
  mkdirSync(folder, { mode })
}
