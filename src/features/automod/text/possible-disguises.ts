import { mergeLookalikes } from './needles.ts'

/** The disguises that a text may contain. True may be a false alarm; false is certain. */
interface PossibleDisguises {
  /** A listed word with repeated letters: see `repeatedLetters`. */
  repeatedLetters: boolean
  /** At least three single letters: see `spelledWords`. */
  spelledOut: boolean
  /** Words with a character in between: see `joinedPieces`. */
  inPieces: boolean
}

const any: PossibleDisguises = { repeatedLetters: true, spelledOut: true, inPieces: true }

const letter = 1
const digit = 2
const underscore = 3
/** Separates words, but not pieces of one word. */
const space = 4
const joint = 5

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  if (/[a-z]/i.test(sign)) return letter
  if (/\d/.test(sign)) return digit
  if (sign === '_') return underscore
  return /[\s']/.test(sign) ? space : joint
})
const mergedUnits = Uint8Array.from({ length: 128 }, (_, code) =>
  mergeLookalikes(String.fromCharCode(code)).charCodeAt(0),
)

const hashStep = (hash: number, unit: number): number => (Math.imul(hash, 31) + unit) | 0

function hashOf(word: string): number {
  let hash = 0
  for (let at = 0; at < word.length; at++) hash = hashStep(hash, word.charCodeAt(at))
  return hash
}

const end = 32
const fewestAlone = 3
const mostJoints = 2

/**
 * Determines in one pass over a text which disguises are worth looking for, so that nearly all messages skip the rest.
 * Cannot rule out any in text beyond ASCII.
 * @param squeezed listed words with repeated letters reduced to one
 * @returns a function that returns undefined if there are none
 */
export function possibleDisguises(squeezed: readonly string[]): (text: string) => PossibleDisguises | undefined {
  const hashes = new Set(squeezed.map(hashOf))
  return text => {
    let repeatedLetters = false
    let spelledOut = false
    let inPieces = false
    // About the current word.
    let before = 0
    let hash = 0
    let doubled = false
    // The run of adjacent letters and digits, the number of single ones, and the joints since the last.
    let run = 0
    let alone = 0
    let joints = 0
    for (let at = 0; at <= text.length; at++) {
      const unit = at < text.length ? text.charCodeAt(at) : end
      const kind = kinds[unit]
      if (kind === undefined) return any
      if (kind <= underscore) {
        if (unit === before && kind === letter) doubled = true
        else hash = hashStep(hash, mergedUnits[unit] ?? 0)
        before = unit
      } else if (before !== 0) {
        if (doubled && hashes.has(hash)) repeatedLetters = true
        before = 0
        hash = 0
        doubled = false
      }
      if (kind <= digit) {
        if (joints > 0 && joints <= mostJoints) inPieces = true
        joints = 0
        run++
      } else {
        if (run > 0) alone = run === 1 ? alone + 1 : 0
        if (alone >= fewestAlone) spelledOut = true
        joints = kind === joint && run + joints > 0 ? joints + 1 : 0
        run = 0
      }
    }
    return repeatedLetters || spelledOut || inPieces ? { repeatedLetters, spelledOut, inPieces } : undefined
  }
}
