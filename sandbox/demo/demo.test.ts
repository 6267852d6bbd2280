import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createWatchedSandbox } from '#test/watched-sandbox.ts'
import { applicationOf, registerDashboard } from './environment.ts'
import { areOutdated, type Pages } from './pages.ts'
import { freePort, portFrom } from './ports.ts'

const pages: Pages = { name: 'pages', built: 'dist/index.html', sources: ['web', 'vite.config.ts'], build: [] }

async function tree(files: Record<string, number>) {
  const root = await mkdtemp(join(tmpdir(), 'pages-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [name, at] of Object.entries(files)) {
    const path = join(root, name)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, '')
    await utimes(path, at, at)
  }
  return root
}

test('pages are built when they are missing or older than any of their sources', async () => {
  expect(areOutdated(pages, await tree({ 'web/app/root.tsx': 10 }))).toBe(true)
  expect(areOutdated(pages, await tree({ 'web/app/root.tsx': 10, 'dist/index.html': 20 }))).toBe(false)
  expect(areOutdated(pages, await tree({ 'web/app/root.tsx': 30, 'dist/index.html': 20 }))).toBe(true)
  expect(areOutdated(pages, await tree({ 'vite.config.ts': 30, 'dist/index.html': 20 }))).toBe(true)
})

test('build output and tests do not make a build outdated', async () => {
  const root = await tree({ 'dist/index.html': 20, 'web/routeTree.gen.ts': 30, 'web/app/root.test.tsx': 30 })
  expect(areOutdated(pages, root)).toBe(false)
})

test('a port is taken from the environment, and an invalid one is refused', () => {
  expect(portFrom({ PORT: '0' }, 'PORT', 3000)).toBe(0)
  expect(portFrom({ PORT: '' }, 'PORT', 3000)).toBe(3000)
  expect(portFrom({}, 'PORT', 3000)).toBe(3000)
  for (const PORT of ['door', '-1', '65536', '3.5']) expect(() => portFrom({ PORT }, 'PORT', 3000)).toThrow('PORT must')
})

async function takenPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

test('a port in use is detected, and 0 finds a free one', async () => {
  expect(await freePort(await takenPort())).toBeUndefined()
  expect(await freePort(0)).toBeGreaterThan(0)
})

async function attempt(program: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '..', program)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { said, code }
}

test.each(['serve.ts', 'demo.ts', 'dev.ts'])(
  'when its port is taken, %s names the variable that sets another one',
  async program => {
    const port = await takenPort()
    const { said, code } = await attempt(program, { PORT: '0', SANDBOX_PORT: String(port) })
    expect(said).toBe(`Port ${port} is taken. Set SANDBOX_PORT to another one, or to 0 for any that is free.\n`)
    expect(code).toBe(1)
  },
)

test('the sandbox alone says in one line which variable is not a number', async () => {
  expect((await attempt('serve.ts', { SANDBOX_PORT: 'door' })).said).toMatch(/^SANDBOX_PORT must .+'door'\.\n$/)
  expect((await attempt('serve.ts', { SANDBOX_COMMUNITY: 'x' })).said).toMatch(/^SANDBOX_COMMUNITY must .+'x'\.\n$/)
})

test('people can still sign in at the dashboard after the world was reset', async () => {
  const sandbox = await createWatchedSandbox()
  onTestFinished(() => sandbox.close())
  registerDashboard(sandbox, 'http://localhost:4000')
  expect((await fetch(`${sandbox.url}/sandbox/reset`, { method: 'POST' })).ok).toBe(true)
  expect(applicationOf(sandbox).redirectUris).toContain('http://localhost:4000/api/login/callback')
})
