import { splitWords } from '#kernel/commands/words.ts'
import type { Argument } from '../design/contract.ts'

/**
 * The words typed after a command; quoted text is one word. The last word that the command defines takes all remaining
 * text.
 */
export function wordsIn(typed: string, list: readonly Argument[]): (string | undefined)[] {
  const words = splitWords(typed)
  const last = words[list.length - 1]
  if (list.length === 0 || last === undefined || words.length === list.length) return words.map(({ text }) => text)
  return [...words.slice(0, list.length - 1).map(({ text }) => text), typed.slice(last.start).trim()]
}

/** The names of required words that were not typed. */
export const missingWords = (words: readonly (string | undefined)[], list: readonly Argument[]): string[] =>
  list.flatMap(({ name, required }, at) => (required && words[at] === undefined ? [name] : []))
