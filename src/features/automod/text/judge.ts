import { isMeant } from './disguise.ts'
import type { Needle } from './needles.ts'
import type { Reading } from './normalise.ts'

/**
 * Letters of one text that are looked at, however many words of a list lie over each other in it: `aa`, `aaa` and so on
 * in a thousand of them. A usual list looks at few letters more than once.
 */
const mostLetters = 8000

/** Tells as `isMeant` does what is meant in one text, as far as there is time for. */
type Judge = (
  needle: Needle,
  wanted: () => readonly string[],
  reading: Reading,
  start: number,
  apart?: boolean,
) => boolean

/**
 * A judge for one text. When most of its time is spent, each listed word is judged once more and no further, so that a
 * pile of one cannot hide another; what there is no time for is not meant.
 */
export function judgeOf(source: string): Judge {
  let letters = 0
  const late = new Set<Needle>()
  return (needle, wanted, reading, start, apart) => {
    if (letters >= mostLetters) {
      if (letters >= 2 * mostLetters || late.has(needle)) return false
      late.add(needle)
    }
    const listed = wanted()
    letters += listed.length
    return isMeant(needle, listed, source, reading, start, apart)
  }
}
