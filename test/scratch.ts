import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
const enoughBytes = 2 ** 30

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize > enoughBytes
  } catch {
    return false
  }
}

/** The folder for the tests' data folders: in memory when there is room, so that no test waits for a disk. */
export const scratch: string = hasRoom() ? inMemory : tmpdir()
