import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { exitCodes, StartupError } from '#kit/errors.ts'
import { demandRoom, hasRoom } from './disk-space.ts'

/** Somebody else's data folder in which root works. */
export interface ForeignFolder {
  folder: string
  /** The user that it belongs to. */
  uid: number
}

/** Whether only root can replace what root makes in a folder. */
function isSafe(folder: string): boolean {
  const { uid, mode } = statSync(folder)
  // With the sticky bit, others may add files, but cannot move root's.
  const isGuarded = uid === 0 && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0)
  return isGuarded && (dirname(folder) === folder || isSafe(dirname(folder)))
}

/** Whether a folder is writable: not even root can write to a read-only disk. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Filters folders by whether only root can replace anything in them. */
export const safePlaces = (places: readonly string[]): string[] =>
  places.filter(one => existsSync(one) && isSafe(one) && isWritable(one))

/** How the names of files and folders begin that root makes for this data folder elsewhere. */
export const namePrefix = (folder: string): string => {
  const { dev, ino } = statSync(folder)
  return `.palisade-${dev}-${ino}`
}

/** The error when there is no folder in which only root can replace anything. */
export const noSafeFolder = ({ folder, uid }: ForeignFolder): StartupError =>
  new StartupError(
    exitCodes.dataFolder,
    `Neither beside ${folder} nor in ${tmpdir()} can root make a folder that nobody else can change. Run this as the user the data folder belongs to (ID ${uid}).`,
  )

/**
 * Makes a folder in which only root can replace anything: next to somebody else's data folder, or in the temporary
 * folder. Deletes what killed processes have left behind.
 * @param bytes the room that is needed there
 * @throws StartupError when there is no such place, or no room
 */
export function makeSafeFolder(foreign: ForeignFolder, bytes: number): string {
  const { folder } = foreign
  const places = safePlaces([dirname(folder), realpathSync(tmpdir())])
  const place = places.find(one => hasRoom(one, bytes)) ?? places[0]
  if (place === undefined) throw noSafeFolder(foreign)
  demandRoom(place, bytes, 0)
  const begin = `${namePrefix(folder)}-`
  for (const name of readdirSync(place))
    if (name.startsWith(begin) && lstatSync(join(place, name)).uid === 0)
      rmSync(join(place, name), { recursive: true, force: true })
  return mkdtempSync(join(place, begin))
}
