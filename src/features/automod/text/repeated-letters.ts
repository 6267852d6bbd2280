import { merged, type Needle } from './needles.ts'
import type { Reading } from './normalise.ts'
import type { Steps } from './steps.ts'
import { isUnmistakable } from './unmistakable.ts'

/** Long ones take half a millisecond together. */
const someNeedles = 10

interface Stretch {
  sign: string
  length: number
}

const stretchesOf = (word: string): Stretch[] =>
  [...word.matchAll(/(.)\1*/gsu)].map(({ 0: all, 1: sign = '' }) => ({ sign, length: all.length / sign.length }))

/** Each letter said once. */
const squeezed = (word: string): string => merged(word.replace(/(\p{L})\1+/gu, '$1'))

const repeated = /(\p{L})\1/u
const words = /[\p{L}\p{N}_]+/gu
/** Letters that short words double, so that `goood` may be good and not god. */
const doubledAnywhere = /[eo]/
const doubledAtTheEnd = /[lsfzt]/
const shortWord = 4
const held = 3

/** What is looked for with letters held down. */
export interface Holdable {
  needle: Needle
  /** How often each letter is said: a tenth of the memory of the stretches themselves. */
  lengths: Uint16Array
  unmistakable: boolean
}

/** How much memory one holds, about. */
export const bytesHoldable = ({ plain }: Needle): number => 600 + 4 * plain.length

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

/** By what they are with each letter said once, shortest first. */
export function* holdables(needles: readonly Needle[]): Steps<ReadonlyMap<string, readonly Holdable[]>> {
  const bySqueezed = new Map<string, Holdable[]>()
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

/** Whether a word is a listed one with letters held down. None may be missing: niger is not nigger. */
function isHeldDown(found: readonly Stretch[], { needle, lengths, unmistakable }: Holdable): boolean {
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
  /** By unit of the stretch: the letter that was listed. */
  wanted: () => readonly string[]
}

/** Words with letters held down, `baaad`, that are a listed word when each letter is said as often as there. */
export function* heldDown(
  { text }: Reading,
  bySqueezed: ReadonlyMap<string, readonly Holdable[]>,
): Generator<HeldDown, undefined, undefined> {
  if (!repeated.test(text)) return
  for (const { 0: written, index } of text.matchAll(words)) {
    const listed = repeated.test(written) ? bySqueezed.get(squeezed(written)) : undefined
    if (!listed) continue
    const found = stretchesOf(written)
    for (const one of listed) {
      const { needle, lengths } = one
      // Nothing is shorter with letters held down, and those that follow are longer still.
      if (needle.plain.length > written.length) break
      if (written === needle.plain || !isHeldDown(found, one)) continue
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
