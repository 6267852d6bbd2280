import { confusablesMap } from 'confusables'
import { kind, kindsIn, mayHold } from './character-kinds.ts'

/** A text as a rule reads it, with the place in the original that each of its UTF-16 units came from. */
export interface Reading {
  text: string
  /** By unit, with one more entry for the end; undefined if every unit is where it was. */
  origin: readonly number[] | undefined
}

export interface Readings {
  /** As it was written. */
  source: string
  /** As it looks: compatibility forms as plain letters, invisible characters removed. */
  plain: Reading
  /** As it reads: lower case, no accents, look-alikes and digits in words as letters, runs of spaces as one. */
  folded: Reading
  /** The kinds of characters in it; undefined unless it is plain ASCII. */
  kinds: number | undefined
}

export const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
/** Marks used with any script, such as accents. Marks of one particular script count as letters of it. */
const accent = /[\p{M}--[\P{Script=Inherited}]]/gv
const cluster = /\P{M}\p{M}*|\p{M}+/uy
const letter = /^\p{L}$/u
const small = /^[a-z]$/

/** Characters that stand for letters in words: `4ss`, `a$$`. */
const leet: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }
/** Small capitals that are missing in Unicode's tables. */
const smallCapitals: Record<string, string> = { ꜰ: 'f', ꜱ: 's' }
/** Whether a text contains letters; one without any is a number and not a disguised word. */
export const hasLetters = (text: string): boolean => /\p{L}/u.test(text)
/** Whether a text has characters that stand for letters, such as 4 and $. */
export const hasLeetSigns = (text: string): boolean => /[013457@$]/.test(text)

/** The Latin letter that a letter of another script, or its capital, looks like. */
function lookAlike(sign: string): string | undefined {
  if (!letter.test(sign)) return undefined
  const seen = confusablesMap.get(sign.toLowerCase()) ?? confusablesMap.get(sign.toUpperCase())
  const found = seen?.toLowerCase()
  return found !== undefined && small.test(found) ? found : undefined
}

/** The letter that a character stands for in a word, if any. */
export const foldedSign = (sign: string): string => {
  // A sigma at the end of a word is the same letter.
  const lower = sign.toLowerCase().replace('ς', 'σ')
  return leet[lower] ?? (lower < '\u0080' ? lower : (smallCapitals[sign] ?? boxed(sign) ?? lookAlike(lower) ?? lower))
}

/** Letters in boxes and circles, for which Unicode has no compatibility form, and the halves of flags. */
function boxed(sign: string): string | undefined {
  const code = sign.codePointAt(0) ?? 0
  const first = [0x1f150, 0x1f170, 0x1f1e6].find(start => code >= start && code < start + 26)
  return first === undefined ? undefined : String.fromCharCode(97 + code - first)
}

/** No mark is below this, and no Greek or Cyrillic letter between the following two is a mark. */
const firstMark = 0x300
const [greek, afterCyrillic] = [0x370, 0x483]
/** Whether a character may have marks on it. @param at the index of its last unit */
export function isMarked(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1)
  return next >= firstMark && (next < greek || next >= afterCyrillic)
}

/** The character at a place, with its marks. */
export function clusterAt(text: string, at: number): string {
  if (!isMarked(text, at)) return text.charAt(at)
  cluster.lastIndex = at
  return cluster.test(text) ? text.slice(at, cluster.lastIndex) : text.charAt(at)
}

interface Piece {
  plain: string
  folded: string
}

function readPiece(piece: string): Piece {
  const plain = piece.normalize('NFKC').replace(invisible, '').replaceAll('\u2800', ' ')
  const bare = plain.normalize('NFKD').replace(accent, '')
  const folded = Array.from(bare, foldedSign).join('').normalize('NFC')
  return { plain, folded: folded.replace(/\s+/g, ' ') }
}

/** ASCII characters by code, already folded. */
const ascii = Array.from({ length: 128 }, (_, code) => readPiece(String.fromCharCode(code)))

/** More than the number of characters in any language. */
const mostRemembered = 20_000
/** A stack of marks is one character, and never repeats. */
const longestRemembered = 4

/** Caches the results of a function of a character. The cache is emptied when it gets too large. */
export function remembered<Told>(tell: (sign: string) => Told): (sign: string) => Told {
  const known = new Map<string, Told>()
  return sign => {
    const before = known.get(sign)
    if (before !== undefined) return before
    const told = tell(sign)
    if (known.size >= mostRemembered) known.clear()
    if (sign.length <= longestRemembered) known.set(sign, told)
    return told
  }
}

const pieceOf = remembered(readPiece)

/** The piece at `start`: an ASCII character without marks, or any character with its marks. */
function pieceAt(text: string, start: number): { piece: Piece; end: number } {
  const code = text.charCodeAt(start)
  const simple = code < 128 && !isMarked(text, start) ? ascii[code] : undefined
  if (simple) return { piece: simple, end: start + 1 }
  const found = clusterAt(text, start)
  return { piece: pieceOf(found), end: start + found.length }
}

const foldOfAscii = Uint8Array.from({ length: 128 }, (_, code) => ascii[code]?.folded.charCodeAt(0) ?? 32)

const foldByLetters = (lower: string): string =>
  lower.replace(/[^]/g, letter => String.fromCharCode(foldOfAscii[letter.charCodeAt(0)] ?? 0))

/** A reusable buffer for folding one text after another. Browsers have none; they only try a message now and then. */
const foldBuffer = typeof Buffer === 'undefined' ? undefined : Buffer.alloc(4096)

function foldAscii(text: string, kinds: number): string {
  const lower = mayHold(kinds, kind.capital) ? text.toLowerCase() : text
  if (!mayHold(kinds, kind.folded)) return lower
  if (!foldBuffer || lower.length > foldBuffer.length) return foldByLetters(lower)
  const { length } = lower
  foldBuffer.write(lower, 'latin1')
  for (let at = 0; at < length; at++) foldBuffer[at] = foldOfAscii[foldBuffer[at] ?? 0] ?? 0
  return foldBuffer.toString('latin1', 0, length)
}

/** Reads a text in both ways. Never fails, whatever the text contains; takes linear time. */
export function read(text: string): Readings {
  const kinds = kindsIn(text)
  if (kinds !== undefined) {
    const folded = foldAscii(text, kinds)
    return { source: text, plain: { text, origin: undefined }, folded: { text: folded, origin: undefined }, kinds }
  }
  const plain: string[] = []
  const plainOrigin: number[] = []
  const folded: string[] = []
  const foldedOrigin: number[] = []
  let spaced = false
  for (let start = 0; start < text.length; ) {
    const { piece, end } = pieceAt(text, start)
    plain.push(piece.plain)
    for (let unit = 0; unit < piece.plain.length; unit++) plainOrigin.push(start)
    const space = piece.folded === ' '
    if (!(space && spaced) && piece.folded !== '') {
      folded.push(piece.folded)
      for (let unit = 0; unit < piece.folded.length; unit++) foldedOrigin.push(start)
      spaced = space
    }
    start = end
  }
  plainOrigin.push(text.length)
  foldedOrigin.push(text.length)
  return {
    source: text,
    plain: { text: plain.join(''), origin: plainOrigin },
    folded: { text: folded.join(''), origin: foldedOrigin },
    kinds,
  }
}

/** Where a stretch of a reading is in the original, as UTF-16 offsets. */
export function placeOf({ origin }: Reading, start: number, end: number): { start: number; end: number } {
  if (!origin) return { start, end }
  const from = origin[start] ?? 0
  let to = end
  // Several units may come from one character: the end is where the next character begins.
  while (to < origin.length - 1 && origin[to] === origin[end - 1]) to++
  return { start: from, end: Math.max(origin[to] ?? 0, from) }
}

/** Characters that Discord always treats as formatting and does not show. */
const marks = /\*+|~~|\|\||`+|__|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

/** A reading without formatting: `b**a**d` is shown as one word. */
export function unmarked({ text, origin }: Reading): Reading {
  if (text.search(marks) === -1) return { text, origin }
  const kept: string[] = []
  const from: number[] = []
  let start = 0
  const keep = (end: number) => {
    kept.push(text.slice(start, end))
    for (let at = start; at < end; at++) from.push(origin?.[at] ?? at)
  }
  for (const { 0: mark, index } of text.matchAll(marks)) {
    keep(index)
    start = index + mark.length
  }
  keep(text.length)
  from.push(origin?.[text.length] ?? text.length)
  return { text: kept.join(''), origin: from }
}
