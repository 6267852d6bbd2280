import { lazy } from '#kit/lazy.ts'
import { clusterAt, isMarked, placeOf, type Reading } from './normalise.ts'
import { codeIn, isInAddress } from './word-context.ts'
import { isUnmistakable } from './insults.ts'

/**
 * What must be at an end of a listed word: anything (`none`), a character that is not a letter (`sign`), or, in scripts
 * without spaces between words, a word boundary by Unicode's dictionaries (`dictionary`).
 */
export type WordBound = 'none' | 'sign' | 'dictionary'

interface Bounded {
  plain: string
  numeric: boolean
  bound: { start: WordBound; end: WordBound }
}

const wordSign = /[\p{L}\p{N}\p{M}_]/u
/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const signAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 32)
const signBefore = (text: string, at: number) => {
  const low = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff ? signAt(text, at - 2) : text.charAt(at - 1)
}
const wordSigns = Array.from({ length: 128 }, (_, code) => wordSign.test(String.fromCharCode(code)))
const isWordAt = (text: string, at: number): boolean =>
  at < text.length && (wordSigns[text.charCodeAt(at)] ?? wordSign.test(signAt(text, at)))
const isWordBefore = (text: string, at: number): boolean =>
  at > 0 && (wordSigns[text.charCodeAt(at - 1)] ?? wordSign.test(signBefore(text, at)))

const boundBy = (sign: string): WordBound =>
  unspaced.test(sign) ? 'dictionary' : wordSign.test(sign) ? 'sign' : 'none'

/** @param open the ends at which it may be part of a longer word: listed with a star there */
export const boundsOf = (text: string, open: { start: boolean; end: boolean }): Bounded['bound'] => ({
  start: open.start ? 'none' : boundBy(signAt(text, 0)),
  end: open.end ? 'none' : boundBy(signBefore(text, text.length)),
})

const segmenter = lazy(() => new Intl.Segmenter('und', { granularity: 'word' }))
/** Chinese particles, which dictionaries attach to the verb before them: 死了. */
const particles = /[了着过吧啊呀呢吗嘛啦]+$/

function boundariesIn(source: string): ReadonlySet<number> {
  const boundaries = new Set([source.length])
  for (const { segment, index } of segmenter().segment(source)) {
    boundaries.add(index)
    boundaries.add(index + segment.replace(particles, '').length)
  }
  return boundaries
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isPlainLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122 && code < 128

/** Characters that end a word even though they may stand for letters: `dick@work` is two words, `a$$` is one. */
const isEnding = (sign: string): boolean => sign === '@' || sign === '$'
const attached = /[_\p{N}]/u
/** By code: the character itself if it can be attached to a word, otherwise an empty text. */
const attachedAscii = Array.from({ length: 128 }, (_, code) => /[_\d]/.exec(String.fromCharCode(code))?.[0] ?? '')
/** Shorter words are names of things with a number: `cop28`. */
const numberable = 4
/** Nobody attaches more characters than this. */
const longestRun = 8

/** Finds out where the words of one text begin and end. */
export interface WordBounds {
  /** Whether a word continues there, so that no listed word that must end at a non-letter can end. */
  isInside(reading: Reading, end: number): boolean
  isBounded(needle: Bounded, reading: Reading, start: number, end: number): boolean
}

export function wordBounds(source: string): WordBounds {
  let boundaries: ReadonlySet<number> | undefined
  let isInCode: ReturnType<typeof codeIn> | undefined
  const placeIn = ({ origin }: Reading, at: number) => origin?.[at] ?? at
  /** Caches a result for every place of a reading, since many listed words may begin and end there. */
  const once = <Told>(tell: (reading: Reading, at: number) => Told) => {
    let last: Reading | undefined
    let told: (Told | undefined)[] = []
    return (reading: Reading, at: number): Told => {
      if (reading !== last) {
        last = reading
        told = []
        // Sized in advance: filled from the middle, the array would turn into a slow dictionary.
        told.length = reading.text.length + 2
      }
      return (told[at + 1] ??= tell(reading, at))
    }
  }
  const isBoundary = (place: number) => (boundaries ??= boundariesIn(source)).has(place)
  const startsWithin = once(
    (reading, at) =>
      at > 0 && unspaced.test(signBefore(reading.text, at)) && !isBoundary(placeOf(reading, at, at + 1).start),
  )
  const endsWithin = once(
    (reading, at) =>
      at < reading.text.length &&
      unspaced.test(signAt(reading.text, at)) &&
      !isBoundary(placeOf(reading, at - 1, at).end),
  )
  /**
   * Whether there is an ASCII letter, as nearly everywhere: no word ends before it, and nothing needs to be computed.
   */
  const isAmongLetters = (reading: Reading, at: number): boolean => {
    const place = placeIn(reading, at)
    return (
      isPlainLetter(reading.text.charCodeAt(at)) && isPlainLetter(source.charCodeAt(place)) && !isMarked(source, place)
    )
  }
  /** Cached, because a character with many marks takes up many places of a reading. */
  let latest = { place: -1, sign: '' }
  /** The character there that could be attached to a word, or an empty text. */
  const attachable = (reading: Reading, at: number): string => {
    const place = placeIn(reading, at)
    const simple = isMarked(source, place) ? undefined : attachedAscii[source.charCodeAt(place)]
    if (simple !== undefined) return simple
    if (place !== latest.place) {
      const sign = clusterAt(source, place)
      latest = { place, sign: attached.test(sign) ? sign : '' }
    }
    return latest.sign
  }
  const isDigitAt = (reading: Reading, at: number): boolean => {
    const place = placeIn(reading, at)
    return isDigit(source.charCodeAt(place)) && !isMarked(source, place)
  }
  /** The last row of digits that was examined: each of its places asks for it, and a whole text may be one row. */
  let row: { reading: Reading; first: number; end: number } | undefined
  /** Whether so many digits follow that they are a long number rather than attached to the word. */
  const isInLongNumber = (reading: Reading, at: number, step: -1 | 1): boolean => {
    if (!isDigitAt(reading, at)) return false
    if (row?.reading !== reading || at < row.first || at >= row.end) {
      row = { reading, first: at, end: at + 1 }
      while (isDigitAt(reading, row.first - 1)) row.first -= 1
      while (isDigitAt(reading, row.end)) row.end += 1
    }
    const far = at + step * longestRun
    return far >= row.first && far < row.end
  }
  /** What is attached there, provided that the word stays a word, and whether another word follows. */
  const attachedBy = (step: -1 | 1) =>
    once((reading, first): { isNumber: boolean; goesOn: boolean } | false => {
      if (isInLongNumber(reading, first, step)) return false
      let length = 0
      let isNumber = false
      let at = first
      for (; at >= 0 && at < reading.text.length && length < longestRun; at += step) {
        const sign = attachable(reading, at)
        if (sign === '') break
        length += sign.length
        if (sign !== '_') isNumber = true
      }
      if (length === 0) return false
      const goesOn = step < 0 ? isWordBefore(reading.text, at + 1) : isWordAt(reading.text, at)
      if (isNumber && goesOn) return false
      const place = placeIn(reading, first)
      if ((isInCode ??= codeIn(source))(place) || isInAddress(source, place)) return false
      return { isNumber, goesOn }
    })

  /**
   * Whether a place ends a word, considering attached characters: `fuck_`, `fuck69`. As part of a longer name, such as
   * `fuck_you`, only an unmistakable word counts: `get_ass_et` is none.
   * @param step -1 before a word, 1 after it
   */
  function freeBy(step: -1 | 1) {
    const isOpen = once((reading, at) =>
      step < 0
        ? !isWordBefore(reading.text, at + 1) || isEnding(source.charAt(placeIn(reading, at)))
        : !isWordAt(reading.text, at) || isEnding(source.charAt(placeIn(reading, at))),
    )
    const attachedAt = attachedBy(step)
    const isFree = ({ plain, numeric }: Bounded, reading: Reading, at: number): boolean => {
      if (isOpen(reading, at)) return true
      if (numeric && !reading.text.startsWith('_', at)) return false
      const found = attachedAt(reading, at)
      if (!found) return false
      return found.isNumber ? !numeric && plain.length >= numberable : !found.goesOn || isUnmistakable(plain)
    }
    const isInside = (reading: Reading, at: number): boolean =>
      isAmongLetters(reading, at) || (!isOpen(reading, at) && !attachedAt(reading, at))
    return { isFree, isInside }
  }
  const before = freeBy(-1)
  const behind = freeBy(1)

  return {
    isInside: behind.isInside,
    isBounded(needle, reading, start, end) {
      const { bound } = needle
      if (bound.end === 'sign' && !behind.isFree(needle, reading, end)) return false
      if (bound.end === 'dictionary' && endsWithin(reading, end)) return false
      if (bound.start === 'dictionary' && startsWithin(reading, start)) return false
      return bound.start !== 'sign' || before.isFree(needle, reading, start - 1)
    },
  }
}
