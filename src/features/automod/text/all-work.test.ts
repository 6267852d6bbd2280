// @module-tag long
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { someOf } from '#test/sampling.ts'
import type { Word } from './contract.ts'

/** How often each block of this folder's code runs for each text. */
async function workOf(words: readonly Word[], texts: readonly string[]): Promise<number[]> {
  const thread = new Worker(new URL('../../../../test/count-work.ts', import.meta.url), {
    workerData: { words, texts },
  })
  const [counts] = (await once(thread, 'message')) as [number[]]
  await thread.terminate()
  return counts
}

const word = (pattern: string): Word => ({ pattern, kind: pattern.includes('*') ? 'wildcard' : 'word' })
const upTo = (most: number, patternOf: (length: number) => string): Word[] =>
  Array.from({ length: most }, (_, at) => word(patternOf(at + 1)))
const lists: Record<string, Word[]> = {
  'a usual list': '*ass*,*sex*,fuck,*nig*,bitch,*cum*,*fag*,cock,free nitro,死,ばか,anal,a,b,aa,sss'
    .split(',')
    .map(word),
  'words within words': [...upTo(100, length => `*${'ab'.repeat(length)}*`), ...upTo(99, length => 'a'.repeat(length))],
  'parts of words': upTo(200, length => `*${'a'.repeat(length)}*`),
  phrases: upTo(
    200,
    length =>
      `*${'aaaa '
        .repeat(52)
        .slice(0, 8 + length)
        .trim()}*`,
  ),
  'single letters': [...'abcdefghijklmnopqrstuvwxyz'].flatMap(sign => [sign, `*${sign}*`, sign.repeat(3)].map(word)),
  'script without spaces': [...'死馬鹿人中国日本語的了是不'].flatMap(sign =>
    [sign, sign + sign, sign.repeat(3)].map(word),
  ),
}

const indicators = (letters: string) =>
  [...letters].map(letter => String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 97)).join('')
/** What a text may repeat: letters of many scripts and styles, marks, symbols for letters, Markdown, mentions. */
const atoms = [
  ...'a A 4 $ $a `a `1 _ __a **a *a* ||a|| ~~ [a]( [a](http://x.y) ://a a. a- a/ 1 a1 ass 4ss a$$ $as$ 死 了 ば'.split(
    ' ',
  ),
  ...'𝒶 ⓐ 🅰 🇦 a\u0301 a\u0336 a\u200b \u200b а ɐ ɐss ﷺ # - <@1> <:a:1> <t:1> \\a ab baab a_a_ İ ß Å A. -a /a'.split(
    ' ',
  ),
  ..."a'a a’ @a a@ 😀 a😀 ก ก\u0e34 \ufdfa a!b ! | a|a 2 6ab áaaa- aaaa-".split(' '),
  'http://a ',
  'a ',
  '死 ',
  '🇦 ',
  '# a\n',
  '> a\n',
  '- a\n',
  '- ',
  '\n',
  '\n\n',
  'a\n',
  'aaa ',
  'goood ',
  'fuuuck ',
  'A. ',
  'á ',
  ...['a', 'as', 'asse', 'cb', 'az'].flatMap(letters => [indicators(letters), `${indicators(letters)} `]),
]
const length = 2000
const beginnings = ['', 'http://', '`']
/** An ordinary text takes about 30 per unit; an adversarial one at most 225. */
const mostForUnit = 400

const repeated = beginnings.flatMap(beginning =>
  atoms.map(atom => beginning + atom.repeat(Math.floor((length - beginning.length) / atom.length))),
)
const cases = Object.entries(lists).map(([name, words], turn) => [name, words, someOf(repeated, turn)] as const)

test.each(cases)('the work for a text is proportional to its length: %s', async (_, words, texts) => {
  const counts = (await workOf(words, texts)).map(count => count / length)
  const slow = texts.flatMap((text, at) => {
    const count = counts[at] ?? Infinity
    return count > mostForUnit ? [`${text.slice(0, 12)}…: ${Math.round(count)} for each unit`] : []
  })
  expect(slow).toEqual([])
  expect(counts.filter(count => count > 3).length, 'the work is counted').toBeGreaterThan(texts.length / 2)
})
