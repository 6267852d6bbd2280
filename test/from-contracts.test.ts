// @module-tag long
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { until } from './until.ts'

/** What pages learn about contracts during development, in a copy of the project and with Vite's own server. */
const root = resolve(import.meta.dirname, '..')
let copy: string
let server: ViteDevServer

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'palisade-pages-'))
  const isTest = /\.test\.tsx?$/
  for (const part of ['src', 'web', 'docs', 'package.json', 'from-contracts.ts'])
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: path => !isTest.test(path) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const module = (await import(join(copy, 'from-contracts.ts'))) as { fromContracts(): Plugin }
  server = await createServer({
    root: join(copy, 'web'),
    configFile: false,
    plugins: [module.fromContracts()],
    server: { middlewareMode: true, ws: false },
    // Otherwise it would go on writing its results after the server is closed.
    optimizeDeps: { noDiscovery: true },
    logLevel: 'silent',
  })
})
afterAll(async () => {
  await server.close()
  rmSync(copy, { recursive: true, force: true, maxRetries: 10 })
})

const shown = async (id: string) => (await server.transformRequest(id))?.code ?? ''
const contractOf = (feature: string) => join(copy, 'src/features', feature, 'contract.ts')

test('a page under development sees a form that has become shared, and what has changed in it, without a restart', async () => {
  const before = await shown('virtual:shared-forms')
  expect(before).toContain('features/')
  expect(before).not.toContain('features/kudos')
  expect(await shown('virtual:features')).not.toContain('Kudos')
  const text = readFileSync(contractOf('counters'), 'utf8').replaceAll("'counters'", "'kudos'")
  mkdirSync(join(copy, 'src/features/kudos'))
  writeFileSync(contractOf('kudos'), text.replace(/title: '[^']*'/, "title: 'Kudos'"))
  await until('the new form', async () => (await shown('virtual:shared-forms')).includes('features/kudos/contract.ts'))
  await until('the new feature', async () => (await shown('virtual:features')).includes('Kudos'))
  writeFileSync(contractOf('kudos'), text.replace(/title: '[^']*'/, "title: 'Thanks'"))
  await until('its new name', async () => (await shown('virtual:features')).includes('Thanks'))
  const guide = join(copy, 'docs/hosting.md')
  expect(await shown('virtual:guides')).not.toContain('Put the kettle on.')
  writeFileSync(guide, `${readFileSync(guide, 'utf8')}\nPut the kettle on.\n`)
  await until('the new sentence', async () => (await shown('virtual:guides')).includes('Put the kettle on.'))
  rmSync(join(copy, 'src/features/kudos'), { recursive: true })
  await until('what was before', async () => (await shown('virtual:shared-forms')) === before)
})
