import { lazy } from '#kit/lazy.ts'
import { couldBeAWord } from './alphabets.ts'
import { clusterAt, foldedSign, invisible, isMarked, type Reading, remembered } from './normalise.ts'
import type { Needle } from './needles.ts'
import { isFormula, isInAddress, isInitialsOrPath } from './word-context.ts'
import { isInsult } from './insults.ts'

/** Characters that stand for letters only between letters: `sh!t`, but `Naz!` is a greeting. */
const inner = /^[!|+]$/
/** Characters that stand for letters only in long words: #fa6 is a color. */
const rareDisguise = /[2689+€¢]/
const longEnough = 5
/** A product such as `a*b*c`, whose asterisks Discord would take for formatting. */
const product = /^\p{L}\*\p{L}\*\p{L}$/u
const shortWord = 4
/** A mention of somebody's name rather than a word that begins with an a: `@no`. */
const addressed = /^@.*[aeiouy]/i
/** A numbered item: `put4`. */
const numbered = /^\p{L}+\d+$/u
/** A number with a unit: `5ex`. */
const measure = /^\d+(?:am|cm|em|ex|ft|hz|in|kb|kg|km|kw|mb|mg|ml|mm|ms|nd|nm|oz|pm|pt|px|rd|st|th|um)$/i
/** Only the letters A to G: musical notes, or answers to questions. */
const notes = /^[A-G]+$/
/** The second half of a Canadian postal code. */
const postalCode = /^[ -]?\d[a-z]\d(?![a-z\d])/i
const small = /\p{Ll}/u
const region = /\p{Regional_Indicator}/u
const regions = lazy(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }))
const firstIndicator = 0x1f1e6
const isIndicator = (code = 0): boolean => code >= firstIndicator && code < firstIndicator + 26
const isFlag = (pair: string): boolean => {
  const code = Array.from(pair, sign => String.fromCharCode((sign.codePointAt(0) ?? 0) - firstIndicator + 65)).join('')
  return code.length === 2 && regions().of(code) !== undefined
}

/** The last run that was examined: each of its characters asks for it, and a whole text may be one run. */
let lastRun = { source: '', start: 0, end: 0, isFlags: false }

/** Whether the regional indicators at a place form only flags. */
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

/**
 * The letter without marks that its language treats as optional: е for ё, a Greek letter without stress, σ for the
 * final sigma.
 */
const withoutOptionalMarks = (letter: string): string =>
  /[\u0370-\u03ff\u1f00-\u1fff]/.test(letter)
    ? letter
        .normalize('NFD')
        .replace(/[\u0300\u0301\u0342]/g, '')
        .normalize('NFC')
        .replace('ς', 'σ')
    : letter === 'ё'
      ? 'е'
      : letter

/** What a character looks like, whichever letter it stands for. */
interface Look {
  /** Without invisible parts. */
  seen: string
  /** The same in lower case. */
  letter: string
  plain: string
  /** Without marks that form no letter of any language with it and are only drawn over it. */
  bare: string
  unmarked: string
  isNumber: boolean
  isLetter: boolean
  /** The letter inside a box. */
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
    unmarked: withoutOptionalMarks(bare),
    isNumber: /^\p{N}$/u.test(bare),
    isLetter: /\p{L}/u.test(bare),
    boxed: /^[a-z]$/.test(drawn) && /[\p{So}\p{Regional_Indicator}]/u.test(bare) ? drawn : undefined,
    isRegion: region.test(bare),
  }
}
/** A cache: a text has few different characters. Stacks of marks never repeat, so they are not cached. */
const looks = remembered(look)

/** How a text spells the letters of a listed word. */
interface Spelling {
  /** The letters as they are there, in lower case. */
  letters: string[]
  digits: number
  signs: number
  /** Whether some are other letters: with an accent, or from another script. */
  altered: boolean
  /** Whether some are drawn differently: in boxes, crossed out, as mathematical letters. */
  styled: boolean
}

/** @returns undefined if some character cannot stand for the letter at all */
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
    } else if (shown.unmarked === withoutOptionalMarks(want)) spelling.letters.push(want)
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

/** Whether each letter is exactly as listed, in either case. */
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
 * Whether a text that folds to a listed word really is that word, and not a number, a code or a word of another
 * language.
 * @param wanted the listed word's letters, by unit of the stretch
 * @param isSpaced whether its letters are set apart in the text
 */
export function isRealMatch(
  needle: Needle,
  wanted: readonly string[],
  source: string,
  reading: Reading,
  start: number,
  isSpaced = false,
): boolean {
  // The objections below apply only to short words and to letters set apart.
  if (!isSpaced && needle.text.length >= longEnough && isAsListed(wanted, source, reading, start)) return true
  const { origin } = reading
  const places = wanted.map((_, unit) => origin?.[start + unit] ?? start + unit)
  const spelling = spellingOf(wanted, places, source)
  if (!spelling) return false
  const { letters, digits, signs, altered, styled, written } = spelling
  const from = places[0] ?? 0
  const to = (places.at(-1) ?? 0) + 1
  if (isSpaced && (notes.test(written) || isInAddress(source, from) || isInitialsOrPath(source, from, to))) return false
  if (needle.numeric) return true
  const disguised = digits + signs > 0
  if (letters.length === 0 || (digits > 0 && letters.length < 2)) return false
  const short = needle.text.length <= 3
  if (needle.text.length < longEnough && rareDisguise.test(written)) return false
  const couldBeElse = needle.text.length <= shortWord && !isInsult(needle.plain)
  if (couldBeElse && (addressed.test(written) || numbered.test(written) || isFormula(source, from, to))) return false
  if (short && (measure.test(written) || product.test(source.slice(from, to)))) return false
  if (short && digits > 0) {
    if (isSpaced || !/\p{Ll}/u.test(written) || postalCode.test(source.slice(to, to + 5))) return false
  }
  if ((disguised || styled || altered) && isInAddress(source, from)) return false
  if (!altered || disguised || !couldBeAWord(letters)) return true
  return isInsult(needle.plain) && letters.every(letter => /^\p{Script=Latin}/u.test(letter))
}
