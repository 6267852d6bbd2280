import { clusterAt, placeOf, type Reading } from './normalise.ts'
import { isInAddress, isInCode } from './surroundings.ts'
import { isUnmistakable } from './unmistakable.ts'

/**
 * How a listed word must be set apart at one of its ends: not at all, by a sign that is no letter, or, in scripts that put
 * no space between words, as the dictionaries of Unicode's word boundaries say.
 */
export type Bound = 'none' | 'sign' | 'dictionary'

interface Bounded {
  plain: string
  numeric: boolean
  bound: { start: Bound; end: Bound }
}

const wordSign = /[\p{L}\p{N}\p{M}_]/u
/** Scripts that put no space between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const signAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 32)
const signBefore = (text: string, at: number) => {
  const low = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff ? signAt(text, at - 2) : text.charAt(at - 1)
}
const isWordAt = (text: string, at: number): boolean => at < text.length && wordSign.test(signAt(text, at))
const isWordBefore = (text: string, at: number): boolean => at > 0 && wordSign.test(signBefore(text, at))

const boundBy = (sign: string): Bound => (unspaced.test(sign) ? 'dictionary' : wordSign.test(sign) ? 'sign' : 'none')

/** @param open where it may be part of a longer word: listed with a star there */
export const boundsOf = (text: string, open: { start: boolean; end: boolean }): Bounded['bound'] => ({
  start: open.start ? 'none' : boundBy(signAt(text, 0)),
  end: open.end ? 'none' : boundBy(signBefore(text, text.length)),
})

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
/** Chinese particles, which dictionaries keep with the verb before them: 死了. */
const particles = /[了着过吧啊呀呢吗嘛啦]+$/

function boundariesIn(source: string): ReadonlySet<number> {
  const boundaries = new Set([source.length])
  for (const { segment, index } of segmenter.segment(source)) {
    boundaries.add(index)
    boundaries.add(index + segment.replace(particles, '').length)
  }
  return boundaries
}

/** Signs that end a word even where they are a letter of it: `dick@work` is two words, `a$$` is one. */
const ending = /[@$]/
const attached = /[_\p{N}]/u
const underscores = /^_+$/
/** Shorter ones are names of things with a number: `cop28`. */
const numberable = 4
/** Nobody attaches more. */
const longestRun = 8

/** Tells where the words of one text begin and end. */
export interface WordBounds {
  isBounded(needle: Bounded, reading: Reading, start: number, end: number): boolean
}

export function wordBounds(source: string): WordBounds {
  let boundaries: ReadonlySet<number> | undefined
  const placeIn = ({ origin }: Reading, at: number) => origin?.[at] ?? at

  /**
   * Whether what is attached to a word leaves it one: `fuck_`, `fuck69`. As a part of a name, as in `fuck_you`, only what
   * is unmistakable is a word: `get_ass_et`.
   * @param step -1 before it, 1 behind it
   */
  function isAttached({ plain, numeric }: Bounded, reading: Reading, first: number, step: -1 | 1): boolean {
    if (numeric && !reading.text.startsWith('_', first)) return false
    let run = ''
    let at = first
    for (; at >= 0 && at < reading.text.length && run.length < longestRun; at += step) {
      const sign = clusterAt(source, placeIn(reading, at))
      if (!attached.test(sign)) break
      run += sign
    }
    if (run === '') return false
    const place = placeIn(reading, first)
    if (isInCode(source, place) || isInAddress(source, place)) return false
    const goesOn = step < 0 ? isWordBefore(reading.text, at + 1) : isWordAt(reading.text, at)
    return underscores.test(run) ? !goesOn || isUnmistakable(plain) : !goesOn && !numeric && plain.length >= numberable
  }

  return {
    isBounded(needle, reading, start, end) {
      const { bound } = needle
      const { text } = reading
      const within = (sign: string, side: 'start' | 'end') =>
        unspaced.test(sign) && !(boundaries ??= boundariesIn(source)).has(placeOf(reading, start, end)[side])
      if (bound.start === 'dictionary' && start > 0 && within(signBefore(text, start), 'start')) return false
      if (bound.end === 'dictionary' && end < text.length && within(signAt(text, end), 'end')) return false
      const isFree = (at: number, step: -1 | 1) =>
        ending.test(source.charAt(placeIn(reading, at))) || isAttached(needle, reading, at, step)
      if (bound.start === 'sign' && isWordBefore(reading.text, start) && !isFree(start - 1, -1)) return false
      return !(bound.end === 'sign' && isWordAt(reading.text, end) && !isFree(end, 1))
    },
  }
}
