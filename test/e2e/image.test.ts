import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applicationOf, environmentFor } from '#sandbox/demo/environment.ts'
import { freePort } from '#sandbox/demo/ports.ts'
import type { RunningSandbox } from '#sandbox/server.ts'
import { createWatchedSandbox } from '../watched-sandbox.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'
import { play } from './dockerfile.ts'

const root = resolve(import.meta.dirname, '../..')
let scratch: string
let sandbox: RunningSandbox
beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'palisade-image-'))
  sandbox = await createWatchedSandbox()
})
afterEach(async () => {
  await sandbox.close()
  rmSync(scratch, { recursive: true, force: true })
})

const sizeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => statSync(join(folder, name)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0)

test('the Dockerfile builds an image that starts, is healthy, serves the pages, runs workers and stops cleanly', async () => {
  const image = play(readFileSync(join(root, 'Dockerfile'), 'utf8'), root, scratch)
  expect(image.user).toBe('node')
  expect(existsSync(join(image.folder, 'app/src'))).toBe(false)
  expect(existsSync(join(image.folder, 'app/node_modules'))).toBe(false)
  expect(sizeOf(join(image.folder, 'app'))).toBeLessThan(80_000_000)

  const port = String(await freePort(0))
  const address = new URL(`http://127.0.0.1:${port}`)
  applicationOf(sandbox).redirectUris.push(new URL('/api/login/callback', address).href)
  const env = {
    ...process.env,
    ...environmentFor(sandbox, join(image.folder, image.environment['DATA_DIR'] ?? '')),
    NODE_ENV: image.environment['NODE_ENV'],
    PORT: port,
    PUBLIC_URL: address.href,
    LOG_LEVEL: 'warn',
  }
  const healthy = () => {
    const [, ...args] = image.healthcheck
    return spawnSync(process.execPath, args, { env }).status === 0
  }
  const compiled = join(image.folder, 'app/dist/server/compiled')
  const written = () =>
    readdirSync(join(image.folder, 'app'), { recursive: true, encoding: 'utf8' })
      .filter(name => !name.startsWith('dist/server/compiled/'))
      .toSorted()
  const backUp = () =>
    spawnSync(process.execPath, ['dist/server/main.js', 'backup'], {
      cwd: join(image.folder, image.workdir),
      env,
      encoding: 'utf8',
    })
  const shipped = written()
  expect(healthy()).toBe(false)
  const [, ...args] = image.command
  const child = spawn(process.execPath, args, { cwd: join(image.folder, image.workdir), env, stdio: 'inherit' })
  const ended = once(child, 'exit')
  // A request is cheaper than `healthy`, which starts a process each time.
  const answers = () =>
    fetch(new URL('/healthz', address)).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    await until('the image to answer', answers)
    expect(healthy()).toBe(true)
    const page = await fetch(address, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('<div id="root">')
    expect(existsSync(join(image.folder, 'data/palisade.sqlite'))).toBe(true)
    const owner = createVisitor(sandbox, address)
    await owner.signIn('owner')
    const [guildId] = [...sandbox.context.world.guilds].find(([, { guild }]) => guild.name === 'Tidewater Makers') ?? []
    const text = 'user_id,level\n100000000000000001,7'
    const imported = await owner.call('POST', `/api/guild/${guildId}/progression/import`, {
      format: 'auto',
      text,
      mode: 'set',
      dry_run: true,
    })
    expect(imported).toMatchObject({ status: 200, body: { counts: { new: 1 } } })
    expect(backUp()).toMatchObject({ status: 0, stdout: expect.stringMatching(/checked the copy:\n.*-manual\n$/) })
  } finally {
    child.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
  expect(written()).toEqual(shipped)
  // The compile cache is kept for the next start, but not where somebody else could put code into it.
  const keptOf = (name: string) => statSync(join(compiled, name)).mtimeMs
  const kept = () =>
    Object.fromEntries(
      readdirSync(compiled)
        .filter(name => /\.js\.[\da-f]+$/.test(name))
        .map(name => [name, keptOf(name)]),
    )
  const startUntil = async (what: string, look: () => boolean | Promise<boolean>) => {
    const again = spawn(process.execPath, args, { cwd: join(image.folder, image.workdir), env, stdio: 'inherit' })
    const end = once(again, 'exit')
    try {
      await until(what, look)
    } finally {
      again.kill('SIGTERM')
    }
    expect(await end).toEqual([0, null])
  }
  const before = kept()
  expect(Object.keys(before).join(' ')).toContain('features')
  const [one = ''] = Object.keys(before).filter(name => name.startsWith('program.js.'))
  writeFileSync(join(compiled, one), readFileSync(join(compiled, one)).subarray(0, -1))
  const cut = keptOf(one)
  await startUntil('what was cut off to be made anew', () => keptOf(one) !== cut)
  // All other files were reused.
  expect(kept()).toEqual({ ...before, [one]: keptOf(one) })
  // A file that cannot be written leaves nothing behind, as each start on a full disk would leave more.
  rmSync(join(compiled, one))
  mkdirSync(join(compiled, one))
  await startUntil('the image to answer', answers)
  expect(readdirSync(compiled).filter(name => /\.js\.[\da-f]+\.\d+$/.test(name))).toEqual([])
  rmSync(compiled, { recursive: true })
  mkdirSync(compiled)
  chmodSync(compiled, 0o777)
  expect(backUp().status).toBe(0)
  expect(readdirSync(compiled)).toEqual([])
}, 900_000)
