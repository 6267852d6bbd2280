// @module-tag long
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Word } from './contract.ts'
import { read } from './normalise.ts'
import * as realMatch from './real-match.ts'
import * as bounds from './word-bounds.ts'
import { wordEngine } from './words.ts'

/** The letters examined to decide whether a word is meant, and the places examined for word boundaries. */
let examined = 0
let bounded = 0

beforeAll(() => {
  const { isRealMatch } = realMatch
  vi.spyOn(realMatch, 'isRealMatch').mockImplementation((needle, wanted, ...rest) => {
    examined += wanted.length
    return isRealMatch(needle, wanted, ...rest)
  })
  const { wordBounds } = bounds
  vi.spyOn(bounds, 'wordBounds').mockImplementation(source => {
    const actual = wordBounds(source)
    const isBounded: typeof actual.isBounded = (...given) => {
      bounded += 1
      return actual.isBounded(...given)
    }
    return { ...actual, isBounded }
  })
})
afterAll(() => vi.restoreAllMocks())

const most = 5
const listOf = (kind: 'word' | 'wildcard', patternOf: (length: number) => string, from = 1): Word[] =>
  Array.from({ length: 200 }, (_, index) => ({ pattern: patternOf(from + index), kind }))

const lists = {
  'words of one letter': listOf('word', length => 'a'.repeat(length)),
  'longer words of one letter': listOf('word', length => 'a'.repeat(length), 60),
  'parts of words': listOf('wildcard', length => `*${'a'.repeat(length)}*`, 50),
  'beginnings of words': listOf('wildcard', length => `${'a'.repeat(length)}*`, 2),
  'phrases of one letter': listOf('word', length => Array.from({ length: Math.min(length, 130) }, () => 'a').join(' ')),
  'words of two letters': listOf('word', length => `${'a'.repeat(length)}${'b'.repeat(50)}`),
}
const texts = [
  'a'.repeat(4000),
  `${'a'.repeat(61)} `.repeat(64),
  `${'a'.repeat(300)} `.repeat(13),
  'aa '.repeat(1300),
  'a '.repeat(2000),
  'a-'.repeat(2000),
  `http://${'4-'.repeat(1990)}`,
  `http://${'4'.repeat(100)}${'a'.repeat(3000)}`,
  `https://x.org/${`${'4'.repeat(3)}${'a'.repeat(260)}/`.repeat(15)}`,
  `${'a'.repeat(100)}${'b'.repeat(100)} `.repeat(20),
  `${'а'.repeat(70)} `.repeat(50),
  // Symbols for letters, which end a word wherever they are.
  '@'.repeat(4000),
  '@ '.repeat(2000),
  `\`${'@'.repeat(3999)}`,
  '4'.repeat(4000),
  '4 '.repeat(2000),
  'а'.repeat(4000),
  '||@||'.repeat(800),
  '\u{1F1E6}'.repeat(2000),
]

test.each(Object.entries(lists))('a repetitive list costs work proportional to the text: %s', (_, words) => {
  const engine = wordEngine(words)
  let counted = 0
  for (const text of texts) {
    examined = 0
    bounded = 0
    expect(engine.find(read(text), most).length).toBeLessThanOrEqual(most)
    expect(examined, `${text.slice(0, 30)}…`).toBeLessThan(20_000)
    expect(bounded, `${text.slice(0, 30)}…`).toBeLessThan(10_000)
    counted += examined + bounded
  }
  expect(counted).toBeGreaterThan(0)
})

test('words among such letters are still found', () => {
  const words: Word[] = [
    ...listOf('word', length => 'a'.repeat(length), 60).slice(1),
    { pattern: 'forbidden', kind: 'word' },
  ]
  const found = (text: string) => wordEngine(words).find(read(text), most)
  expect(found(`${'a'.repeat(1990)} forbidden`).map(({ pattern }) => pattern)).toContain('forbidden')
  expect(found(`${'@'.repeat(1990)} forbidden`).map(({ pattern }) => pattern)).toContain('forbidden')
  expect(found(`http://${'4-'.repeat(900)} f0rbidden`).map(({ pattern }) => pattern)).toContain('forbidden')
  expect(found('a'.repeat(70)).map(({ start, end }) => [start, end])).toContainEqual([0, 70])
})

test('the work for a text of flags is proportional to its length', () => {
  const asked = vi.spyOn(Intl.DisplayNames.prototype, 'of')
  onTestFinished(() => asked.mockRestore())
  const halves = { c: '\u{1F1E8}', b: '\u{1F1E7}' }
  wordEngine([{ pattern: 'cb', kind: 'word' }]).find(read(`${halves.c.repeat(1001)}${halves.b}`), most)
  expect(asked.mock.calls.length).toBeGreaterThan(0)
  expect(asked.mock.calls.length).toBeLessThanOrEqual(1000)
})
