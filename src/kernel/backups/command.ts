import { parseArgs } from 'node:util'
import { dataDirOf } from '../config.ts'
import { exitCodes, StartupError } from '#kit/errors.ts'
import { formatBytes, formatCount } from '#kit/numbers.ts'
import { storageTrouble } from '#kit/storage-errors.ts'
import { self } from '../storage/answering-folder.ts'
import { storageProblem } from '../storage/open.ts'
import { inFolderOf } from './as-root.ts'
import { backupsIn, restorableIn } from './layout.ts'
import { makeBackup } from './make.ts'
import { restoreBackup } from './restore.ts'

type Environment = Record<string, string | undefined>

const usage = (text: string) => new StartupError(exitCodes.configuration, text)

function backup(args: string[], env: Environment): string[] {
  const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
  const made = makeBackup({
    dataDir: dataDirOf(env),
    kind: 'manual',
    at: Date.now(),
    ...(values.to !== undefined && { into: values.to }),
  })
  const { database, files } = made.summary
  return [
    `Backed up the database (${formatBytes(database.bytes)}) and ${formatCount(files.count, 'file')} (${formatBytes(files.bytes)}), and checked the copy:`,
    made.folder,
  ]
}

function restore(args: string[], env: Environment): string[] {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true })
  const [wanted, ...more] = positionals
  const dataDir = dataDirOf(env)
  if (wanted === undefined || more.length > 0) {
    const known = restorableIn(backupsIn(dataDir))
    throw usage(
      `Say which backup: its name, its path, or 'latest'. ${known.length > 0 ? `There are:\n${known.join('\n')}` : `There are none in ${backupsIn(dataDir)}.`}`,
    )
  }
  const { from, aside, restored } = restoreBackup(dataDir, wanted, Date.now())
  return [
    `Checked ${from} and restored: ${restored.join(', ')}.`,
    ...(aside === undefined ? [] : [`The former data is in ${aside}; delete it when you no longer need it.`]),
    'Start the bot again.',
  ]
}

/** Whether an error is about the disk or its permissions. */
const isFileSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'path' in error && storageTrouble(error) !== 'full'

/** The sentence on how to fix it. */
function remedy(code: string | undefined): string {
  if (code === 'EROFS') return 'Its disk is read-only: mount it writable, or name another folder.'
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'There is a file in place of the folder: name another one.'
  return `Give ${self} the right to do so, or name another folder.`
}

const commands: Record<string, (args: string[], env: Environment) => string[]> = { backup, restore }

/**
 * Runs `backup [--to <folder>]` or `restore <backup>`, as typed after the program's name.
 * @returns whether there was such a command
 * @throws StartupError in one sentence
 */
export function runStorageCommand([name, ...args]: readonly string[], env: Environment): boolean {
  if (name === undefined) return false
  const command = commands[name]
  if (!command) throw usage(`There is no command '${name}'. There are: ${Object.keys(commands).join(', ')}.`)
  let lines
  try {
    lines = inFolderOf(dataDirOf(env), () => command(args, env))
  } catch (error) {
    // An argument that parseArgs refuses.
    if (error instanceof TypeError && 'code' in error) throw usage(error.message)
    if (isFileSystemError(error))
      throw new StartupError(
        exitCodes.dataFolder,
        `${error.path} cannot be read or written (${error.code}). ${remedy(error.code)}`,
      )
    throw storageProblem(error, dataDirOf(env))
  }
  process.stdout.write(`${lines.join('\n')}\n`)
  return true
}
