import { spawnSync } from 'node:child_process'
import {
  lchownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { environmentFor } from '#sandbox/demo/environment.ts'
import type { RunningSandbox } from '#sandbox/server.ts'
import { createWatchedSandbox } from '../watched-sandbox.ts'
import { spawnProduct } from '../product-process.ts'
import { withoutTimeLimits } from '../without-time-limits.ts'
import { scratch } from '../scratch.ts'
import { botUser, giveToBot, isRoot, makeDatabase } from '../somebodys-folder.ts'

let sandbox: RunningSandbox
let dataDir: string
beforeEach(async () => {
  sandbox = await createWatchedSandbox({ conditions: withoutTimeLimits })
  dataDir = mkdtempSync(join(scratch, 'palisade-'))
})
afterEach(async () => {
  await sandbox.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function runWith(env: Record<string, string>, words: string[], cwd?: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('start.ts'), ...words], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
    ...(cwd !== undefined && { cwd }),
  })
  return { status, stdout, stderr }
}

/** The owner of the data folder, which is another user only if the tests run as root. */
const botsUser = isRoot ? botUser : (process.getuid?.() ?? botUser)
const within = () => readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map(name => join(dataDir, name))

/** Runs a command as an operator types it after `npm run`. */
const run = (...words: string[]) => runWith({ DATA_DIR: dataDir }, words)

test('npm run backup works beside the bot, npm run restore only without it', async () => {
  expect(run('backup')).toMatchObject({ status: 6, stderr: `There is no database in ${dataDir} to back up.\n` })
  const bot = spawnProduct({ ...environmentFor(sandbox, dataDir), PORT: '0' })
  await bot.ready()
  const { status, stdout } = run('backup')
  expect(status).toBe(0)
  const folder = stdout.trim().split('\n').at(-1) ?? ''
  expect(readdirSync(folder).toSorted()).toEqual(['backup.json', 'palisade.sqlite', 'session-secret'])
  expect(run('restore', 'latest')).toMatchObject({ status: 6, stderr: expect.stringMatching(/^Another process runs/) })
  bot.kill('SIGKILL')
  await bot.ended()

  expect(run('restore')).toMatchObject({ status: 2, stderr: expect.stringContaining('-manual\n') })
  expect(run('restore', 'latest')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /and restored: palisade\.sqlite, session-secret\.\n.*before-restore-.*\nStart the bot/,
    ),
  })
  expect(run('destroy')).toMatchObject({ status: 2, stderr: expect.stringContaining('There are: backup, restore.') })
  const again = spawnProduct({ ...environmentFor(sandbox, dataDir), PORT: '0' })
  await again.ready()
})

test('values in a file .env are used if a variable is not set, and a file that cannot be read is reported in one line', () => {
  writeFileSync(join(dataDir, '.env'), '# The folder\nDATA_DIR="of the file"\n')
  const without = (folder: string) => ({ status: 6, stderr: `There is no folder ${folder} to back up.\n` })
  expect(runWith({}, ['backup'], dataDir)).toMatchObject(without('of the file'))
  expect(runWith({ DATA_DIR: 'elsewhere' }, ['backup'], dataDir)).toMatchObject(without('elsewhere'))
  // As Windows' editors write it.
  const bySystem = 'DATA_DIR=of the file\r\n'
  for (const bytes of [`\uFEFF${bySystem}`, Buffer.from(`\uFEFF${bySystem}`, 'utf16le')]) {
    writeFileSync(join(dataDir, '.env'), bytes)
    expect(runWith({}, ['backup'], dataDir)).toMatchObject(without('of the file'))
  }
  rmSync(join(dataDir, '.env'))
  mkdirSync(join(dataDir, '.env'))
  const unreadable = runWith({}, ['backup'], dataDir)
  expect(unreadable).toMatchObject({ status: 2, stderr: expect.stringMatching(/^\.env cannot be read: .+\n$/) })
})

test('a folder that cannot be made is reported in one line, for a backup and for a restore', () => {
  const file = join(dataDir, 'a-file')
  writeFileSync(file, '')
  writeFileSync(join(dataDir, 'palisade.sqlite'), '')
  const told = (folder: string, remedy: string) => ({
    status: 6,
    stderr: expect.stringMatching(
      new RegExp(`^${folder}\\S* cannot be read or written \\(\\w+\\)\\. ${remedy} .+\\n$`),
    ),
  })
  const isFile = told(file, 'There is a file in place of the folder:')
  for (const into of [file, join(file, 'within')]) expect(run('backup', '--to', into)).toMatchObject(isFile)
  expect(runWith({ DATA_DIR: join(file, 'within') }, ['restore', 'latest'])).toMatchObject(isFile)
  // Creating anything there fails with ENOENT.
  expect(run('backup', '--to', '/proc/palisade')).toMatchObject(told('/proc', 'Give this user'))
})

test('a damaged database, and a folder that cannot be listed, are reported in one line', () => {
  const file = join(dataDir, 'palisade.sqlite')
  writeFileSync(file, 'no database at all'.repeat(200))
  const damaged = `The database ${file} is damaged. Put a backup in its place: npm run restore -- latest`
  expect(run('backup')).toMatchObject({ status: 8, stderr: expect.stringMatching(`^${damaged}.*\n$`) })
  // Fails like a folder that root keeps for itself.
  rmSync(join(dataDir, 'backups'), { recursive: true, force: true })
  writeFileSync(join(dataDir, 'backups'), '')
  const isFile = 'There is a file in place of the folder: name another one\\.'
  const unlisted = `^${join(dataDir, 'backups')} cannot be read or written \\(ENOTDIR\\)\\. ${isFile}\n$`
  for (const words of [[], ['latest'], ['2026-11-29']])
    expect(run('restore', ...words)).toMatchObject({ status: 6, stderr: expect.stringMatching(unlisted) })
})

test('backups and restores by root in the folder of the bot’s user belong to that user', async () => {
  const bot = spawnProduct({ ...environmentFor(sandbox, dataDir), PORT: '0' })
  await bot.ready()
  bot.kill('SIGTERM')
  await bot.ended()
  giveToBot(dataDir)
  expect(run('backup')).toMatchObject({ status: 0 })
  expect(run('restore', 'latest')).toMatchObject({ status: 0 })
  expect(within().filter(path => statSync(path).uid !== botsUser)).toEqual([])
})

test('root’s restore from elsewhere makes a copy, and the original keeps its owner', () => {
  makeDatabase(dataDir)
  giveToBot(dataDir)
  const elsewhere = mkdtempSync(join(scratch, 'palisade-'))
  try {
    const made = run('backup', '--to', elsewhere).stdout.trim().split('\n').at(-1) ?? ''
    const file = join(made, 'files/1/picture')
    mkdirSync(join(made, 'files/1'), { recursive: true })
    writeFileSync(file, 'as it was')
    const { uid } = statSync(file)
    expect(run('restore', made)).toMatchObject({ status: 0 })
    expect(within().filter(path => statSync(path).uid !== botsUser)).toEqual([])
    writeFileSync(join(dataDir, 'files/1/picture'), 'as it is')
    expect(readFileSync(file, 'utf8')).toBe('as it was')
    expect(statSync(file)).toMatchObject({ uid, nlink: 1 })
  } finally {
    rmSync(elsewhere, { recursive: true })
  }
})

test('an attacker with the bot’s user gets no file of root’s from root’s next backup', () => {
  makeDatabase(dataDir)
  giveToBot(dataDir)
  const elsewhere = mkdtempSync(join(scratch, 'palisade-'))
  const secret = join(elsewhere, 'of-root')
  const planted = join(dataDir, 'session-secret')
  // Only root is refused: for anybody else, the system checks whether they may read what the link leads to.
  const refused = { status: 6, stderr: expect.stringMatching(/^\S+session-secret leads out of the data folder, .+\n$/) }
  const told = isRoot ? refused : { status: 0 }
  try {
    writeFileSync(secret, 'of root')
    symlinkSync(secret, planted)
    lchownSync(planted, botsUser, -1)
    expect(run('backup')).toMatchObject(told)
    rmSync(planted)
    linkSync(secret, planted)
    expect(run('backup')).toMatchObject(told)
    // A file that root has replaced meanwhile.
    renameSync(planted, join(dataDir, 'kept'))
    rmSync(secret)
    expect(run('backup')).toMatchObject({ status: 0 })
    expect(statSync(join(dataDir, 'kept')).uid).toBe(process.getuid?.())
    // A link that root itself made to another place.
    writeFileSync(secret, 'elsewhere')
    symlinkSync(secret, planted)
    expect(run('backup')).toMatchObject({ status: 0 })
  } finally {
    rmSync(elsewhere, { recursive: true })
  }
})
