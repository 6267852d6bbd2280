import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exitCodes, StartupError } from '#kit/errors.ts'

/**
 * The folder with what a restore is about to put in place; it exists only while a restore is in progress or was
 * interrupted.
 */
export const interruptedRestore = (dataDir: string): string => join(dataDir, 'restoring')

/**
 * Where the next restore moves the folder of an interrupted one while it prepares its own: one of the two always
 * exists.
 */
export const replacedRestore = (dataDir: string): string => join(dataDir, 'restoring.old')

/**
 * Refuses to start after an interrupted restore: half of one backup and half of another would be worse. @throws
 * StartupError
 */
export function refuseInterruptedRestore(dataDir: string): void {
  if (!existsSync(interruptedRestore(dataDir)) && !existsSync(replacedRestore(dataDir))) return
  throw new StartupError(
    exitCodes.dataFolder,
    `A restore in the data folder ${dataDir} was interrupted. Run it again, with the same backup or another one.`,
  )
}
