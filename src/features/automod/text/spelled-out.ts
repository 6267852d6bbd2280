import { clusterAt, type Reading, remembered } from './normalise.ts'

/** Letters that stand alone, one after the other: `b a d`, `b.a.d`. */
const spelled = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[^\p{L}\p{N}]{1,3}[\p{L}\p{N}](?![\p{L}\p{N}])){2,}/gu
const anyLetter = /[\p{L}\p{N}]/u
const letterAscii = Array.from({ length: 128 }, (_, code) => anyLetter.test(String.fromCharCode(code)))
const otherLetter = remembered(sign => anyLetter.test(sign))
const isLetter = (sign: string): boolean => letterAscii[sign.charCodeAt(0)] ?? otherLetter(sign)
/** Between letters that are a word of three only together: what nobody calculates or lists with. */
const plainGap = /^(?:\s+|\s?(?:[-.•·/~]|\p{Extended_Pictographic})\s?)$/u

/** Letters of one word that stand apart, as one. */
export interface SpelledWord {
  reading: Reading
  /** All gaps are the same, and such as are between letters of a word. */
  even: boolean
  /** Several words, as the spaces between them say: at most a phrase. */
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

/** A run's words, and all of them as one: a word ends at a space that is not as between its letters. */
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

/** Options of a command are no word: `-s -h -i -t`. */
const option = /(?:^|\s)-$/
const isOptions = ([first, second]: readonly Letter[], source: string): boolean =>
  first !== undefined &&
  option.test(source.slice(Math.max(0, first.start - 2), first.start)) &&
  option.test(source.slice(first.end, second?.start))

/** The words that a text spells out letter by letter. */
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

/** Begins where a word does, so that none is tried from each of its letters. */
const pieces =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[^\p{L}\p{N}\s'’_]{1,2}[\p{L}\p{N}]+){1,3}(?![^\p{L}\p{N}\s]?[\p{L}\p{N}])/gu

/** Words in two to four pieces with a sign between, as one: `ass-hole`. */
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
