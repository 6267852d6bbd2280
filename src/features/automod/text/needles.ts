import type { Word } from './contract.ts'
import { type WordBound, boundsOf } from './word-bounds.ts'
import { clusterAt, disguised, lettersIn, read } from './normalise.ts'

/** A listed word as it is looked for. */
export interface Needle {
  word: Word
  /** Folded, and merged: see `merged`. */
  text: string
  /** Folded only. */
  plain: string
  /** By unit of `text`: the letter that was listed, small. */
  letters: readonly string[]
  /** How it must begin and end. */
  bound: { start: WordBound; end: WordBound }
  /** Listed with digits or signs for letters, so that it says nothing about what they stand for. */
  numeric: boolean
}

/** Signs that stand for a letter only inside a word, for which a folded text is too coarse: unit for unit, one class each. */
export const alike: Readonly<Record<string, string>> = {
  l: 'i',
  '!': 'i',
  '|': 'i',
  '2': 'z',
  '6': 'g',
  '9': 'g',
  '8': 'b',
  '+': 't',
  '€': 'e',
  '¢': 'c',
}
/** A folded text with signs that may be the same letter made one; as long as before. */
export const merged = (text: string): string => text.replace(/[l!|2698+€¢]/g, sign => alike[sign] ?? sign)

/** Signs that people put between the words of a phrase: `free-nitro`. */
const phraseGaps = ['-', '_', '.']
/** Words of a phrase that may stand together: `freenitro`, but of `the rapist` would be made another word. */
const longWords = /^\p{L}{4,}(?: \p{L}{4,})+$/u

/** A phrase as it is also written. */
function* joinedPhrases(needle: Needle): Generator<Needle> {
  if (!needle.plain.includes(' ')) return
  for (const gap of longWords.test(needle.plain) ? [...phraseGaps, ''] : phraseGaps) {
    const letters = needle.letters.flatMap(sign => (sign !== ' ' ? sign : gap === '' ? [] : gap))
    const plain = needle.plain.replaceAll(' ', gap)
    yield { ...needle, text: merged(plain), plain, letters }
  }
}

/** Words of two or three letters in scripts that put no space between words, where letters apart are few to tell by. */
const fewLetters = /^(?:\p{L}\p{M}*){2,3}$/u
const letterGaps = [' ', '.', '-', '_', '*', '~', '/', '|']

/** Such a word with its letters apart: `ば か`. */
function* lettersApart(needle: Needle): Generator<Needle> {
  if (needle.bound.start !== 'dictionary' || !fewLetters.test(needle.plain)) return
  for (const gap of letterGaps) {
    const plain = needle.plain.replace(/(?!^)(?=\p{L})/gu, gap)
    const rest = [...needle.letters]
    const letters = plain.split('').map(unit => (unit === gap ? gap : (rest.shift() ?? unit)))
    yield { ...needle, text: merged(plain), plain, letters }
  }
}

/** @returns none for a word of which nothing is left to look for */
export function needlesOf(word: Word): Needle[] {
  const wild = word.kind === 'wildcard'
  const own = (wild ? word.pattern.replace(/^\*+|\*+$/g, '') : word.pattern).trim()
  const { folded } = read(own)
  const { text } = folded
  if (text.trim() === '') return []
  const letters = Array.from({ length: text.length }, (_, at) =>
    clusterAt(own, folded.origin?.[at] ?? at)
      .normalize('NFKC')
      .toLowerCase(),
  )
  const bound = boundsOf(text, {
    start: wild && word.pattern.startsWith('*'),
    end: wild && word.pattern.endsWith('*'),
  })
  const needle = { word, text: merged(text), plain: text, letters, bound, numeric: !lettersIn(own) || disguised(own) }
  return [needle, ...joinedPhrases(needle), ...lettersApart(needle)]
}

/** How much memory a needle holds, about: two texts of two bytes a unit, and a reference and often a text of its own for each letter. */
export const bytesOfNeedle = ({ text, letters }: Needle): number => 500 + 4 * text.length + 32 * letters.length
