import { setImmediate } from 'node:timers'
import { expect, test } from 'vitest'
import type { Word } from './contract.ts'
import { read } from './normalise.ts'
import { engineFor } from './word-engine-cache.ts'

const listOf = (...patterns: string[]): Word[] => patterns.map(pattern => ({ pattern, kind: 'word' }))

test('servers with the same list share an engine, others do not', () => {
  expect(engineFor(listOf('one', 'two'))).toBe(engineFor(listOf('one', 'two')))
  expect(engineFor(listOf('one', 'two'))).not.toBe(engineFor(listOf('one')))
  expect(engineFor([{ pattern: 'one', kind: 'wildcard' }])).not.toBe(engineFor(listOf('one')))
})

/** All different, with words of four letters, as long as a listed phrase may be. */
const phrase = (number: number): string =>
  Array.from({ length: 52 }, (_, at) =>
    (number * 52 + at + 26 ** 3).toString(26).replace(/\d/g, digit => 'qrstuvwxyz'[Number(digit)] ?? ''),
  )
    .map(word => word.padStart(4, 'z'))
    .join(' ')

test('a large list is prepared between other work, and a smaller one does not wait for it', async () => {
  const phrases = Array.from({ length: 200 }, (_, number) => phrase(number))
  const large = engineFor(listOf(...phrases, 'forbidden'))
  expect(engineFor(listOf(...phrases, 'forbidden'))).toBe(large)
  const smaller = engineFor(listOf(...phrases.slice(0, 5)))
  let turns = 0
  let made = false
  const turn = () => {
    turns++
    if (!made) setImmediate(turn)
  }
  setImmediate(turn)
  const order: string[] = []
  await Promise.all([
    Promise.resolve(large).then(() => order.push('large')),
    Promise.resolve(smaller).then(() => order.push('smaller')),
  ])
  made = true
  expect(order).toEqual(['smaller', 'large'])
  // Five spellings of each of 200 phrases of 259 letters, entered and then linked.
  expect(turns).toBeGreaterThan(200)
  const engine = await large
  expect(engineFor(listOf(...phrases, 'forbidden'))).toBe(engine)
  for (const text of ['f0rbidden', phrases[150] ?? '', (phrases[7] ?? '').replaceAll(' ', '-')])
    expect(engine.find(read(text), 5)).toEqual([expect.objectContaining({ start: 0, end: text.length })])
})
