import type { Word } from './contract.ts'
import { finderInSteps } from './aho-corasick.ts'
import { type PatternFinder, type PatternHit, patternsOf } from './patterns.ts'
import { createMatchBudget } from './match-budget.ts'
import { bytesOfRepeatable, repeatedLetters, repeatableWords } from './repeated-letters.ts'
import { alike, bytesOfNeedle, mergeLookalikes, type Needle, needlesOf } from './needles.ts'
import { placeOf, type Reading, type Readings } from './normalise.ts'
import { possibleDisguises } from './possible-disguises.ts'
import { shownReading } from './formatted-text.ts'
import { joinedPieces, spelledWords } from './spelled-out.ts'
import { finished, type Steps } from './steps.ts'
import { isUnmistakable, isWholeInPieces } from './insults.ts'
import { upsideDown } from './upside-down.ts'
import { wordBounds } from './word-bounds.ts'

/** Where a listed word or pattern is in the original text. */
export interface Hit {
  pattern: string
  start: number
  end: number
}

/** Finds a server's words and patterns. */
export interface WordFinder {
  /** At most `most` places; the first few are enough to act on. */
  find(readings: Readings, most: number): Hit[]
}

/** A server's words and patterns, prepared for searching. */
export interface WordEngine extends WordFinder {
  /** The same without patterns. */
  findWords(readings: Readings, most: number): Hit[]
  /** The same with a deadline for the patterns (ms of `performance.now`); undefined if they take longer. */
  findUntil(until: number, readings: Readings, most: number): Hit[] | undefined
  patterns: Pick<PatternFinder, 'prepare' | 'large'> | undefined
  /** The approximate memory it takes, in bytes. */
  bytes: number
}

/** The least number of single letters that are read as a word. */
const shortestSpelled = 3

const article = /^[aiu]/

/** Caches `holds` for numbers below `count`. Needles that end at one place often end at others too. */
function remembering(count: number, holds: (number: number) => boolean): (number: number) => boolean {
  const known = new Int8Array(count)
  return number => {
    known[number] ||= holds(number) ? 1 : 2
    return known[number] === 1
  }
}

/**
 * Creates an engine for a list. A word is found in any case and however it is disguised: by look-alikes, accents,
 * digits for letters, invisible characters, letters set apart or repeated.
 * @param words valid words: see `patternProblems`
 */
export function* engineInSteps(words: readonly Word[]): Steps<WordEngine> {
  const needles: Needle[] = []
  for (const word of words) {
    if (word.kind === 'regex') continue
    needles.push(...needlesOf(word))
    yield
  }
  const finder = yield* finderInSteps(
    needles.map(({ text }) => text),
    alike,
  )
  const listed = words.filter(({ kind }) => kind === 'regex').map(({ pattern }) => pattern)
  const patterns = listed.length > 0 ? yield* patternsOf(listed) : undefined
  const whole = needles.filter(({ bound }) => bound.start !== 'none' && bound.end !== 'none')
  const byText = new Map(whole.map(needle => [needle.text, needle]))
  const bySqueezed = yield* repeatableWords(whole)
  const areBound = remembering(finder.endings, ending =>
    finder.everyEnding(ending, index => needles[index]?.bound.end === 'sign'),
  )
  const possibleIn = possibleDisguises([...bySqueezed.keys()])

  function findWords({ source, folded, kinds }: Readings, most: number): Hit[] {
    if (needles.length === 0) return []
    const shown = shownReading(source, kinds)
    // If every character kept its position, the text is ASCII, and nothing in it can be upside down.
    const turned = folded.origin ? upsideDown(source) : []
    if (!shown && turned.length === 0 && !possibleIn(folded.text) && !finder.occursIn(folded.text)) return []
    const hits = new Map<string, Hit>()
    const bounds = wordBounds(source)
    const { isRealMatch, hasTimeFor, isOutOfTimeFor } = createMatchBudget(source, needles, finder)
    const isEnough = () => hits.size >= most
    const add = ({ word: { pattern } }: Needle, reading: Reading, start: number, end: number) => {
      if (isEnough()) return
      const place = placeOf(reading, start, end)
      hits.set(`${pattern} ${place.start}`, { pattern, ...place })
    }
    const bounded = (reading: Reading, found: (needle: Needle, start: number, end: number) => void) =>
      finder.search(
        reading.text,
        (index, end) => {
          const needle = needles[index]
          if (!needle || isEnough() || !hasTimeFor(needle)) return
          const start = end - needle.text.length
          if (bounds.isBounded(needle, reading, start, end)) found(needle, start, end)
        },
        isEnough,
        (ending, end) => isOutOfTimeFor(ending) || (bounds.isInside(reading, end) && areBound(ending)),
      )
    const search = (reading: Reading) => {
      bounded(reading, (needle, start, end) => {
        if (isRealMatch(needle, () => needle.letters, reading, start)) add(needle, reading, start, end)
      })
      const possible = possibleIn(reading.text)
      for (const { needle, start, end, wanted } of possible?.repeatedLetters
        ? repeatedLetters(reading, bySqueezed)
        : []) {
        if (isEnough()) return
        if (isRealMatch(needle, wanted, reading, start)) add(needle, reading, start, end)
      }
      for (const { reading: run, even, several } of possible?.spelledOut ? spelledWords(reading, source) : []) {
        if (isEnough()) return
        bounded(run, (needle, start, end) => {
          const { length } = needle.text
          if (several && !needle.word.pattern.includes(' ')) return
          if (length < shortestSpelled || (length === shortestSpelled && !even)) return
          if (isRealMatch(needle, () => needle.letters, run, start, true)) add(needle, run, start, end)
        })
        // After the article, or I: `a b i t c h`.
        const after = !several && article.test(run.text) ? byText.get(mergeLookalikes(run.text.slice(1))) : undefined
        if (after && isUnmistakable(after.plain) && isRealMatch(after, () => after.letters, run, 1, true))
          add(after, run, 1, run.text.length)
      }
      for (const joined of possible?.inPieces ? joinedPieces(reading) : []) {
        if (isEnough()) return
        const needle = byText.get(mergeLookalikes(joined.text))
        if (needle && isWholeInPieces(needle.plain) && isRealMatch(needle, () => needle.letters, joined, 0))
          add(needle, joined, 0, joined.text.length)
      }
    }
    search(folded)
    if (shown && !isEnough()) search(shown)
    for (const reading of turned) {
      const needle = byText.get(mergeLookalikes(reading.text))
      if (needle) add(needle, reading, 0, reading.text.length)
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
    bytes:
      finder.bytes +
      finder.endings +
      (patterns?.bytes ?? 0) +
      needles.reduce((sum, needle) => sum + bytesOfNeedle(needle), 0) +
      whole.reduce((sum, needle) => sum + bytesOfRepeatable(needle), 0),
  }
}

/** Runs {@link engineInSteps} without a break. */
export const wordEngine = (words: readonly Word[]): WordEngine => finished(engineInSteps(words))
