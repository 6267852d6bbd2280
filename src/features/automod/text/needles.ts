import type { Word } from './contract.ts'
import { type WordBound, boundsOf } from './word-bounds.ts'
import { clusterAt, hasLeetSigns, hasLetters, read } from './normalise.ts'

/** A listed word, prepared for searching. */
export interface Needle {
  word: Word
  /** Folded and merged; see `merged`. */
  text: string
  /** Only folded. */
  plain: string
  /** By unit of `text`: the listed letter in lower case. */
  letters: readonly string[]
  /** What must surround it at each end. */
  bound: { start: WordBound; end: WordBound }
  /**
   * Whether it was listed with digits or symbols for letters, and so says nothing about which letters they stand for.
   */
  numeric: boolean
}

/**
 * Characters that stand for a letter only inside a word, which folding cannot tell; each maps to one class, unit for
 * unit.
 */
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
/**
 * Replaces the characters of a folded text that may stand for the same letter with one of them; the length stays the
 * same.
 */
export const mergeLookalikes = (text: string): string => text.replace(/[l!|2698+€¢]/g, sign => alike[sign] ?? sign)

/** Characters that people put between the words of a phrase: `free-nitro`. */
const phraseGaps = ['-', '_', '.']
/** Phrases whose words may be joined: `freenitro`; joining `the rapist` would make another word. */
const longWords = /^\p{L}{4,}(?: \p{L}{4,})+$/u

/** Other spellings of a phrase. */
function* joinedPhrases(needle: Needle): Generator<Needle> {
  if (!needle.plain.includes(' ')) return
  for (const gap of longWords.test(needle.plain) ? [...phraseGaps, ''] : phraseGaps) {
    const letters = needle.letters.flatMap(sign => (sign !== ' ' ? sign : gap === '' ? [] : gap))
    const plain = needle.plain.replaceAll(' ', gap)
    yield { ...needle, text: mergeLookalikes(plain), plain, letters }
  }
}

/** Words of two or three letters in scripts without spaces between words, too few to be recognized when spelled out. */
const fewLetters = /^(?:\p{L}\p{M}*){2,3}$/u
const letterGaps = [' ', '.', '-', '_', '*', '~', '/', '|']

/** Such a word with its letters set apart: `ば か`. */
function* lettersApart(needle: Needle): Generator<Needle> {
  if (needle.bound.start !== 'dictionary' || !fewLetters.test(needle.plain)) return
  for (const gap of letterGaps) {
    const plain = needle.plain.replace(/(?!^)(?=\p{L})/gu, gap)
    const rest = [...needle.letters]
    const letters = plain.split('').map(unit => (unit === gap ? gap : (rest.shift() ?? unit)))
    yield { ...needle, text: mergeLookalikes(plain), plain, letters }
  }
}

/** @returns an empty list for a word of which nothing is left to search for */
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
  const needle = {
    word,
    text: mergeLookalikes(text),
    plain: text,
    letters,
    bound,
    numeric: !hasLetters(own) || hasLeetSigns(own),
  }
  return [needle, ...joinedPhrases(needle), ...lettersApart(needle)]
}

/**
 * The approximate memory of a needle in bytes: two texts of two bytes per unit, and for each letter a reference and
 * often a text.
 */
export const bytesOfNeedle = ({ text, letters }: Needle): number => 500 + 4 * text.length + 32 * letters.length
