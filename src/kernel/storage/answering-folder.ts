import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, closeSync, constants, existsSync, openSync, readSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf, exitCodes, StartupError } from '#kit/errors.ts'
import { databaseName, secretName } from './data-folder.ts'
import { makeFolder } from './make-folder.ts'

/** How long the data folder may take to answer (ms): long enough for slow disks to spin up. */
const answerMs = 20_000

/** The user for error messages, with the id, which `chown` needs in a container. */
export const self = process.getuid ? `this user (ID ${process.getuid()})` : 'this user'

/**
 * The error that tells an operator how to repair the data folder. @param code the system's error code, such as 'EROFS'
 */
export function unusableFolder(dataDir: string, code: string): StartupError {
  const reasons: Record<string, string> = {
    ENOTDIR: `The data folder ${dataDir} is not a folder: there is a file in its place. Set DATA_DIR to a folder.`,
    EEXIST: `The data folder ${dataDir} is not a folder: there is a file in its place. Set DATA_DIR to a folder.`,
    EROFS: `The data folder ${dataDir} is on a read-only disk. Mount it writable, or set DATA_DIR to another folder.`,
  }
  return new StartupError(
    exitCodes.dataFolder,
    reasons[code] ??
      `The data folder ${dataDir} cannot be written (${code}). Give ${self} the right to write there, or set DATA_DIR to another folder.`,
  )
}

/** The files that a start reads in the data folder. */
const readAtStart = (dataDir: string) => [databaseName, secretName].map(name => join(dataDir, name))

/**
 * Whether reading in the data folder finishes. Tested by a separate program, because a thread that waits for a dead
 * network disk can be neither stopped nor abandoned; by a small one, because every start waits for it. A system without
 * that program counts as answering.
 */
async function answers(dataDir: string, limitMs: number): Promise<boolean> {
  const files = readAtStart(resolve(dataDir))
  const reader = spawn('head', ['-c', '16', ...files], { env: { PATH: process.env['PATH'] ?? '' }, stdio: 'ignore' })
  const hasAnswered = await Promise.race([
    once(reader, 'exit').then(
      () => true,
      () => true,
    ),
    delay(limitMs, false, { ref: false }),
  ])
  if (!hasAnswered) {
    reader.kill('SIGKILL')
    reader.unref()
  }
  return hasAnswered
}

function touch(dataDir: string): void {
  makeFolder(dataDir)
  accessSync(dataDir, constants.W_OK)
  for (const file of readAtStart(dataDir).filter(existsSync)) {
    const open = openSync(file, 'r')
    try {
      readSync(open, Buffer.alloc(16))
    } finally {
      closeSync(open)
    }
  }
}

/**
 * Checks that the data folder answers and is usable; creates it if it does not exist.
 * @param limitMs how long it may take to answer
 * @throws StartupError when it cannot be used or does not answer
 */
export async function demandAnsweringFolder(dataDir: string, limitMs = answerMs): Promise<void> {
  if (!(await answers(dataDir, limitMs)))
    throw new StartupError(
      exitCodes.dataFolder,
      `The data folder ${dataDir} does not answer. Check the disk or the network share that it is on, or set DATA_DIR to another folder.`,
    )
  try {
    touch(dataDir)
  } catch (error) {
    throw unusableFolder(dataDir, codeOf(error))
  }
}
