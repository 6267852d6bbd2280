import type { Word } from '#features/automod/text/contract.ts'

/*
 * The list of words as people write it, one on a line: `/pattern/` is a regular expression, a `*` is a wildcard,
 * anything else is a word. Anything in double quotes is taken literally.
 */

const unquoted = /^"(.+)"$/
const pattern = /^\/(.+)\/$/

export function parseWord(line: string): Word {
  const text = line.trim()
  const literal = unquoted.exec(text)?.[1]
  if (literal !== undefined) return { pattern: literal.trim(), kind: 'word' }
  const regex = pattern.exec(text)?.[1]
  if (regex !== undefined) return { pattern: regex.trim(), kind: 'regex' }
  return { pattern: text, kind: text.includes('*') ? 'wildcard' : 'word' }
}

/** The line that {@link parseWord} parses into this word. */
export function writeWord(word: Word): string {
  if (word.kind === 'regex') return `/${word.pattern}/`
  const plain = parseWord(word.pattern)
  return plain.kind === word.kind && plain.pattern === word.pattern ? word.pattern : `"${word.pattern}"`
}

/** The lines of a text that are not empty. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|[\r\n]/)
    .map(line => line.trim())
    .filter(Boolean)
