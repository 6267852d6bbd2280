// @module-tag long

import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { testFilesOfGuide, writeGuidesFeature } from './guides-feature.ts'

/**
 * Adds a feature and takes others away, as docs/adding-a-feature.md says, in a copy of the project: what is then there
 * must type-check.
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
  // The tests of the guide's feature are typed, too, and with them what all tests stand on.
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

/** A feature with all that use it or are used by it, however indirectly. */
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
 * Checking types takes long, so a few runs are enough: each feature is away while all of the other half are
 * there. That no feature needs another without declaring it is checked feature by feature in test/imports.test.ts.
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

/** What was found sound with everything there. */
const whole = 'whole.tsbuildinfo'
/** The same, to start a run from: without it, it would check all that the run before had not. */
const own = 'own.tsbuildinfo'

/** @returns what the types complain of */
const complaints = (kept: string): Promise<string> =>
  new Promise(done => {
    const incremental = ['--incremental', '--tsBuildInfoFile', kept]
    execFile('npm', ['run', '--silent', 'types', '--', ...incremental], { cwd: copy }, (error, stdout, stderr) =>
      done(error ? `${stdout}${stderr}` || error.message : ''),
    )
  })

test('only features that the dashboard and the site are built with stay', () => {
  const stay = features.filter(({ contract }) => !removable.includes(contract))
  expect(stay.map(({ contract }) => contract.name)).toEqual(['general', 'premium'])
  const gone = new Set(runs.flatMap(([, names]) => names))
  expect(gone).toEqual(new Set(removable.map(({ name }) => name)))
  for (const [, names] of runs) for (const name of names) expect(names).toEqual(expect.arrayContaining(usersOf(name)))
})

test('with the feature of the guide, all are sound', { timeout: 600_000 }, async () => {
  expect(await complaints(whole)).toBe('')
})

test.each(runs)('without %s of the features, the rest is sound', { timeout: 600_000 }, async (_which, names) => {
  cpSync(join(copy, whole), join(copy, own))
  for (const gone of names) remove(gone)
  expect(await complaints(own)).toBe('')
})
