import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldMs } from '#kernel/log.ts'
import type { RunningSandbox } from '#sandbox/server.ts'
import { createWatchedSandbox } from '../watched-sandbox.ts'
import { spawnProduct } from '../product-process.ts'
import { withoutTimeLimits } from '../without-time-limits.ts'
import { environmentFor } from '#sandbox/demo/environment.ts'
import { freePort } from '#sandbox/demo/ports.ts'
import { readyWord } from '../hosting/panels.ts'
import { until } from '../until.ts'
import { scratch } from '../scratch.ts'

let sandbox: RunningSandbox
let dataDir: string
beforeAll(async () => {
  sandbox = await createWatchedSandbox({ conditions: withoutTimeLimits })
  dataDir = mkdtempSync(join(scratch, 'palisade-'))
})
afterAll(async () => {
  await sandbox.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/**
 * Starts the product and waits until it ends.
 * @returns its output; `logged` is empty if it took so long that it reported a slow start
 */
async function attempt(env: Record<string, string>) {
  const begunAt = performance.now()
  const child = spawnProduct(env)
  const code = await child.ended()
  const isSlow = performance.now() - begunAt >= heldMs
  return { code, stderr: child.stderr(), logged: isSlow ? '' : child.stdout() }
}

/** A sentence or two on a single line, without anything that only a programmer could read. */
function expectOneClearLine(stderr: string) {
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).not.toMatch(/\n\s+at |Error:|node:internal/)
}

const environment = () => environmentFor(sandbox, dataDir)

test('without variables it names every missing one and the demo', async () => {
  const { code, stderr } = await attempt({})
  expect(code).toBe(2)
  for (const name of ['DISCORD_TOKEN', 'DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'npm run demo'])
    expect(stderr).toContain(name)
  expectOneClearLine(stderr)
})

test('a wrong token ends with its own code', async () => {
  const { code, stderr, logged } = await attempt({ ...environment(), DISCORD_TOKEN: 'not-a-token-of-this-world' })
  expect(code).toBe(3)
  expect(logged).toBe('')
  expect(stderr).toContain('DISCORD_TOKEN')
  expect(stderr).not.toContain('not-a-token-of-this-world')
  expectOneClearLine(stderr)
})

test('a token that is refused later ends it with the same code, in order', async () => {
  const env = { ...environment(), DATA_DIR: join(dataDir, 'refused-later') }
  const child = spawnProduct(env)
  await child.ready()
  const botId = [...sandbox.context.world.applications.values()].find(({ name }) => name === 'Palisade')?.botUserId
  expect(sandbox.gateway.drop(4004, id => id === botId)).toBe(1)
  expect(await child.ended()).toBe(3)
  expect(child.stderr()).toContain('DISCORD_TOKEN')
  expectOneClearLine(child.stderr())
  expect(readdirSync(env.DATA_DIR).filter(name => name.includes('-wal'))).toEqual([])
})

test('a missing privileged intent is named, and where to switch it on', async () => {
  const application = [...sandbox.context.world.applications.values()].find(({ name }) => name === 'Palisade')
  if (!application) throw new Error('no application')
  const before = application.privilegedIntents
  application.privilegedIntents = before & ~(1 << 15)
  try {
    const { code, stderr } = await attempt(environment())
    expect(code).toBe(4)
    expect(stderr).toContain('Message Content Intent')
    expect(stderr).not.toContain('Server Members Intent')
    expectOneClearLine(stderr)
  } finally {
    application.privilegedIntents = before
  }
})

test('where a supervisor would restart it, it stays up, gives the reason at /healthz and does not sign in again', async () => {
  const asked = () => sandbox.requests().filter(({ path }) => path.includes('/gateway/bot')).length
  const before = asked()
  const port = String(await freePort(0))
  const child = spawnProduct({
    ...environment(),
    DISCORD_TOKEN: 'refused',
    SERVER_PORT: port,
    PORT: '',
    ON_REFUSAL: 'wait',
  })
  const health = await until('the reason at /healthz', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    const said = { status: answer?.status, body: await answer?.json() }
    return JSON.stringify(said).includes('DISCORD_TOKEN') && said
  })
  expect(health).toEqual({ status: 503, body: { ok: false, reasons: [expect.stringContaining('DISCORD_TOKEN')] } })
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('DISCORD_TOKEN')
  // A single refusal may be a mistake, so it tries once more, and not a third time.
  expect(asked() - before).toBe(2)
  expectOneClearLine(child.stderr())
  child.kill('SIGTERM')
  expect(await child.ended()).toBe(3)
})

test('an unreachable Discord is reported with its address', async () => {
  const free = createServer().listen(0, '127.0.0.1')
  await new Promise(done => free.once('listening', done))
  const address = free.address()
  const port = typeof address === 'object' ? address?.port : 0
  await new Promise(done => free.close(done))
  const { code, stderr } = await attempt({ ...environment(), DISCORD_API_URL: `http://127.0.0.1:${port}/api` })
  expect(code).toBe(5)
  expect(stderr).toContain(`http://127.0.0.1:${port}/api`)
  expectOneClearLine(stderr)
})

test('a gateway that cannot be reached is named, in one line and nothing before it', async () => {
  const { conditions } = sandbox.context
  conditions.gatewayAddress = 'ws://no-such-host.invalid/'
  const { code, stderr, logged } = await attempt(environment())
  conditions.gatewayAddress = null
  expect(code).toBe(5)
  expect(stderr).toContain('its gateway at ws://no-such-host.invalid/')
  expectOneClearLine(stderr)
  expect(logged).toBe('')
})

test('a data folder that cannot be used is named, with what is wrong with it', async () => {
  const folder = join(dataDir, 'a-file')
  writeFileSync(folder, '')
  const { code, stderr, logged } = await attempt({ ...environment(), DATA_DIR: folder })
  expect(stderr).toContain(folder)
  expect(stderr).toContain('not a folder')
  expect(code).toBe(6)
  expectOneClearLine(stderr)
  expect(logged).toBe('')
})

test('a second process on the same data folder is refused; after kill -9 the next one starts', async () => {
  const env = { ...environment(), DATA_DIR: join(dataDir, 'shared') }
  const first = spawnProduct(env)
  await first.ready()
  const { code, stderr, logged } = await attempt(env)
  expect(code).toBe(6)
  expect(logged).toBe('')
  expect(stderr).toContain(env.DATA_DIR)
  expectOneClearLine(stderr)

  first.kill('SIGKILL')
  await first.ended()
  const next = spawnProduct(env)
  await next.ready()
  next.kill('SIGTERM')
  expect(await next.ended()).toBe(0)
})

test('a taken port is named', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise(done => taken.once('listening', done))
  const address = taken.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { code, stderr } = await attempt({ ...environment(), PORT: String(port) })
  await new Promise(done => taken.close(done))
  expect(code).toBe(7)
  expect(stderr).toContain(String(port))
  expectOneClearLine(stderr)
})

test('repeated Ctrl-C still ends it in order', async () => {
  const env = { ...environment(), DATA_DIR: join(dataDir, 'ended') }
  const child = spawnProduct(env)
  await child.ready()
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) child.kill(signal)
  expect(await child.ended()).toBe(0)
  expect(readdirSync(env.DATA_DIR).filter(name => name.includes('-wal'))).toEqual([])
})

test('ending npm start ends the product, too, in order', async () => {
  const env = { ...environment(), DATA_DIR: join(dataDir, 'npm') }
  const npm = spawn('npm', ['start'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const walFiles = () => readdirSync(env.DATA_DIR).filter(name => name.includes('-wal'))
  for await (const line of createInterface({ input: npm.stdout })) if (line.includes('"msg":"ready"')) break
  expect(walFiles()).toHaveLength(1)
  npm.kill('SIGTERM')
  await until('the database to be closed', () => walFiles().length === 0)
})

test('SIGTERM ends it with 0 once it is ready, and no secret reaches the log', async () => {
  const env: Record<string, string> = { ...environment(), LOG_LEVEL: 'trace' }
  const child = spawnProduct(env)
  await child.ready()
  expect(child.stdout()).toContain(readyWord)
  child.kill('SIGTERM')
  expect(await child.ended()).toBe(0)
  const written = child.stdout() + child.stderr()
  for (const name of ['DISCORD_TOKEN', 'DISCORD_CLIENT_SECRET']) expect(written).not.toContain(env[name])
})
