import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exitCodes, StartupError } from '#kit/errors.ts'

/** Holds what a restore is about to put in place; it exists only while a restore is in progress or was interrupted. */
export const interruptedRestore = (dataDir: string): string => join(dataDir, 'restoring')

/** What an interrupted restore had left, while the next one puts its own in place: there is always one of the two. */
export const replacedRestore = (dataDir: string): string => join(dataDir, 'restoring.old')

/** Half of one backup and half of another would be worse than not to start. @throws StartupError */
export function refuseInterruptedRestore(dataDir: string): void {
  if (!existsSync(interruptedRestore(dataDir)) && !existsSync(replacedRestore(dataDir))) return
  throw new StartupError(
    exitCodes.dataFolder,
    `A restore in the data folder ${dataDir} was interrupted. Run it again, with the same backup or another one.`,
  )
}
