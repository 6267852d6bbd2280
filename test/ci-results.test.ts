// @module-tag long
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ci-results-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const root = join(import.meta.dirname, '..')

type State = 'passed' | 'failed' | 'pending' | 'skipped'

/**
 * Writes a vitest report about files and their tests to a file. @returns its path
 * @param unhandled errors that belong to no test
 */
function reported(name: string, files: Record<string, Record<string, State>>, unhandled = 0): string {
  const testResults = Object.entries(files).map(([file, tests]) => ({
    name: join(root, file),
    status: Object.keys(tests).length === 0 || Object.values(tests).includes('failed') ? 'failed' : 'passed',
    assertionResults: Object.entries(tests).map(([fullName, status]) => ({
      fullName,
      status,
      failureMessages: status === 'failed' ? [`${fullName} went wrong`] : [],
    })),
  }))
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const count = (status: string) => all.filter(one => one.status === status).length
  const path = join(folder, name)
  writeFileSync(`${path}.end`, JSON.stringify({ unhandled }))
  writeFileSync(
    path,
    JSON.stringify({
      numPassedTests: count('passed'),
      numFailedTests: count('failed'),
      success: testResults.every(({ status }) => status === 'passed'),
      testResults,
    }),
  )
  return path
}

function run(...args: string[]) {
  const { stdout, status } = spawnSync(process.execPath, ['.ci/results.mjs', ...args], { cwd: root, encoding: 'utf8' })
  return { lines: stdout.trim().split('\n'), status }
}

test('only files of browser tests are tried again, and none if something else failed, too', () => {
  const browser = { 'test/e2e/a.test.ts': { one: 'failed', two: 'passed' }, 'test/e2e/b.test.ts': {} } as const
  expect(run('again', reported('first', browser)).lines).toEqual(['test/e2e/a.test.ts', 'test/e2e/b.test.ts'])
  const both = { ...browser, 'src/c.test.ts': { three: 'failed' } } as const
  expect(run('again', reported('both', both)).lines).toEqual([''])
  expect(run('again', join(folder, 'none')).lines).toEqual([''])
})

test('nothing is tried again if an error belongs to no test, or a test was never run', () => {
  const browser = { 'test/e2e/a.test.ts': { one: 'failed', two: 'pending' } } as const
  expect(run('again', reported('first', browser)).lines).toEqual(['test/e2e/a.test.ts'])
  expect(run('again', reported('unhandled', browser, 1)).lines).toEqual([''])
  const died = { ...browser, 'src/c.test.ts': { three: 'pending' } } as const
  expect(run('again', reported('died', died)).lines).toEqual([''])
})

test('a test run records errors that belong to no test', () => {
  writeFileSync(join(folder, 'stray.test.js'), "it('passes', () => void Promise.reject(new Error('stray')))")
  const file = join(folder, 'report')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=json', `--reporter=${join(root, '.ci/run-end.mjs')}`, `--outputFile.json=${file}`]
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--root', folder, '--globals', ...reporters])
  expect([status, JSON.parse(readFileSync(`${file}.end`, 'utf8'))]).toEqual([1, { unhandled: 1 }])
})

test('tests that passed at the second try are named, and the last line counts them as passed', () => {
  const first = reported('first', {
    'test/e2e/a.test.ts': { one: 'failed', two: 'passed' },
    'src/c.test.ts': { three: 'passed' },
  })
  const second = reported('second', { 'test/e2e/a.test.ts': { one: 'passed', two: 'passed' } })
  expect(run('tell', '0', first, second)).toEqual({
    lines: [
      'Passed only when its file was run again: test/e2e/a.test.ts > one',
      'one went wrong',
      '3 passed, 0 failed',
    ],
    status: 0,
  })
})

test('a second failure, for any reason or without a report, is a failure', () => {
  const first = reported('first', { 'test/e2e/a.test.ts': { one: 'failed', two: 'passed' } })
  const skipped = reported('skipped', { 'test/e2e/a.test.ts': { one: 'skipped', two: 'passed' } })
  expect(run('tell', '0', first, skipped)).toEqual({ lines: ['1 passed, 1 failed'], status: 1 })
  const again = reported('again', { 'test/e2e/a.test.ts': { one: 'failed', two: 'failed' } })
  expect(run('tell', '1', first, again)).toEqual({ lines: ['1 passed, 2 failed'], status: 1 })
  expect(run('tell', '1', first, join(folder, 'none'))).toEqual({ lines: ['1 passed, 1 failed'], status: 1 })
  const passed = reported('passed', { 'src/c.test.ts': { three: 'passed' } })
  expect(run('tell', '1', passed, join(folder, 'none'))).toEqual({ lines: ['1 passed, 1 failed'], status: 1 })
  expect(run('tell', '0', passed, join(folder, 'none'))).toEqual({ lines: ['1 passed, 0 failed'], status: 0 })
  expect(run('tell', '1', join(folder, 'none'), join(folder, 'none'))).toEqual({
    lines: ['0 passed, 1 failed'],
    status: 1,
  })
})
