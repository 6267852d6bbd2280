// @module-tag long

import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testsOfGuide, writeGuidesFeature } from './guides-feature.ts'

/**
 * Does what docs/adding-a-feature.md says, in a copy of the project. deleting-a-feature.test.ts type-checks it, as that
 * takes as long as all of this.
 */
const root = resolve(import.meta.dirname, '../..')
/** What the copy does not need, or has as a link. */
const kept = new Set(['.git', 'node_modules', 'data', 'coverage'])
let copy: string

interface Result {
  title: string
  status: string
}

function run(command: string, ...args: string[]): void {
  const env = { ...process.env, ONLY_NEW_FEATURE: 'kudos' }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`)
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'palisade-feature-'))
  // With their modification times, so that the pages without the feature are not built again.
  for (const name of readdirSync(root))
    if (!kept.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  writeGuidesFeature(copy)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** How a test reads all features, their routes, commands, tables or settings. */
const readsAll = /#features\/index\.ts|services\.features(?!\.find)|readdirSync\('(?:src|web)\/features/
/** The tests that visit all features, including the new one, and those of the shell, which is drawn from contracts. */
const walks = () => [
  ...['src/kernel', 'test']
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(at => join(folder, at)),
    )
    .filter(file => /\.test\.tsx?$/.test(file) && !/^test\/(e2e|process)\//.test(file))
    .filter(file => readsAll.test(readFileSync(join(root, file), 'utf8'))),
  'web/app',
]

/**
 * Where vitest stores the copy's modules. In the folder of the project itself they would never be used again, as the
 * next copy has another path.
 */
const modules = () => join(copy, '.vitest-cache')

/** Runs tests in the copy. @returns the titles of those that passed @throws Error if one fails */
function passed(...args: string[]): string[] {
  const report = join(copy, 'report.json')
  run(
    'npx',
    'vitest',
    'run',
    ...args,
    '--maxWorkers=1',
    `--fsModuleCachePath=${modules()}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  )
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: { assertionResults: Result[] }[] }
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed')
    .map(({ title }) => title)
}

test('the guide’s feature works, breaks no rule and has its page', { timeout: 900_000 }, () => {
  run('npm', 'run', 'migration', '--', '--name', 'kudos')
  run('npm', 'run', 'routes')
  // All in one run, so that the project's files are read once. In a browser, only what concerns this feature: its own
  // test, and its page, narrow and wide.
  const ran = passed('src/features/kudos', ...walks(), 'test/e2e/kudos.test.ts', 'test/e2e/pages.test.ts')
  expect(testsOfGuide().length).toBeGreaterThan(2)
  expect(ran).toEqual(expect.arrayContaining([...testsOfGuide(), '/manage/:id/kudos']))
  expect(readdirSync(modules()).length).toBeGreaterThan(1000)
})
