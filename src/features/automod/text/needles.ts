import type { Word } from '../contract.ts'
import { clusterAt, disguised, lettersIn, read } from './normalise.ts'

/** A listed word as it is looked for. */
export interface Needle {
  word: Word
  /** Folded, and merged: see `merged`. */
  text: string
  /** Folded only. */
  plain: string
  /** By unit of `text`: the letter that was listed, small. */
  letters: readonly string[]
  /** Must begin or end where a word does. */
  bound: { start: boolean; end: boolean }
  /** Listed with digits or signs for letters, so that it says nothing about what they stand for. */
  numeric: boolean
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
export const wordAt = (text: string, at: number): boolean => at < text.length && wordSign.test(signAt(text, at))
export const wordBefore = (text: string, at: number): boolean => at > 0 && wordSign.test(signBefore(text, at))

/** Signs that stand for a letter only inside a word, for which a folded text is too coarse: unit for unit, one class each. */
const alike: Record<string, string> = {
  l: 'i',
  '!': 'i',
  '|': 'i',
  '2': 'z',
  '6': 'g',
  '9': 'g',
  '8': 'b',
  '+': 't',
  '€': 'e',
  '¢': 'c',
}
/** A folded text with signs that may be the same letter made one; as long as before. */
export const merged = (text: string): string => text.replace(/[l!|2698+€¢]/g, sign => alike[sign] ?? sign)

/** @returns undefined for a word of which nothing is left to look for */
export function needleOf(word: Word): Needle | undefined {
  const wild = word.kind === 'wildcard'
  const own = (wild ? word.pattern.replace(/^\*+|\*+$/g, '') : word.pattern).trim()
  const { folded } = read(own)
  const { text } = folded
  if (text.trim() === '') return undefined
  const letters = Array.from({ length: text.length }, (_, at) =>
    clusterAt(own, folded.origin?.[at] ?? at)
      .normalize('NFKC')
      .toLowerCase(),
  )
  const bound = {
    start: !(wild && word.pattern.startsWith('*')) && wordAt(text, 0) && !unspaced.test(signAt(text, 0)),
    end:
      !(wild && word.pattern.endsWith('*')) &&
      wordBefore(text, text.length) &&
      !unspaced.test(signBefore(text, text.length)),
  }
  return { word, text: merged(text), plain: text, letters, bound, numeric: !lettersIn(own) || disguised(own) }
}
