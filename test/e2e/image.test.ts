import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { environmentFor } from '#sandbox/demo/environment.ts'
import { freePort } from '#sandbox/demo/ports.ts'
import { createSandbox, type RunningSandbox } from '#sandbox/server.ts'
import { until } from '../until.ts'
import { play } from './dockerfile.ts'

const root = resolve(import.meta.dirname, '../..')
let scratch: string
let sandbox: RunningSandbox
beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'palisade-image-'))
  sandbox = await createSandbox()
})
afterEach(async () => {
  await sandbox.close()
  rmSync(scratch, { recursive: true, force: true })
})

const sizeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => statSync(join(folder, name)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0)

test('the Dockerfile builds an image that starts, is healthy, serves the pages and ends', async () => {
  const image = play(readFileSync(join(root, 'Dockerfile'), 'utf8'), root, scratch)
  expect(image.user).toBe('node')
  expect(existsSync(join(image.folder, 'app/src'))).toBe(false)
  expect(existsSync(join(image.folder, 'app/node_modules'))).toBe(false)
  expect(sizeOf(join(image.folder, 'app'))).toBeLessThan(80_000_000)

  const port = String(await freePort(0))
  const env = {
    ...process.env,
    ...environmentFor(sandbox, join(image.folder, image.environment['DATA_DIR'] ?? '')),
    NODE_ENV: image.environment['NODE_ENV'],
    PORT: port,
    LOG_LEVEL: 'warn',
  }
  const healthy = () => {
    const [, ...args] = image.healthcheck
    return spawnSync(process.execPath, args, { env }).status === 0
  }
  expect(healthy()).toBe(false)
  const [, ...args] = image.command
  const child = spawn(process.execPath, args, { cwd: join(image.folder, image.workdir), env, stdio: 'inherit' })
  const ended = once(child, 'exit')
  try {
    await until('the image to be healthy', healthy)
    const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('<div id="root">')
    expect(existsSync(join(image.folder, 'data/palisade.sqlite'))).toBe(true)
  } finally {
    child.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
})
