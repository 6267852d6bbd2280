import { accessSync, constants, lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { exitCodes, StartupError } from '#kit/errors.ts'
import { demandRoom, hasRoom } from './room.ts'

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

/**
 * Makes a folder where nobody but root can put anything in place of anything: beside somebody else's, or in the temporary
 * one. What a killed process has left of them goes first.
 * @param bytes what is to have room there
 * @throws StartupError where there is no such place, or no room
 */
export function makeSafeFolder({ folder, uid }: { folder: string; uid: number }, bytes: number): string {
  const places = [dirname(folder), realpathSync(tmpdir())].filter(one => isSafe(one) && isWritable(one))
  const place = places.find(one => hasRoom(one, bytes)) ?? places[0]
  if (place === undefined)
    throw new StartupError(
      exitCodes.dataFolder,
      `Neither beside ${folder} nor in ${tmpdir()} can root make what nobody else can change. Run this as the user the data folder belongs to (id ${uid}).`,
    )
  demandRoom(place, bytes, 0)
  const begin = `.palisade-${statSync(folder).ino}-`
  for (const name of readdirSync(place))
    if (name.startsWith(begin) && lstatSync(join(place, name)).uid === 0)
      rmSync(join(place, name), { recursive: true, force: true })
  return mkdtempSync(join(place, begin))
}
