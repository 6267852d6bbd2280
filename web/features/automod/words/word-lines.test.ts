import { assert, constantFrom, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf, parseWord, writeWord } from './word-lines.ts'

test('the notation of a line determines its kind', () => {
  expect(
    ['scam', ' free nitro ', 'coin*', '*coin', 'co*in', '/fr[e3]+/', '"/not a pattern/"', '"*star*"', '/'].map(
      parseWord,
    ),
  ).toEqual([
    { pattern: 'scam', kind: 'word' },
    { pattern: 'free nitro', kind: 'word' },
    { pattern: 'coin*', kind: 'wildcard' },
    { pattern: '*coin', kind: 'wildcard' },
    { pattern: 'co*in', kind: 'wildcard' },
    { pattern: 'fr[e3]+', kind: 'regex' },
    { pattern: '/not a pattern/', kind: 'word' },
    { pattern: '*star*', kind: 'word' },
    { pattern: '/', kind: 'word' },
  ])
})

test('stored lines are written so that they parse to the same value', () => {
  const text = string({ minLength: 1, maxLength: 8, unit: constantFrom('a', '/', '*', '"', ' ', 'é') })
  const stored = record({
    pattern: text.map(one => one.trim()).filter(Boolean),
    kind: constantFrom('word' as const, 'regex' as const),
  })
  assert(
    property(stored, word => {
      expect(parseWord(writeWord(word))).toEqual(word)
    }),
    { numRuns: 200 },
  )
  const wild = { pattern: '*coin*', kind: 'wildcard' } as const
  expect(parseWord(writeWord(wild))).toEqual(wild)
})

test('a pasted list may have blank lines and any line endings', () => {
  expect(linesOf('one\r\n\r\n two \rthree\n')).toEqual(['one', 'two', 'three'])
})
