import type { Finder } from './aho-corasick.ts'
import { isMeant } from './disguise.ts'
import type { Needle } from './needles.ts'
import type { Reading } from './normalise.ts'

/**
 * How often each letter of a text is looked at, however many words of a list lie over each other in it: `aa`, `aaa` and
 * so on in a thousand of them. A usual list looks at few letters more than once.
 */
const looksAtLetter = 2
/** Letters, and places, that are looked at of any text, however short. */
const fewest = 2000
/** Places for each word when as many have been looked at as a text has letters. */
const fewPlaces = 16
/** What is longer is no usual word, and not looked at when twice the time is spent. */
const longestUsual = 40

/** Spends the time there is for one text. */
interface Judge {
  /** Whether to look at one more place where a listed word may stand. */
  hasTimeFor(needle: Needle): boolean
  /** Whether there is no time for any of the words that end at one place. */
  isOutOfTimeFor(ending: number): boolean
  /** Tells as `isMeant` of `disguise.ts` does what is meant, as far as there is time for. */
  isMeant(needle: Needle, wanted: () => readonly string[], reading: Reading, start: number, apart?: boolean): boolean
}

/**
 * A judge for one text. When most of its time is spent, each listed word is looked for in a few places more and judged
 * once more, so that a pile of one cannot hide another; what there is no time for is not meant.
 * @param needles of the list, by their numbers
 * @param finder knows which of them end at one place
 */
export function judgeOf(source: string, needles: readonly Needle[], finder: Pick<Finder, 'everyEnding'>): Judge {
  const mostLetters = Math.max(fewest, looksAtLetter * source.length)
  /** Where a listed word may begin and end: a usual list has fewer even in the longest text. */
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
    isMeant(needle, wanted, reading, start, apart) {
      const tooLong = letters < 2 * mostLetters ? Infinity : longestUsual
      if (letters >= mostLetters) {
        if (late.has(needle) || needle.text.length > tooLong) return false
        late.add(needle)
      }
      const listed = wanted()
      if (listed.length > tooLong) return false
      letters += listed.length
      return isMeant(needle, listed, source, reading, start, apart)
    },
  }
}
