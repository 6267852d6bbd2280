import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { features } from '#features/index.ts'

/** Takes features away as docs/adding-a-feature.md says, in a copy of the project: what is left must type-check. */
const root = resolve(import.meta.dirname, '../..')
let copy: string
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'palisade-without-'))
  for (const folder of ['src', 'web'])
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: path => !/\.test\.tsx?$/.test(path),
    })
  for (const file of ['package.json', 'docs/bench.json']) cpSync(join(root, file), join(copy, file))
  const options = { extends: './tsconfig.project.json', include: ['src', 'web'] }
  cpSync(join(root, 'tsconfig.json'), join(copy, 'tsconfig.project.json'))
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(options))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

const contracts = features.map(({ contract }) => contract)
const names = contracts.filter(({ core }) => !core).map(({ name }) => name)

/** A feature with all that cannot be without it. */
function withUsers(name: string): Set<string> {
  const users = contracts.filter(({ uses }) => uses?.includes(name))
  return new Set([name, ...users.flatMap(user => [...withUsers(user.name)])])
}

function remove(name: string): void {
  for (const side of ['src', 'web']) rmSync(join(copy, side, 'features', name), { recursive: true, force: true })
  const manifest = join(copy, 'src/features/index.ts')
  const before = readFileSync(manifest, 'utf8')
  const lines = new RegExp(`^import ${name} from .*\\n|^  ${name},\\n`, 'gm')
  expect(before.match(lines)).toHaveLength(2)
  writeFileSync(manifest, before.replace(lines, ''))
}

/** @returns what the types complain of */
const complaints = (): Promise<string> =>
  new Promise(done => {
    execFile('npm', ['run', '--silent', 'types'], { cwd: copy }, (error, stdout, stderr) =>
      done(error ? `${stdout}${stderr}` || error.message : ''),
    )
  })

test('only features that the dashboard and the site are built with stay', () => {
  expect(contracts.filter(({ core }) => core).map(({ name }) => name)).toEqual(['general'])
})

test.each(names)('without %s, and what uses it, the rest is sound', { timeout: 600_000 }, async name => {
  for (const gone of withUsers(name)) remove(gone)
  expect(await complaints()).toBe('')
})
