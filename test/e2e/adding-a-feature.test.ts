import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Does what docs/adding-a-feature.md says, in a copy of the project. */
const root = resolve(import.meta.dirname, '../..')
let copy: string

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
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`)
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'palisade-feature-'))
  for (const name of ['src', 'web', 'sandbox', 'test', 'migrations', 'docs'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  for (const name of ['package.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts'])
    cpSync(join(root, name), join(copy, name))
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

test('the feature of the guide works, is typed, keeps the import rules and has its page', { timeout: 600_000 }, () => {
  run('npm', 'run', 'migration', '--', '--name', 'kudos')
  run('npx', 'vite', 'build', '--logLevel', 'error')
  run('npm', 'run', 'types')
  const report = join(copy, 'report.json')
  const suites = ['src/features/kudos', 'test/imports.test.ts', 'test/e2e/kudos.test.ts']
  run('npx', 'vitest', 'run', ...suites, '--reporter=json', `--outputFile=${report}`)
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>
  expect({ numPassedTests, numFailedTests }).toEqual({ numPassedTests: 7, numFailedTests: 0 })
})
