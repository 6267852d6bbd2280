import { closeSync, openSync } from 'node:fs'
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
