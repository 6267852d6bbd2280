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
import { demandRoom, hasRoom } from './room.ts'

interface Whose {
  folder: string
  uid: number
}

/** Whether nobody but root can put something else in place of what root makes there. */
function isSafe(folder: string): boolean {
  const { uid, mode } = statSync(folder)
  // Others may make something in it, but move nothing that is root's.
  const isGuarded = uid === 0 && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0)
  return isGuarded && (dirname(folder) === folder || isSafe(dirname(folder)))
}

/** Also root writes nowhere on a disk that can only be read. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Of some places, those where nobody but root can put anything in place of anything. */
export const safePlaces = (places: readonly string[]): string[] =>
  places.filter(one => existsSync(one) && isSafe(one) && isWritable(one))

/** What they are called there: those of another folder are others. */
export const nameBeside = (folder: string): string => {
  const { dev, ino } = statSync(folder)
  return `.palisade-${dev}-${ino}`
}

/** What is said where there is none. */
export const nowhere = ({ folder, uid }: Whose): StartupError =>
  new StartupError(
    exitCodes.dataFolder,
    `Neither beside ${folder} nor in ${tmpdir()} can root make what nobody else can change. Run this as the user the data folder belongs to (id ${uid}).`,
  )

/**
 * Makes a folder where nobody but root can put anything in place of anything: beside somebody else's, or in the temporary
 * one. What a killed process has left of them goes first.
 * @param bytes what is to have room there
 * @throws StartupError where there is no such place, or no room
 */
export function makeSafeFolder(whose: Whose, bytes: number): string {
  const { folder } = whose
  const places = safePlaces([dirname(folder), realpathSync(tmpdir())])
  const place = places.find(one => hasRoom(one, bytes)) ?? places[0]
  if (place === undefined) throw nowhere(whose)
  demandRoom(place, bytes, 0)
  const begin = `${nameBeside(folder)}-`
  for (const name of readdirSync(place))
    if (name.startsWith(begin) && lstatSync(join(place, name)).uid === 0)
      rmSync(join(place, name), { recursive: true, force: true })
  return mkdtempSync(join(place, begin))
}
