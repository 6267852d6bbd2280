import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
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

/** As an operator types it behind `npm run`. */
function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['start.ts', ...words], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

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
