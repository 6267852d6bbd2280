import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { exitCodes, StartupError } from '#kit/errors.ts'

/** Slow disks have woken up by then. */
const answerMs = 20_000

/**
 * Makes the folder and touches what the start will read. Not `mkdirSync(..., { recursive: true })`, which never ends where
 * every attempt is answered with ENOENT, such as below /proc.
 */
const probe = `
const { accessSync, constants, existsSync, mkdirSync, openSync, readSync } = require('node:fs')
const { dirname, join, resolve } = require('node:path')
const make = folder => {
  if (existsSync(folder)) return
  make(dirname(folder))
  mkdirSync(folder)
}
const folder = resolve(process.argv[1])
try {
  make(folder)
  accessSync(folder, constants.W_OK)
  for (const name of ['palisade.sqlite', 'session-secret'])
    if (existsSync(join(folder, name))) readSync(openSync(join(folder, name)), Buffer.alloc(16))
} catch (error) {
  process.stdout.write(String(error.code))
}
`

/** In a container the number is what `chown` needs. */
const self = process.getuid ? `this user (id ${process.getuid()})` : 'this user'

/** The data folder as an operator can repair it. @param code the system's, such as 'EROFS' */
export function unusableFolder(dataDir: string, code: string): StartupError {
  const reasons: Record<string, string> = {
    ENOTDIR: `The data folder ${dataDir} is no folder: there is a file in its place. Set DATA_DIR to a folder.`,
    EEXIST: `The data folder ${dataDir} is no folder: there is a file in its place. Set DATA_DIR to a folder.`,
    EROFS: `The data folder ${dataDir} is on a disk that can only be read. Mount it writable, or set DATA_DIR to another folder.`,
  }
  return new StartupError(
    exitCodes.dataFolder,
    reasons[code] ??
      `The data folder ${dataDir} cannot be written (${code}). Give ${self} the right to write there, or set DATA_DIR to another folder.`,
  )
}

/**
 * Looks at the data folder from a process of its own, because a thread that waits for a dead network disk can be neither
 * stopped nor left behind.
 * @throws StartupError when the folder cannot be used or does not answer
 */
export async function demandAnsweringFolder(dataDir: string): Promise<void> {
  const child = spawn(process.execPath, ['-e', probe, dataDir], { env: {}, stdio: ['ignore', 'pipe', 'ignore'] })
  let code = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (code += text))
  const hasAnswered = await Promise.race([
    once(child, 'close').then(() => true),
    delay(answerMs, false, { ref: false }),
  ])
  if (!hasAnswered) {
    child.kill('SIGKILL')
    child.unref()
    throw new StartupError(
      exitCodes.dataFolder,
      `The data folder ${dataDir} does not answer. Check the disk or the network share that it is on, or set DATA_DIR to another folder.`,
    )
  }
  if (code !== '') throw unusableFolder(dataDir, code)
}
