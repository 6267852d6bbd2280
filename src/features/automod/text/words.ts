import type { Word } from '../contract.ts'
import { finderOf } from './aho-corasick.ts'
import { type PatternFinder, type PatternHit, patternsOf } from './patterns.ts'
import { disguised, lettersIn, placeOf, read, type Reading, type Readings, unmarked } from './normalise.ts'

/** Where a listed word or pattern stands in the original text. */
export interface Hit {
  pattern: string
  start: number
  end: number
}

/** What is found of a server's words and patterns. */
export interface WordFinder {
  /** At most `most` places; the first are enough to act on. */
  find(readings: Readings, most: number): Hit[]
}

/** A server's words and patterns, ready to be looked for. */
export interface WordEngine extends WordFinder {
  /** The same without the patterns. */
  findWords(readings: Readings, most: number): Hit[]
  /** The same, unless the patterns take longer than until a time of `performance.now`: then undefined. */
  findUntil(until: number, readings: Readings, most: number): Hit[] | undefined
  patterns: Pick<PatternFinder, 'prepare' | 'large'> | undefined
  /** About how much memory it holds. */
  bytes: number
}

interface Needle {
  word: Word
  text: string
  /** Must begin or end where a word does. */
  bound: { start: boolean; end: boolean }
  /** Its own spelling was changed to be looked for, so that plain letters in a text are another word: schön, schon. */
  accented: boolean
  numeric: boolean
}

const wordSign = /[\p{L}\p{N}\p{M}_]/u
/** Scripts that put no space between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const signAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 32)
const signBefore = (text: string, at: number) => {
  const low = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff ? signAt(text, at - 2) : text.charAt(at - 1)
}
const wordAt = (text: string, at: number) => at < text.length && wordSign.test(signAt(text, at))
const wordBefore = (text: string, at: number) => at > 0 && wordSign.test(signBefore(text, at))

function needleOf(word: Word): Needle | undefined {
  const wild = word.kind === 'wildcard'
  const own = wild ? word.pattern.replace(/^\*+|\*+$/g, '') : word.pattern
  const text = read(own).folded.text.trim()
  if (text === '') return undefined
  const bound = {
    start: !(wild && word.pattern.startsWith('*')) && wordAt(text, 0) && !unspaced.test(signAt(text, 0)),
    end:
      !(wild && word.pattern.endsWith('*')) &&
      wordBefore(text, text.length) &&
      !unspaced.test(signBefore(text, text.length)),
  }
  const accented = /[^\x20-\x7e]/.test(own) && /^[\x20-\x7e]*$/.test(text)
  return { word, text, bound, accented, numeric: !lettersIn(own) || disguised(own) }
}

/** Letters that stand alone, one after the other: `b a d`, `b.a.d`. The run as one word, with where its letters were. */
const spelled = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[^\p{L}\p{N}]{1,3}[\p{L}\p{N}](?![\p{L}\p{N}])){2,}/gu

/** A run's letters without what is between them. */
interface Run {
  text: string
  /** By UTF-16 unit of `text`: where its letter stands in the reading. */
  letters: readonly { start: number; end: number }[]
}

const spelledOut = ({ text }: Reading): Run[] =>
  [...text.matchAll(spelled)].map(({ 0: run, index }) => {
    const signs = [...run.matchAll(/[\p{L}\p{N}]/gu)]
    return {
      text: signs.map(([sign]) => sign).join(''),
      letters: signs.flatMap(({ 0: sign, index: at }) => {
        const letter = { start: index + at, end: index + at + sign.length }
        return Array.from({ length: sign.length }, () => letter)
      }),
    }
  })

const stretched = /(\p{L})\1{2,}/u
const squeezed = (text: string) => text.replace(/(\p{L})\1+/gu, '$1')
const wholeWords = /[\p{L}\p{N}_]+/gu

/** Words with letters held down, `baaad`, that are a listed word when each letter is said once. */
function heldDown(
  reading: Reading,
  bySqueezed: ReadonlyMap<string, Needle>,
): { needle: Needle; start: number; end: number }[] {
  if (!stretched.test(reading.text)) return []
  return [...reading.text.matchAll(wholeWords)].flatMap(({ 0: word, index }) => {
    const needle = stretched.test(word) ? bySqueezed.get(squeezed(word)) : undefined
    return needle ? [{ needle, start: index, end: index + word.length }] : []
  })
}

/** Letters in boxes and discs; flags are halves of two, and a word of two letters is no flag. */
const emblems =
  /[\p{So}--[\p{Regional_Indicator}]]|\p{Regional_Indicator}.*\p{Regional_Indicator}.*\p{Regional_Indicator}/v

/** Whether what was found is the word, or another that only looks like it once it is folded. */
function meant(needle: Needle, original: string): boolean {
  if (needle.accented && /^[\x20-\x7e]*$/.test(original)) return false
  return needle.numeric || lettersIn(original) || emblems.test(original)
}

const shortestSpelled = 3

/**
 * Makes an engine for a list. A word is found in any case and however it is disguised: with look-alikes, accents, digits for
 * letters, invisible signs, letters set apart or held down.
 * @param words valid ones: see `patternProblems`
 */
export function wordEngine(words: readonly Word[]): WordEngine {
  const needles = words.filter(({ kind }) => kind !== 'regex').flatMap(word => needleOf(word) ?? [])
  const finder = finderOf(needles.map(({ text }) => text))
  const listed = words.filter(({ kind }) => kind === 'regex').map(({ pattern }) => pattern)
  const patterns = listed.length > 0 ? patternsOf(listed) : undefined
  const bySqueezed = new Map(
    needles.filter(({ bound }) => bound.start && bound.end).map(needle => [squeezed(needle.text), needle]),
  )

  function findWords({ source, folded }: Readings, most: number): Hit[] {
    const hits = new Map<string, Hit>()
    const search = (reading: Reading) => {
      const add = (needle: Needle, start: number, end: number) => {
        if (hits.size >= most) return
        const place = placeOf(reading, start, end)
        if (meant(needle, source.slice(place.start, place.end)))
          hits.set(`${needle.word.pattern} ${place.start}`, { pattern: needle.word.pattern, ...place })
      }
      finder.search(reading.text, (index, end) => {
        const needle = needles[index]
        if (!needle) return
        const start = end - needle.text.length
        if (needle.bound.start && wordBefore(reading.text, start)) return
        if (needle.bound.end && wordAt(reading.text, end)) return
        add(needle, start, end)
      })
      for (const { needle, start, end } of heldDown(reading, bySqueezed)) add(needle, start, end)
      for (const run of spelledOut(reading))
        finder.search(run.text, (index, end) => {
          const needle = needles[index]
          const first = run.letters[end - (needle?.text.length ?? 0)]
          const last = run.letters[end - 1]
          if (needle && first && last && needle.text.length >= shortestSpelled) add(needle, first.start, last.end)
        })
    }
    if (needles.length > 0) {
      search(folded)
      const shown = unmarked(folded)
      if (shown.text !== folded.text) search(shown)
    }
    return [...hits.values()]
  }

  function findUntil(until: number, readings: Readings, most: number): Hit[] | undefined {
    const hits = findWords(readings, most)
    if (!patterns || hits.length >= most) return hits
    const found = patterns.find(readings.plain.text, most - hits.length, until)
    return (
      found && [
        ...hits,
        ...found.map(({ pattern, start, end }: PatternHit) => ({ pattern, ...placeOf(readings.plain, start, end) })),
      ]
    )
  }

  return {
    find: (readings, most) => findUntil(Infinity, readings, most) ?? [],
    findWords,
    findUntil,
    patterns,
    bytes: finder.bytes + (patterns?.bytes ?? 0),
  }
}
