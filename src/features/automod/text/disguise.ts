import { lazily } from '#kit/lazily.ts'
import { couldBeAWord } from './alphabets.ts'
import { clusterAt, foldedSign, invisible, isMarked, type Reading, remembered } from './normalise.ts'
import type { Needle } from './needles.ts'
import { isFormula, isInAddress, isInitialsOrPath } from './word-context.ts'
import { isInsult } from './unmistakable.ts'

/** Signs that are letters only between letters: `sh!t`, but `Naz!` is a greeting. */
const inner = /^[!|+]$/
/** Signs that are letters in long words only: #fa6 is a colour. */
const rareDisguise = /[2689+€¢]/
const longEnough = 5
/** Discord shows it as a word, whoever meant to multiply. */
const product = /^\p{L}\*\p{L}\*\p{L}$/u
const shortWord = 4
/** Somebody's name rather than a word that begins with an a: `@no`. */
const addressed = /^@.*[aeiouy]/i
/** The fourth of something: `put4`. */
const numbered = /^\p{L}+\d+$/u
/** So much of something: `5ex`. */
const measure = /^\d+(?:am|cm|em|ex|ft|hz|in|kb|kg|km|kw|mb|mg|ml|mm|ms|nd|nm|oz|pm|pt|px|rd|st|th|um)$/i
/** A-G alone are notes and answers. */
const notes = /^[A-G]+$/
/** What follows the first half of a Canadian postal code. */
const postalCode = /^[ -]?\d[a-z]\d(?![a-z\d])/i
const small = /\p{Ll}/u
const region = /\p{Regional_Indicator}/u
const regions = lazily(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }))
const firstIndicator = 0x1f1e6
const isIndicator = (code = 0): boolean => code >= firstIndicator && code < firstIndicator + 26
const isFlag = (pair: string): boolean => {
  const code = Array.from(pair, sign => String.fromCharCode((sign.codePointAt(0) ?? 0) - firstIndicator + 65)).join('')
  return code.length === 2 && regions().of(code) !== undefined
}

/** The run that was looked at last: each of its signs asks for it, and a whole text may be one. */
let lastRun = { source: '', start: 0, end: 0, isFlags: false }

/** Whether indicators at a place show as flags, all of them. */
function showsFlags(source: string, at: number): boolean {
  if (source === lastRun.source && at >= lastRun.start && at < lastRun.end) return lastRun.isFlags
  let start = at
  while (isIndicator(source.codePointAt(start - 2))) start -= 2
  let end = at
  while (isIndicator(source.codePointAt(end))) end += 2
  const pairs = source.slice(start, end).match(/..?/gu) ?? []
  lastRun = { source, start, end, isFlags: pairs.every(isFlag) }
  return lastRun.isFlags
}

/** The same in a language's own eyes: е for ё, a Greek letter without its stress, the final sigma. */
const stressless = (letter: string): string =>
  /[\u0370-\u03ff\u1f00-\u1fff]/.test(letter)
    ? letter
        .normalize('NFD')
        .replace(/[\u0300\u0301\u0342]/g, '')
        .normalize('NFC')
        .replace('ς', 'σ')
    : letter === 'ё'
      ? 'е'
      : letter

/** What is to be seen of a sign, whichever letter it stands for. */
interface Look {
  /** Without what shows nothing. */
  seen: string
  /** The same, small. */
  letter: string
  plain: string
  /** Without marks that make no letter of any language with it: they are only drawn over it. */
  bare: string
  stressless: string
  isNumber: boolean
  isLetter: boolean
  /** The letter in a box. */
  boxed: string | undefined
  isRegion: boolean
}

function look(sign: string): Look {
  const seen = sign.replace(invisible, '').normalize('NFC')
  const plain = seen.normalize('NFKC').toLowerCase().normalize('NFC')
  const bare = plain.replace(/\p{M}+$/u, '')
  const drawn = foldedSign(bare)
  return {
    seen,
    letter: seen.toLowerCase(),
    plain,
    bare,
    stressless: stressless(bare),
    isNumber: /^\p{N}$/u.test(bare),
    isLetter: /\p{L}/u.test(bare),
    boxed: /^[a-z]$/.test(drawn) && /[\p{So}\p{Regional_Indicator}]/u.test(bare) ? drawn : undefined,
    isRegion: region.test(bare),
  }
}
/** Signs looked at before: a text has few, over and over. A tower of marks is never the same twice. */
const looks = remembered(look)

/** How a text writes the letters of a listed word. */
interface Spelling {
  /** Letters as they stand there, small. */
  letters: string[]
  digits: number
  signs: number
  /** Some are other letters: with an accent, or of another script. */
  altered: boolean
  /** Some are drawn differently: in boxes, crossed out, as mathematics. */
  styled: boolean
}

/** @returns undefined where a sign cannot stand for the letter at all */
function spellingOf(
  wanted: readonly string[],
  places: readonly number[],
  source: string,
): (Spelling & { written: string }) | undefined {
  const spelling = { letters: [] as string[], digits: 0, signs: 0, altered: false, styled: false, written: '' }
  let last = -1
  let hasSmall: boolean | undefined
  for (let unit = 0; unit < places.length; unit++) {
    const want = wanted[unit] ?? ''
    const place = places[unit] ?? 0
    if (place === last) continue
    last = place
    const sign = clusterAt(source, place)
    spelling.written += sign
    const shown = looks(sign)
    const { letter, bare, boxed } = shown
    if (letter === want) spelling.letters.push(letter)
    else if (bare === want || shown.plain.length > 1 + bare.length) {
      spelling.styled = true
      spelling.letters.push(...Array.from(bare))
    } else if (shown.stressless === stressless(want)) spelling.letters.push(want)
    else if (shown.isNumber) spelling.digits++
    else if (!shown.isLetter) {
      if (boxed && shown.isRegion && showsFlags(source, place)) return undefined
      if (boxed) {
        spelling.styled = true
        spelling.letters.push(boxed)
      } else if (inner.test(bare) && (unit === 0 || unit === places.length - 1)) return undefined
      else spelling.signs++
    } else if (
      want === 'l' &&
      shown.seen === 'I' &&
      (hasSmall ??= small.test(source.slice(places[0], places.at(-1))))
    ) {
      spelling.styled = true
      spelling.letters.push('l')
    } else if (want + bare === 'il' || want + bare === 'li') return undefined
    else {
      spelling.altered = true
      spelling.letters.push(bare)
    }
  }
  return spelling
}

/** Whether each letter stands there as it was listed, in either case. */
function isAsListed(wanted: readonly string[], source: string, { origin }: Reading, start: number): boolean {
  for (let unit = 0; unit < wanted.length; unit++) {
    const want = wanted[unit] ?? ''
    const place = origin?.[start + unit] ?? start + unit
    const code = source.charCodeAt(place)
    const lower = code >= 65 && code <= 90 ? code + 32 : code
    if (lower >= 128 || lower !== want.charCodeAt(0) || want.length > 1 || isMarked(source, place)) return false
  }
  return true
}

/**
 * Whether what folds to a listed word is that word, and not a number, a code or a word of another language.
 * @param wanted the listed word's letters, by unit of the stretch
 * @param apart its letters stand apart in the text
 */
export function isMeant(
  needle: Needle,
  wanted: readonly string[],
  source: string,
  reading: Reading,
  start: number,
  apart = false,
): boolean {
  // What could be said against it is said of short words and of letters apart.
  if (!apart && needle.text.length >= longEnough && isAsListed(wanted, source, reading, start)) return true
  const { origin } = reading
  const places = wanted.map((_, unit) => origin?.[start + unit] ?? start + unit)
  const spelling = spellingOf(wanted, places, source)
  if (!spelling) return false
  const { letters, digits, signs, altered, styled, written } = spelling
  const from = places[0] ?? 0
  const to = (places.at(-1) ?? 0) + 1
  if (apart && (notes.test(written) || isInAddress(source, from) || isInitialsOrPath(source, from, to))) return false
  if (needle.numeric) return true
  const disguised = digits + signs > 0
  if (letters.length === 0 || (digits > 0 && letters.length < 2)) return false
  const short = needle.text.length <= 3
  if (needle.text.length < longEnough && rareDisguise.test(written)) return false
  const couldBeElse = needle.text.length <= shortWord && !isInsult(needle.plain)
  if (couldBeElse && (addressed.test(written) || numbered.test(written) || isFormula(source, from, to))) return false
  if (short && (measure.test(written) || product.test(source.slice(from, to)))) return false
  if (short && digits > 0) {
    if (apart || !/\p{Ll}/u.test(written) || postalCode.test(source.slice(to, to + 5))) return false
  }
  if ((disguised || styled || altered) && isInAddress(source, from)) return false
  if (!altered || disguised || !couldBeAWord(letters)) return true
  return isInsult(needle.plain) && letters.every(letter => /^\p{Script=Latin}/u.test(letter))
}
