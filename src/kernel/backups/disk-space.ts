import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { exitCodes, StartupError } from '#kit/errors.ts'
import { formatBytes } from '#kit/numbers.ts'
import { storageTrouble } from '#kit/storage-errors.ts'

const tooLittle = (folder: string, needed: number) =>
  new StartupError(
    exitCodes.dataFolder,
    `The disk of ${folder} has too little room for a backup, which needs ${formatBytes(needed)}. Make room, or keep fewer.`,
  )

/** The free room for a folder (bytes); for one that does not exist yet, that of its parent. */
function freeIn(folder: string): number {
  const { bavail, bsize } = statfsSync(existsSync(folder) ? folder : dirname(folder))
  return bavail * bsize
}

export const hasRoom = (folder: string, bytes: number): boolean => freeIn(folder) >= bytes

/** Checks the room on a disk. @throws StartupError when a backup and what has to stay free do not fit */
export function demandRoom(folder: string, needed: number, leaveFree: number): void {
  if (!hasRoom(folder, needed + leaveFree)) throw tooLittle(folder, needed)
}

/**
 * Explains the error of a backup that failed because there was no room in its folder; returns other errors as they are.
 * @param free the free room (bytes): if that is enough, something else is used up
 */
export function explainFull(error: unknown, folder: string, needed: number, free = freeIn(folder)): unknown {
  if (storageTrouble(error) !== 'full') return error
  if (free < needed) return tooLittle(folder, needed)
  return new StartupError(
    exitCodes.dataFolder,
    `The disk of ${folder} accepts no more, although it has ${formatBytes(free)} of room: a quota is used up, or the number of files that it can hold. Delete files there, or raise the quota.`,
  )
}
