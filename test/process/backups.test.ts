import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { environmentFor } from '#sandbox/demo/environment.ts'
import type { RunningSandbox } from '#sandbox/server.ts'
import { createWatchedSandbox } from '../watched-sandbox.ts'
import { spawnProduct } from '../product-process.ts'
import { unhurried } from '../unhurried.ts'
import { scratch } from '../scratch.ts'

let sandbox: RunningSandbox
let dataDir: string
beforeEach(async () => {
  sandbox = await createWatchedSandbox({ conditions: unhurried })
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

/** As an operator types it behind `npm run`. */
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
      /put in place: palisade\.sqlite, session-secret\.\n.*before-restore-.*\nStart the bot/,
    ),
  })
  expect(run('destroy')).toMatchObject({ status: 2, stderr: expect.stringContaining('There are: backup, restore.') })
  const again = spawnProduct({ ...environmentFor(sandbox, dataDir), PORT: '0' })
  await again.ready()
})

test('a file .env counts where a variable is not set, and one that cannot be read is told in a line', () => {
  writeFileSync(join(dataDir, '.env'), '# The folder\nDATA_DIR="of the file"\n')
  const without = (folder: string) => ({ status: 6, stderr: `There is no folder ${folder} to back up.\n` })
  expect(runWith({}, ['backup'], dataDir)).toMatchObject(without('of the file'))
  expect(runWith({ DATA_DIR: 'elsewhere' }, ['backup'], dataDir)).toMatchObject(without('elsewhere'))
  rmSync(join(dataDir, '.env'))
  mkdirSync(join(dataDir, '.env'))
  const unreadable = runWith({}, ['backup'], dataDir)
  expect(unreadable).toMatchObject({ status: 2, stderr: expect.stringMatching(/^\.env cannot be read: .+\n$/) })
})

test('a folder that cannot be made is told in a line, for a backup and for a restore', () => {
  const file = join(dataDir, 'a-file')
  writeFileSync(file, '')
  writeFileSync(join(dataDir, 'palisade.sqlite'), '')
  const told = (folder: string) => ({
    status: 6,
    stderr: expect.stringMatching(
      new RegExp(`^${folder}\\S* cannot be read or written \\(\\w+\\)\\. Give this user .+\\n$`),
    ),
  })
  expect(run('backup', '--to', join(file, 'within'))).toMatchObject(told(file))
  expect(runWith({ DATA_DIR: join(file, 'within') }, ['restore', 'latest'])).toMatchObject(told(file))
  // Everything there is answered with ENOENT.
  expect(run('backup', '--to', '/proc/palisade')).toMatchObject(told('/proc'))
})

test('what root backs up and restores in the folder of the bot’s user is that user’s', async () => {
  const bot = spawnProduct({ ...environmentFor(sandbox, dataDir), PORT: '0' })
  await bot.ready()
  bot.kill('SIGTERM')
  await bot.ended()
  const uid = process.getuid?.() || 65_534
  const within = () => readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map(name => join(dataDir, name))
  for (const path of [dataDir, ...within()]) chownSync(path, uid, -1)
  expect(run('backup')).toMatchObject({ status: 0 })
  expect(run('restore', 'latest')).toMatchObject({ status: 0 })
  expect(within().filter(path => statSync(path).uid !== uid)).toEqual([])
})
