// @module-tag long
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { evasions } from '#test/corpus/evasions.ts'
import { heldOutEvasions, heldOutInnocents } from '#test/corpus/held-out.ts'
import { innocentLines } from '#test/corpus/innocents.ts'
import { strangersEvasions } from '#test/corpus/strangers-evasions.ts'
import { strangersInnocents } from '#test/corpus/strangers-innocents.ts'
import { usualWords } from '#test/corpus/usual-words.ts'
import type { Word } from './contract.ts'
import { finderOf } from './aho-corasick.ts'
import { repeatedLetters, repeatableWords } from './repeated-letters.ts'
import { invitesIn } from './invites.ts'
import { alike, mergeLookalikes, needlesOf } from './needles.ts'
import { read } from './normalise.ts'
import * as disguises from './possible-disguises.ts'
import { finished } from './steps.ts'
import { joinedPieces, spelledWords } from './spelled-out.ts'
import { upsideDown } from './upside-down.ts'
import { wordEngine } from './words.ts'
import { runs } from '#test/sampling.ts'

/** Words short and long, with digits and symbols, of other scripts, open at one end, and phrases. */
const others: Word[] = ['ab', 'l1l', 'a$$', 'badword', 'kill yourself', 'сор', 'ばか', 'aa', 'oo7', 'été'].map(
  pattern => ({ pattern, kind: 'word' }),
)
const lists: Record<string, readonly Word[]> = {
  usual: usualWords,
  others: [...others, { pattern: '*lol*', kind: 'wildcard' }, { pattern: 'bad*', kind: 'wildcard' }],
}
const every = Object.values(lists).flat()

const corpus = [
  ...innocentLines(7),
  ...heldOutInnocents,
  ...strangersInnocents,
  ...evasions(7).map(({ text }) => text),
  ...heldOutEvasions,
  ...strangersEvasions,
]

/** Random characters, listed words and pieces of the corpus, with the gaps between letters of hidden words. */
const mixture = fc
  .array(
    fc.oneof(
      fc.constantFrom(...corpus),
      fc
        .constantFrom(...every.map(({ pattern }) => pattern))
        .chain(word =>
          fc.constantFrom(
            word,
            word.toUpperCase(),
            word.replace(/(\p{L})/gu, '$1$1'),
            word.replace(/(?!^)/gu, ' '),
            word.replace(/(?!^)/gu, '.-'),
            `${word.slice(0, 2)}-${word.slice(2)}`,
            `${word.slice(0, 1)}||${word.slice(1)}`,
            word.slice(0, 2),
          ),
        ),
      fc.string({ unit: fc.constantFrom(...' _-.,\'’"!|*~`@$#/:%\t\n013aAlL'), maxLength: 4 }),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.constantFrom('discord.gg/', 'dis**cord', '%2Egg/', '.gg/', 'https://discord.gg/x/../', 'abcdef', '||', '` '),
    ),
    { maxLength: 6 },
  )
  .map(parts => parts.join(''))

const tried = { numRuns: runs(1000) }

describe('the fast path gives the same result as the full path', () => {
  const engines = () => Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, wordEngine(list)]))
  const quick = engines()
  let thorough: typeof quick
  /** How many engines were made to look for everything. */
  let withoutIt = 0

  beforeAll(() => {
    const all = { repeatedLetters: true, spelledOut: true, inPieces: true }
    const skipped = vi.spyOn(disguises, 'possibleDisguises').mockReturnValue(() => all)
    thorough = engines()
    withoutIt = skipped.mock.calls.length
    skipped.mockRestore()
  })

  const judgedBy = (judges: typeof quick, text: string) =>
    Object.values(judges).map(engine => engine.find(read(text), 5))

  test('for the corpus', () => {
    expect(withoutIt).toBe(Object.keys(lists).length)
    for (const text of corpus) expect(judgedBy(quick, text)).toEqual(judgedBy(thorough, text))
  })

  test('for mixtures', () => {
    fc.assert(
      fc.property(mixture, text => {
        expect(judgedBy(quick, text)).toEqual(judgedBy(thorough, text))
      }),
      tried,
    )
  })
})

describe('a search that is skipped would have found nothing', () => {
  const whole = every
    .filter(({ kind }) => kind === 'word')
    .flatMap(needlesOf)
    .filter(({ bound }) => bound.start !== 'none' && bound.end !== 'none')
  const bySqueezed = finished(repeatableWords(whole))
  const possibleIn = disguises.possibleDisguises([...bySqueezed.keys()])

  function lostIn(text: string) {
    const { source, folded } = read(text)
    const possible = possibleIn(folded.text)
    return [
      ...(possible?.repeatedLetters ? [] : repeatedLetters(folded, bySqueezed)),
      ...(possible?.spelledOut ? [] : spelledWords(folded, source)),
      ...(possible?.inPieces ? [] : joinedPieces(folded)),
      ...(folded.origin ? [] : upsideDown(source)),
    ]
  }

  test('in the corpus', () => {
    expect(corpus.flatMap(lostIn)).toEqual([])
  })

  test('in mixtures', () => {
    fc.assert(
      fc.property(mixture, text => {
        expect(lostIn(text)).toEqual([])
      }),
      tried,
    )
  })
})

test('look-alikes are found as if they were the original characters', () => {
  const needles = every.flatMap(needlesOf).map(({ text }) => text)
  const [alone, together] = [finderOf(needles), finderOf(needles, alike)]
  const foundBy = (finder: typeof alone, text: string) => {
    const found: string[] = []
    finder.search(text, (needle, end) => found.push(`${needle}@${end}`))
    expect(finder.occursIn(text)).toBe(found.length > 0)
    return found
  }
  const expectTheSame = (text: string) => {
    const { folded } = read(text)
    expect(foundBy(together, folded.text)).toEqual(foundBy(alone, mergeLookalikes(folded.text)))
  }
  corpus.forEach(expectTheSame)
  fc.assert(fc.property(mixture, expectTheSame), tried)
})

test('an invite is found whether or not the text contains anything that browsers or formatting change', () => {
  const codes = (text: string) => invitesIn(text, read(text)).map(({ code }) => code)
  const expectTheSame = (text: string) => {
    expect(codes(text)).toEqual(codes(`${text} ~`))
  }
  corpus.forEach(expectTheSame)
  fc.assert(fc.property(mixture, expectTheSame), tried)
})
