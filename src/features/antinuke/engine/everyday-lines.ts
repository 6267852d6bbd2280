import { RE2JS, RE2JSException } from 're2js'

/** Everyday messages, to tell a rule against something from one against everybody. */
const lines = [
  'good morning everybody',
  'How are you today?',
  'Thanks, that works now',
  'see you tomorrow',
  'I will be there in five minutes',
  'does anybody know how to fix this',
  'that was a great game',
  'lol',
  'ok',
  'no idea, sorry',
  'Welcome to the server!',
  'who wants to play later?',
  'Just got home from work',
  'Nice one',
  'What time does it start?',
  'Happy birthday',
]

/**
 * The share of the lines from which on a rule is against everybody. A rule that wants a capital at the beginning, or no
 * punctuation at the end, matches many lines; one against everybody matches nearly all.
 */
const nearlyAll = 0.8

/** Longer than any line, so that something repeated more often matches just as little. */
const longest = 60
const repeat = /\{(\d+)(,(\d*))?\}/g
/** How many instructions are compiled for one rule at most: about 10 ms. Larger patterns are not judged. */
const mostInstructions = 3000

/** A pattern that matches the same lines, and about how many instructions it has. */
function shortened(pattern: string): { text: string; size: number } {
  const text = pattern.replace(repeat, (_, least: string, range?: string, most?: string) => {
    const [from, to] = [Math.min(longest, Number(least)), Number(most)]
    if (range !== undefined && (most === '' || to > longest)) return `{${from},}`
    return range === undefined ? `{${from}}` : `{${from},${to}}`
  })
  return { text, size: sizeOf(text) }
}

/**
 * One part of a pattern: a repeat, an escaped character, a character class, or any other character. What is in brackets
 * is repeated as a whole.
 */
const part = /\{(\d+)(?:,(\d*))?\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[^]/gu

/** About how many instructions a pattern has: nested repeats multiply, neighboring ones add up. */
function sizeOf(pattern: string): number {
  /** For each open bracket, outermost first: the size of its content, and of the last part of that. */
  const open = [{ all: 0, last: 0 }]
  for (const [sign, least, most] of pattern.matchAll(part)) {
    const inner = sign === ')' && open.length > 1 ? open.pop() : undefined
    const top = open.at(-1)
    if (!top) return Infinity
    if (least !== undefined) {
      top.all += top.last * (Math.max(1, Number(least), Number(most ?? 0)) - 1)
    } else if (sign === '(') open.push({ all: 0, last: 0 })
    else {
      top.last = 1 + (inner?.all ?? 0)
      top.all += top.last
    }
  }
  return open.reduce((sum, { all }) => sum + all, 0)
}

/** Discord's patterns are Rust's, nearly all of which RE2 reads, and in the same way. */
function finderOf(pattern: string): ((line: string) => boolean) | undefined {
  try {
    const compiled = RE2JS.compile(pattern)
    return line => compiled.test(line)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return undefined
  }
}

function patternFinders(patterns: readonly string[]): ((line: string) => boolean)[] {
  let left = mostInstructions
  return patterns.flatMap(pattern => {
    const { text, size } = shortened(pattern)
    if (size > left) return []
    left -= size
    return finderOf(text) ?? []
  })
}

const isInWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)

/**
 * Whether a keyword matches a line. Discord's documentation, "Keyword Matching Strategies": whole words, except for
 * asterisks at either end.
 */
function matchesKeyword(keyword: string, line: string): boolean {
  const word = keyword.replace(/^\*|\*$/g, '').toLowerCase()
  if (word === '') return false
  for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1))
    if (
      (keyword.startsWith('*') || !isInWord(line[at - 1])) &&
      (keyword.endsWith('*') || !isInWord(line[at + word.length]))
    )
      return true
  return false
}

/** Each of fewer letters than this is in nearly every line. */
const fewestLetters = 12

/**
 * The same lines in other letters: they have no words, but patterns for letters match them. With few letters, the Latin
 * lines stay beside them.
 */
function linesIn(letters: readonly string[]): readonly string[] {
  if (letters.length === 0) return lines
  let next = 0
  const theirs = lines.map(line =>
    line.replace(/\p{L}/gu, sign => {
      const other = letters[next++ % letters.length] ?? sign
      return sign === sign.toLowerCase() ? other : other.toUpperCase()
    }),
  )
  return letters.length < fewestLetters ? [...lines, ...theirs] : theirs
}

/**
 * Whether a rule's keywords and patterns, all together, are met by nearly whatever somebody writes.
 * @param letters what people write in, where that is not Latin
 */
export function matchesNearlyAll(
  keywords: readonly string[],
  patterns: readonly string[],
  letters: readonly string[] = [],
): boolean {
  const finders = patternFinders(patterns)
  const written = linesIn(letters)
  const met = written.filter(
    line => finders.some(find => find(line)) || keywords.some(word => matchesKeyword(word.trim(), line.toLowerCase())),
  )
  return met.length >= nearlyAll * written.length
}
