import type { Word } from '../contract.ts'
import { finderOf } from './aho-corasick.ts'
import { type PatternFinder, type PatternHit, patternsOf } from './patterns.ts'
import { isMeant } from './disguise.ts'
import { heldDown, squeezed } from './held-down.ts'
import { merged, type Needle, needleOf, wordAt, wordBefore } from './needles.ts'
import { placeOf, type Reading, type Readings } from './normalise.ts'
import { shownReading } from './shown.ts'
import { joinedPieces, spelledWords } from './spelled-out.ts'
import { isUnmistakable, isWholeInPieces } from './unmistakable.ts'
import { upsideDown } from './upside-down.ts'

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

/** Letters apart are a word from so many on. */
const shortestSpelled = 3

const article = /^[aiu]/

/** Signs that end a word even where they are a letter of it: `dick@work` is two words, `a$$` is one. */
const sign = /[@$]/
const signAt = (source: string, { origin }: Reading, at: number) => sign.test(source.charAt(origin?.[at] ?? at))

/** Whether a stretch of a reading begins and ends where its listed word must. */
const isBounded = ({ bound }: Needle, source: string, reading: Reading, start: number, end: number): boolean =>
  !(bound.start && wordBefore(reading.text, start) && !signAt(source, reading, start - 1)) &&
  !(bound.end && wordAt(reading.text, end) && !signAt(source, reading, end))

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
  const whole = needles.filter(({ bound }) => bound.start && bound.end)
  const byText = new Map(whole.map(needle => [needle.text, needle]))
  const bySqueezed = Map.groupBy(whole, ({ plain }) => squeezed(plain))

  function findWords({ source, folded }: Readings, most: number): Hit[] {
    const hits = new Map<string, Hit>()
    const add = ({ word: { pattern } }: Needle, reading: Reading, start: number, end: number) => {
      if (hits.size >= most) return
      const place = placeOf(reading, start, end)
      hits.set(`${pattern} ${place.start}`, { pattern, ...place })
    }
    const bounded = (reading: Reading, found: (needle: Needle, start: number, end: number) => void) =>
      finder.search(merged(reading.text), (index, end) => {
        if (hits.size >= most) return
        const needle = needles[index]
        const start = end - (needle?.text.length ?? 0)
        if (needle && isBounded(needle, source, reading, start, end)) found(needle, start, end)
      })
    const search = (reading: Reading) => {
      bounded(reading, (needle, start, end) => {
        if (isMeant(needle, needle.letters, source, reading, start)) add(needle, reading, start, end)
      })
      for (const { needle, start, end, wanted } of heldDown(reading, bySqueezed))
        if (isMeant(needle, wanted, source, reading, start)) add(needle, reading, start, end)
      for (const { reading: run, even } of spelledWords(reading, source)) {
        bounded(run, (needle, start, end) => {
          const { length } = needle.text
          if (length < shortestSpelled || (length === shortestSpelled && !even)) return
          if (isMeant(needle, needle.letters, source, run, start, true)) add(needle, run, start, end)
        })
        // After the article, or I: `a b i t c h`.
        const after = article.test(run.text) ? byText.get(merged(run.text.slice(1))) : undefined
        if (after && isUnmistakable(after.plain) && isMeant(after, after.letters, source, run, 1, true))
          add(after, run, 1, run.text.length)
      }
      for (const joined of joinedPieces(reading)) {
        const needle = byText.get(merged(joined.text))
        if (needle && isWholeInPieces(needle.plain) && isMeant(needle, needle.letters, source, joined, 0))
          add(needle, joined, 0, joined.text.length)
      }
    }
    if (needles.length > 0) {
      search(folded)
      const shown = shownReading(source)
      if (shown) search(shown)
      for (const turned of upsideDown(source)) {
        const needle = byText.get(merged(turned.text))
        if (needle) add(needle, turned, 0, turned.text.length)
      }
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
