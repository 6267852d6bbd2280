import { clusterAt, type Reading, remembered } from './normalise.ts'

/** Single letters, one after another: `b a d`, `b.a.d`. */
const spelled = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[^\p{L}\p{N}]{1,3}[\p{L}\p{N}](?![\p{L}\p{N}])){2,}/gu
const anyLetter = /[\p{L}\p{N}]/u
const letterAscii = Array.from({ length: 128 }, (_, code) => anyLetter.test(String.fromCharCode(code)))
const otherLetter = remembered(sign => anyLetter.test(sign))
const isLetter = (sign: string): boolean => letterAscii[sign.charCodeAt(0)] ?? otherLetter(sign)
/** A gap that may be between the letters of a short word; other gaps are used for calculations and lists. */
const plainGap = /^(?:\s+|\s?(?:[-.•·/~]|\p{Extended_Pictographic})\s?)$/u

/** The separate letters of one word, joined. */
export interface SpelledWord {
  reading: Reading
  /** Whether all gaps are the same, and typical between the letters of a word. */
  even: boolean
  /** Whether these are several words, as the spaces between them show; at most a phrase. */
  several: boolean
}

interface Letter {
  text: string
  start: number
  end: number
}

function wordOf(letters: readonly Letter[], gaps: readonly string[]): SpelledWord {
  let word = ''
  const origin: number[] = []
  for (const { text, start } of letters) {
    word += text
    for (let unit = 0; unit < text.length; unit++) origin.push(start)
  }
  origin.push(letters.at(-1)?.end ?? 0)
  const [first = ''] = gaps
  return {
    reading: { text: word, origin },
    even: plainGap.test(first) && gaps.every(gap => gap === first),
    several: false,
  }
}

const commonest = (gaps: readonly string[]): string | undefined => {
  if (gaps.every(gap => gap === gaps[0])) return gaps[0]
  const [most] = [...Map.groupBy(gaps, gap => gap)].sort(([, one], [, other]) => other.length - one.length)
  return most?.[0]
}

/** The words of a run, and all of them joined: a word ends at a gap that differs from those between its letters. */
function wordsOf(letters: readonly Letter[], source: string): SpelledWord[] {
  const gaps = letters.slice(1).map(({ start }, at) => source.slice(letters[at]?.end, start))
  const usual = commonest(gaps)
  const words: SpelledWord[] = []
  let first = 0
  for (let at = 0; at <= gaps.length; at++) {
    const gap = gaps[at]
    if (gap !== undefined && (gap === usual || !/\s/.test(gap))) continue
    words.push(wordOf(letters.slice(first, at + 1), gaps.slice(first, at)))
    first = at + 1
  }
  return words.length > 1 ? [...words, { ...wordOf(letters, gaps), several: true }] : words
}

/** Options of a command are not a word: `-s -h -i -t`. */
const option = /(?:^|\s)-$/
const isOptions = ([first, second]: readonly Letter[], source: string): boolean =>
  first !== undefined &&
  option.test(source.slice(Math.max(0, first.start - 2), first.start)) &&
  option.test(source.slice(first.end, second?.start))

/** Finds the words that a text spells letter by letter. */
export const spelledWords = ({ text, origin }: Reading, source: string): SpelledWord[] =>
  [...text.matchAll(spelled)].flatMap(({ 0: run, index }) => {
    const letters: Letter[] = []
    let at = index
    for (const sign of run) {
      const start = origin?.[at] ?? at
      if (isLetter(sign)) letters.push({ text: sign, start, end: start + clusterAt(source, start).length })
      at += sign.length
    }
    return isOptions(letters, source) ? [] : wordsOf(letters, source)
  })

/** Begins only where a word does, so that matching is not tried from each of its letters. */
const pieces =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[^\p{L}\p{N}\s'’_]{1,2}[\p{L}\p{N}]+){1,3}(?![^\p{L}\p{N}\s]?[\p{L}\p{N}])/gu

/** Finds words in two to four pieces with a character in between, and joins them: `ass-hole`. */
export const joinedPieces = ({ text, origin }: Reading): Reading[] =>
  [...text.matchAll(pieces)].map(({ 0: whole, index }) => {
    const kept: number[] = []
    let joined = ''
    for (let at = 0; at < whole.length; at++) {
      const sign = whole.charAt(at)
      if (!(letterAscii[whole.charCodeAt(at)] ?? /[\p{L}\p{N}\p{Surrogate}]/u.test(sign))) continue
      joined += sign
      kept.push(origin?.[index + at] ?? index + at)
    }
    kept.push(origin?.[index + whole.length] ?? index + whole.length)
    return { text: joined, origin: kept }
  })
