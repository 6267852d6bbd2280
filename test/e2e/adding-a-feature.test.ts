// @module-tag long

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Does what docs/adding-a-feature.md says, in a copy of the project. */
const root = resolve(import.meta.dirname, '../..')
/** What a copy does without, or has by a link. */
const kept = new Set(['.git', 'node_modules', 'data', 'coverage'])
let copy: string

interface Result {
  title: string
  status: string
}

const guide = readFileSync(join(root, 'docs/adding-a-feature.md'), 'utf8')
const blocks = () =>
  [...guide.matchAll(/^```tsx? (\S+)\n(.*?)^```$/gms)].map(([, path = '', content = '']) => ({ path, content }))

/** The line that section 7 adds to a file. */
const settingLine = (path: string) =>
  new RegExp(`^\`\`\`tsx? setting ${path}\\n(.*?)^\`\`\`$`, 'ms').exec(guide)?.[1] ?? ''

/** Puts a line behind the first of the file that has `after` in it. */
function addLine(path: string, after: string): void {
  const line = settingLine(path)
  if (!/^.+\n$/.test(line)) throw new Error(`a setting is one line in ${path}, not ${line}`)
  const file = join(copy, path)
  const before = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    before.replace(new RegExp(`^.*${after}.*\n`, 'm'), found => found + line),
  )
}

function run(command: string, ...args: string[]): void {
  const env = { ...process.env, ONLY_NEW_FEATURE: 'kudos' }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`)
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'palisade-feature-'))
  // With their times, so that pages without the feature are not built once more.
  for (const name of readdirSync(root))
    if (!kept.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const { path, content } of blocks().filter(({ path }) => path !== 'manifest')) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), content)
  }
  addLine('src/features/kudos/contract.ts', 'const settings = ')
  addLine('web/features/kudos/pages/kudos.tsx', 'field\\(.enabled.\\)')
  const manifest = join(copy, 'src/features/index.ts')
  const line = blocks().find(({ path }) => path === 'manifest')?.content ?? ''
  const before = readFileSync(manifest, 'utf8')
  writeFileSync(manifest, line + before.replace(/(features[^=]*= \[)([^\]]*?),?\s*\]/, '$1$2, kudos]'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** How a test reads of all features, their routes, commands, tables or settings. */
const readsAll = /#features\/index\.ts|services\.features|readdirSync\('(?:src|web)\/features/
/** The tests that walk all features, and with them this one, and those of the shell, which is drawn from contracts. */
const walks = () => [
  ...['src/kernel', 'test']
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(at => join(folder, at)),
    )
    .filter(file => /\.test\.tsx?$/.test(file) && !file.startsWith('test/e2e/'))
    .filter(file => readsAll.test(readFileSync(join(root, file), 'utf8'))),
  'web/app',
]

/** Runs tests in the copy. @returns the titles of those that passed; a failed one ends it */
function passed(...args: string[]): string[] {
  const report = join(copy, 'report.json')
  run(
    'npx',
    'vitest',
    'run',
    ...args,
    '--maxWorkers=2',
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

test('the feature of the guide works, is typed, breaks no rule and has its page', { timeout: 900_000 }, () => {
  run('npm', 'run', 'migration', '--', '--name', 'kudos')
  run('npm', 'run', 'types')
  const own = blocks().flatMap(({ content }) => Array.from(content.matchAll(/^test\('(.*?)'/gm), ([, title]) => title))
  const ran = [
    ...passed('--project', 'unit and wire', 'src/features/kudos', ...walks()),
    // What is of this feature alone: its own test, and its page dark and light.
    ...passed('--project', 'browser', 'test/e2e/kudos.test.ts', 'test/e2e/pages.test.ts', '-t', 'heart|/kudos'),
  ]
  expect(own.length).toBeGreaterThan(2)
  expect(ran).toEqual(expect.arrayContaining(own))
  expect(ran.filter(title => title === '/manage/:id/kudos')).toHaveLength(2)
})
