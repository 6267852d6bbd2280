import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { Word } from '#features/automod/text/contract.ts'
import { wordEngine } from '#features/automod/text/words.ts'

/**
 * The cache of engines is limited in bytes, so an engine must use about as much memory as it claims. This runs in a
 * process of its own, because otherwise garbage from other tests would be freed during the measurement.
 */

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function held(): number {
  collect()
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const letters = 'abcdefghjkmnpqrstuvwxyz'
const letter = (at: number): string => letters[at % letters.length] ?? ''
const sign = (at: number): string => String.fromCodePoint(0x4e00 + (at % 20_000))
const two = (at: number): string => letter(Math.floor(at / letters.length)) + letter(at)
const listOf = (kind: Word['kind'], patternOf: (at: number) => string, length = 200): Word[] =>
  Array.from({ length }, (_, at) => ({ pattern: patternOf(at), kind }))

/** Lists of the largest size allowed. Different seeds give different lists. */
const lists: Record<string, (seed: number) => Word[]> = {
  'ends of one another': seed => [
    ...listOf('wildcard', at => `*${letter(seed).repeat(at + 1)}*`, 100),
    ...listOf('wildcard', at => `*${two(at)}zq ${letter(seed).repeat(252)}*`, 100),
  ],
  'long words': seed => listOf('word', at => `${two(at)}${(letter(at) + letter(at + seed + 1)).repeat(125)}`),
  phrases: seed => listOf('word', at => `${two(at)}${letter(seed)} `.repeat(60).trim()),
  'one letter over and over': seed => listOf('word', at => letter(seed).repeat(at + 50)),
  'signs that are all different': seed =>
    listOf(
      'wildcard',
      at => `*${Array.from({ length: 250 }, (_, place) => sign(seed * 7 + at * 250 + place)).join('')}*`,
    ),
  'letters of two bytes': seed =>
    listOf('word', at =>
      Array.from({ length: 250 }, (_, place) => 'абвгдежзиклмнопрстуфхцчш'[(at * place + seed) % 24]).join(''),
    ),
  'patterns with counts': seed => listOf('regex', at => `${two(at)}${letter(seed)}[a-z]{1,900}x{2,900}`, 30),
  patterns: seed => listOf('regex', at => `${two(at)}${letter(seed)}[a-z]{1,60}${two(at + seed)}x{2,40}`, 100),
}

/** Mostly used by the compiled patterns with counts. */
const mostMegabytes = 100

test.each(Object.entries(lists))('an engine holds as much memory as it counts: %s', (_, listFor) => {
  wordEngine(listFor(90))
  const before = held()
  const engines = [1, 2, 3].map(seed => {
    const engine = wordEngine(listFor(seed))
    while (engine.patterns?.prepare() === false);
    return engine
  })
  const real = (held() - before) / engines.length
  const counted = engines.reduce((sum, { bytes }) => sum + bytes, 0) / engines.length
  const megabytes = (bytes: number) => bytes / 1_000_000
  expect(megabytes(counted)).toBeGreaterThan(megabytes(real) * 0.75 - 0.5)
  expect(megabytes(counted)).toBeLessThan(megabytes(real) * 4 + 1)
  expect(megabytes(real)).toBeLessThan(mostMegabytes)
})
