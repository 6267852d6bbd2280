import { merged, type Needle } from './needles.ts'
import type { Reading } from './normalise.ts'
import { isUnmistakable } from './unmistakable.ts'

interface Stretch {
  sign: string
  length: number
}

const stretchesOf = (word: string): Stretch[] =>
  [...word.matchAll(/(.)\1*/gsu)].map(({ 0: all, 1: sign = '' }) => ({ sign, length: all.length / sign.length }))

/** Each letter said once. */
export const squeezed = (word: string): string => merged(word.replace(/(\p{L})\1+/gu, '$1'))

const repeated = /(\p{L})\1/u
const words = /[\p{L}\p{N}_]+/gu
/** Letters that short words double, so that `goood` may be good and not god. */
const doubledAnywhere = /[eo]/
const doubledAtTheEnd = /[lsfzt]/
const shortWord = 4
const held = 3

/** Whether a word is a listed one with letters held down. None may be missing: niger is not nigger. */
function isHeldDown(found: readonly Stretch[], wanted: readonly Stretch[], text: string): boolean {
  const unmistakable = isUnmistakable(text)
  return found.every(({ length }, at) => {
    const { sign, length: least } = wanted[at] ?? { sign: '', length: Infinity }
    if (length < least) return false
    if (length === least || unmistakable) return true
    const couldBeDouble = doubledAnywhere.test(sign) || (at === found.length - 1 && doubledAtTheEnd.test(sign))
    return length >= held && !(least === 1 && text.length <= shortWord && couldBeDouble)
  })
}

export interface HeldDown {
  needle: Needle
  start: number
  end: number
  /** By unit of the stretch: the letter that was listed. */
  wanted: readonly string[]
}

/** Words with letters held down, `baaad`, that are a listed word when each letter is said as often as there. */
export function heldDown({ text }: Reading, bySqueezed: ReadonlyMap<string, readonly Needle[]>): HeldDown[] {
  if (!repeated.test(text)) return []
  return [...text.matchAll(words)].flatMap(({ 0: written, index }) => {
    const needles = repeated.test(written) ? bySqueezed.get(squeezed(written)) : undefined
    if (!needles) return []
    const found = stretchesOf(written)
    return needles.flatMap(needle => {
      const wanted = stretchesOf(needle.plain)
      if (written === needle.plain || !isHeldDown(found, wanted, needle.plain)) return []
      let at = 0
      const letters = found.flatMap(({ sign, length }, part) => {
        const letter = needle.letters[at] ?? sign
        at += (wanted[part]?.length ?? 1) * sign.length
        return Array.from({ length: length * sign.length }, () => letter)
      })
      return [{ needle, start: index, end: index + written.length, wanted: letters }]
    })
  })
}
