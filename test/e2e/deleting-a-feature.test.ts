// @module-tag long

import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { testFilesOfGuide, writeGuidesFeature } from './guides-feature.ts'

/**
 * Adds a feature to a copy of the project and removes others, as docs/adding-a-feature.md says. What remains must
 * type-check.
 */
const root = resolve(import.meta.dirname, '../..')
let copy: string

/** Copies a folder of the server and of the pages, without their tests. */
function copyFolders(below: string): void {
  for (const side of ['src', 'web'])
    cpSync(join(root, side, below), join(copy, side, below), {
      recursive: true,
      filter: path => !/\.test\.tsx?$/.test(path),
    })
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'palisade-without-'))
  copyFolders('.')
  for (const file of ['package.json', 'from-contracts.ts', 'docs/bench.json', 'docs/nukebench.json'])
    cpSync(join(root, file), join(copy, file))
  // The tests of the guide's feature are type-checked, too, and so is everything that they import.
  for (const folder of ['sandbox', 'test']) cpSync(join(root, folder), join(copy, folder), { recursive: true })
  const options = { extends: './tsconfig.project.json', include: ['src', 'web'], files: testFilesOfGuide() }
  cpSync(join(root, 'tsconfig.json'), join(copy, 'tsconfig.project.json'))
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(options))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  writeGuidesFeature(copy)
})
afterEach(() => {
  copyFolders('features')
  writeGuidesFeature(copy)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const removable = features.map(({ contract }) => contract).filter(({ core }) => !core)
const usersOf = (name: string) => removable.filter(({ uses }) => uses?.includes(name)).map(user => user.name)

/** A feature with all features that use it or that it uses, directly or indirectly. */
function groupOf(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const used = removable.find(feature => feature.name === name)?.uses ?? []
  for (const other of [...usersOf(name), ...used]) groupOf(other, found)
  return found
}
const groups = new Map(removable.map(({ name }) => [[...groupOf(name)].toSorted().join(), groupOf(name)]))
const half = (which: number) => [...groups.values()].flatMap((group, place) => (place % 2 === which ? [...group] : []))

/**
 * Type-checking is slow, so a few runs have to do: each feature is absent while the whole other half is present. That
 * no feature needs another one without declaring it is checked per feature in test/imports.test.ts.
 */
const runs: [string, string[]][] = [
  ['one half', half(0)],
  ['the other half', half(1)],
  ['those that use another', removable.flatMap(({ name, uses = [] }) => (uses.length > 0 ? name : []))],
]

function remove(name: string): void {
  for (const side of ['src', 'web']) rmSync(join(copy, side, 'features', name), { recursive: true, force: true })
  const manifest = join(copy, 'src/features/index.ts')
  const before = readFileSync(manifest, 'utf8')
  const lines = new RegExp(`^import ${name} from .*\\n|^  ${name},\\n`, 'gm')
  expect(before.match(lines)).toHaveLength(2)
  writeFileSync(manifest, before.replace(lines, ''))
}

/** The compiler's results with everything present. */
const whole = 'whole.tsbuildinfo'
/** A copy of them to start each run from. Otherwise each run would check what the previous one had left out. */
const own = 'own.tsbuildinfo'

/**
 * Settings of the compiler's garbage collector, which takes a third of its time and frees a seventh of its memory: it
 * only runs when the compiler would need more than 4 GiB.
 */
const memory = { GOGC: 'off', GOMEMLIMIT: '4GiB' }

/** @returns the compiler's errors */
const complaints = (kept: string): Promise<string> =>
  new Promise(done => {
    const incremental = ['--incremental', '--tsBuildInfoFile', kept]
    execFile(
      'npm',
      ['run', '--silent', 'types', '--', ...incremental],
      { cwd: copy, env: { ...process.env, ...memory } },
      (error, stdout, stderr) => done(error ? `${stdout}${stderr}` || error.message : ''),
    )
  })

test('only the features that dashboard and site are built with cannot be deleted', () => {
  const stay = features.filter(({ contract }) => !removable.includes(contract))
  expect(stay.map(({ contract }) => contract.name)).toEqual(['general', 'premium'])
  const gone = new Set(runs.flatMap(([, names]) => names))
  expect(gone).toEqual(new Set(removable.map(({ name }) => name)))
  for (const [, names] of runs) for (const name of names) expect(names).toEqual(expect.arrayContaining(usersOf(name)))
})

test('with the feature of the guide, everything type-checks', { timeout: 600_000 }, async () => {
  expect(await complaints(whole)).toBe('')
})

test.each(runs)('without %s of the features, the rest type-checks', { timeout: 600_000 }, async (_which, names) => {
  cpSync(join(copy, whole), join(copy, own))
  for (const gone of names) remove(gone)
  expect(await complaints(own)).toBe('')
})
