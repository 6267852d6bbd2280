import { expect, test } from 'vitest'
import type { Word } from './contract.ts'
import { engineFor } from './word-engine-cache.ts'

const listOf = (...patterns: string[]): Word[] => patterns.map(pattern => ({ pattern, kind: 'word' }))

test('servers with the same list share an engine, others do not', () => {
  expect(engineFor(listOf('one', 'two'))).toBe(engineFor(listOf('one', 'two')))
  expect(engineFor(listOf('one', 'two'))).not.toBe(engineFor(listOf('one')))
  expect(engineFor([{ pattern: 'one', kind: 'wildcard' }])).not.toBe(engineFor(listOf('one')))
})
