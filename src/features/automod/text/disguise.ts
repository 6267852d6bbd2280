import { couldBeAWord } from './alphabets.ts'
import { clusterAt, foldedSign, invisible, type Reading } from './normalise.ts'
import type { Needle } from './needles.ts'
import { isFormula, isInAddress, isInitialsOrPath } from './surroundings.ts'
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
const region = /\p{Regional_Indicator}/u
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const isFlag = (pair: string): boolean => {
  const code = Array.from(pair, sign => String.fromCharCode((sign.codePointAt(0) ?? 0) - 0x1f1e6 + 65)).join('')
  return code.length === 2 && regions.of(code) !== undefined
}

/** Whether indicators at a place show as flags, all of them. */
function showsFlags(source: string, at: number): boolean {
  let start = at
  while (region.test(source.slice(Math.max(0, start - 2), start))) start -= 2
  const [run = ''] = /^\p{Regional_Indicator}+/u.exec(source.slice(start)) ?? []
  return (run.match(/../gu) ?? []).join('') === run && (run.match(/../gu) ?? []).every(isFlag)
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
  for (const [unit, place] of places.entries()) {
    const want = wanted[unit] ?? ''
    if (place === last) continue
    last = place
    const sign = clusterAt(source, place)
    spelling.written += sign
    const seen = sign.replace(invisible, '').normalize('NFC')
    const letter = seen.toLowerCase()
    if (letter === want) {
      spelling.letters.push(letter)
      continue
    }
    const plain = seen.normalize('NFKC').toLowerCase().normalize('NFC')
    // Marks that make no letter of any language with it are only drawn over it.
    const bare = plain.replace(/\p{M}+$/u, '')
    if (bare === want || plain.length > 1 + bare.length) {
      spelling.styled = true
      spelling.letters.push(...Array.from(bare))
    } else if (stressless(bare) === stressless(want)) spelling.letters.push(want)
    else if (/^\p{N}$/u.test(bare)) spelling.digits++
    else if (!/\p{L}/u.test(bare)) {
      const drawn = foldedSign(bare)
      const boxed = /^[a-z]$/.test(drawn) && /[\p{So}\p{Regional_Indicator}]/u.test(bare)
      if (boxed && region.test(bare) && showsFlags(source, place)) return undefined
      if (boxed) {
        spelling.styled = true
        spelling.letters.push(drawn)
      } else if (inner.test(bare) && (unit === 0 || unit === places.length - 1)) return undefined
      else spelling.signs++
    } else if (want === 'l' && seen === 'I' && /\p{Ll}/u.test(source.slice(places[0], places.at(-1)))) {
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

/**
 * Whether what folds to a listed word is that word, and not a number, a code or a word of another language.
 * @param wanted the listed word's letters, by unit of the stretch
 * @param apart its letters stand apart in the text
 */
export function isMeant(
  needle: Needle,
  wanted: readonly string[],
  source: string,
  { origin }: Reading,
  start: number,
  apart = false,
): boolean {
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
