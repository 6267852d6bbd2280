import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { areOld, type Pages } from './pages.ts'
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
  expect(areOld(pages, await tree({ 'web/app/root.tsx': 10 }))).toBe(true)
  expect(areOld(pages, await tree({ 'web/app/root.tsx': 10, 'dist/index.html': 20 }))).toBe(false)
  expect(areOld(pages, await tree({ 'web/app/root.tsx': 30, 'dist/index.html': 20 }))).toBe(true)
  expect(areOld(pages, await tree({ 'vite.config.ts': 30, 'dist/index.html': 20 }))).toBe(true)
})

test('build output and tests do not make a build outdated', async () => {
  const root = await tree({ 'dist/index.html': 20, 'web/routeTree.gen.ts': 30, 'web/app/root.test.tsx': 30 })
  expect(areOld(pages, root)).toBe(false)
})

test('a port is taken from the environment, and nonsense is refused', () => {
  expect(portFrom({ PORT: '0' }, 'PORT', 3000)).toBe(0)
  expect(portFrom({ PORT: '' }, 'PORT', 3000)).toBe(3000)
  expect(portFrom({}, 'PORT', 3000)).toBe(3000)
  for (const PORT of ['door', '-1', '65536', '3.5']) expect(() => portFrom({ PORT }, 'PORT', 3000)).toThrow('PORT must')
})

test('a port in use is detected, and 0 finds a free one', async () => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const taken = typeof address === 'object' && address ? address.port : 0
  expect(await freePort(taken)).toBeUndefined()
  expect(await freePort(0)).toBeGreaterThan(0)
})
