import type { Finder } from './aho-corasick.ts'
import { isRealMatch } from './real-match.ts'
import type { Needle } from './needles.ts'
import type { Reading } from './normalise.ts'

/**
 * How often each letter of a text is examined on average, however many listed words overlap there: `aa`, `aaa` and so
 * on in a thousand of them. With an ordinary list, few letters are examined more than once.
 */
const looksAtLetter = 2
/** The least number of letters, and of places, that are examined in any text, however short. */
const fewest = 2000
/** How many more places each word gets once as many have been examined as the text has letters. */
const fewPlaces = 16
/** Longer words are not ordinary, and are skipped once twice the time has been spent. */
const longestUsual = 40

/** Budgets the work for one text. */
interface MatchBudget {
  /** Whether to examine one more place where a listed word may be. */
  hasTimeFor(needle: Needle): boolean
  /** Whether no time is left for any of the words that end at a place. */
  isOutOfTimeFor(ending: number): boolean
  /** Like `isRealMatch` in `real-match.ts`, as long as time is left. */
  isRealMatch(
    needle: Needle,
    wanted: () => readonly string[],
    reading: Reading,
    start: number,
    isSpaced?: boolean,
  ): boolean
}

/**
 * Returns a judge for one text. Once most of its time is spent, each listed word is still looked for in a few more
 * places and judged once more, so that many copies of one word cannot hide another; anything beyond that counts as not
 * meant.
 * @param needles the needles of the list, by number
 * @param finder knows which needles end at a place
 */
export function createMatchBudget(
  source: string,
  needles: readonly Needle[],
  finder: Pick<Finder, 'everyEnding'>,
): MatchBudget {
  const mostLetters = Math.max(fewest, looksAtLetter * source.length)
  /** The most places where a listed word may begin or end: an ordinary list has fewer even in the longest text. */
  const mostPlaces = Math.max(fewest, source.length)
  let letters = 0
  let places = 0
  const late = new Set<Needle>()
  const lookedAt = new Map<Needle, number>()
  const outOfTime = new Set<number>()
  const isOut = (needle: Needle | undefined) => needle !== undefined && (lookedAt.get(needle) ?? 0) >= fewPlaces
  return {
    hasTimeFor(needle) {
      if (places++ < mostPlaces) return true
      if (isOut(needle)) return false
      lookedAt.set(needle, (lookedAt.get(needle) ?? 0) + 1)
      return true
    },
    isOutOfTimeFor(ending) {
      if (places < mostPlaces) return false
      if (outOfTime.has(ending)) return true
      if (!finder.everyEnding(ending, index => isOut(needles[index]))) return false
      outOfTime.add(ending)
      return true
    },
    isRealMatch(needle, wanted, reading, start, isSpaced) {
      const tooLong = letters < 2 * mostLetters ? Infinity : longestUsual
      if (letters >= mostLetters) {
        if (late.has(needle) || needle.text.length > tooLong) return false
        late.add(needle)
      }
      const listed = wanted()
      if (listed.length > tooLong) return false
      letters += listed.length
      return isRealMatch(needle, listed, source, reading, start, isSpaced)
    },
  }
}
