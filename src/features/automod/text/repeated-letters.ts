import { mergeLookalikes, type Needle } from './needles.ts'
import type { Reading } from './normalise.ts'
import type { Steps } from './steps.ts'
import { isUnmistakable } from './insults.ts'

/** The number of needles per step; long ones take half a millisecond together. */
const someNeedles = 10

interface Stretch {
  sign: string
  length: number
}

const stretchesOf = (word: string): Stretch[] =>
  [...word.matchAll(/(.)\1*/gsu)].map(({ 0: all, 1: sign = '' }) => ({ sign, length: all.length / sign.length }))

/** The word with repeated letters reduced to one. */
const squeezed = (word: string): string => mergeLookalikes(word.replace(/(\p{L})\1+/gu, '$1'))

const repeated = /(\p{L})\1/u
const words = /[\p{L}\p{N}_]+/gu
/** Letters that are doubled in short words, so that `goood` may mean good and not god. */
const doubledAnywhere = /[eo]/
const doubledAtTheEnd = /[lsfzt]/
const shortWord = 4
const held = 3

/** A listed word prepared for finding it with repeated letters. */
export interface RepeatableWord {
  needle: Needle
  /** How often each letter is repeated; takes a tenth of the memory of the stretches themselves. */
  lengths: Uint16Array
  unmistakable: boolean
}

/** The approximate memory of one, in bytes. */
export const bytesOfRepeatable = ({ plain }: Needle): number => 600 + 4 * plain.length

/** The letter of a stretch. */
function signAt(plain: string, lengths: Uint16Array, at: number): string {
  let place = 0
  for (let before = 0; before <= at; before++) {
    const sign = String.fromCodePoint(plain.codePointAt(place) ?? 0)
    if (before === at) return sign
    place += sign.length * (lengths[before] ?? 1)
  }
  return ''
}

/** The words by their form with repeated letters reduced to one, shortest first. */
export function* repeatableWords(needles: readonly Needle[]): Steps<ReadonlyMap<string, readonly RepeatableWord[]>> {
  const bySqueezed = new Map<string, RepeatableWord[]>()
  const shortestFirst = needles.toSorted((one, other) => one.plain.length - other.plain.length)
  for (const [at, needle] of shortestFirst.entries()) {
    if (at % someNeedles === 0) yield
    const key = squeezed(needle.plain)
    const one = {
      needle,
      lengths: Uint16Array.from(stretchesOf(needle.plain), ({ length }) => length),
      unmistakable: isUnmistakable(needle.plain),
    }
    const same = bySqueezed.get(key)
    if (same) same.push(one)
    else bySqueezed.set(key, [one])
  }
  return bySqueezed
}

/** Whether a word is a listed one with extra repetitions. None may be missing: niger is not nigger. */
function hasExtraRepeats(found: readonly Stretch[], { needle, lengths, unmistakable }: RepeatableWord): boolean {
  const { length: size } = needle.plain
  return found.every(({ length }, at) => {
    const least = lengths[at] ?? Infinity
    if (length < least) return false
    if (length === least || unmistakable) return true
    const sign = signAt(needle.plain, lengths, at)
    const couldBeDouble = doubledAnywhere.test(sign) || (at === found.length - 1 && doubledAtTheEnd.test(sign))
    return length >= held && !(least === 1 && size <= shortWord && couldBeDouble)
  })
}

export interface HeldDown {
  needle: Needle
  start: number
  end: number
  /** By unit of the stretch: the listed letter. */
  wanted: () => readonly string[]
}

/**
 * Finds words with repeated letters, such as `baaad`, that are a listed word once the extra repetitions are removed.
 */
export function* repeatedLetters(
  { text }: Reading,
  bySqueezed: ReadonlyMap<string, readonly RepeatableWord[]>,
): Generator<HeldDown, undefined, undefined> {
  if (!repeated.test(text)) return
  for (const { 0: written, index } of text.matchAll(words)) {
    const listed = repeated.test(written) ? bySqueezed.get(squeezed(written)) : undefined
    if (!listed) continue
    const found = stretchesOf(written)
    for (const one of listed) {
      const { needle, lengths } = one
      // Repeating letters never makes a word shorter, and the words that follow are longer still.
      if (needle.plain.length > written.length) break
      if (written === needle.plain || !hasExtraRepeats(found, one)) continue
      const wanted = () => {
        const letters: string[] = []
        let at = 0
        for (const [part, { sign, length }] of found.entries()) {
          const letter = needle.letters[at] ?? sign
          at += (lengths[part] ?? 1) * sign.length
          for (let unit = 0; unit < length * sign.length; unit++) letters.push(letter)
        }
        return letters
      }
      yield { needle, start: index, end: index + written.length, wanted }
    }
  }
}
