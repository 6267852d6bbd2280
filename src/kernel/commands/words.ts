import { UserError } from '#kit/errors.ts'

/**
 * Matches a flag, `--silent` or `-d`, also with the long dash that phones make of two. A line of dashes is not a flag.
 */
export const flag = /^(?:--?|—)(\p{L}\S*)$/u

export interface TypedWord {
  text: string
  /** The index of its first character in the typed text. */
  start: number
  quoted: boolean
}

/** Straight quotes, and the curly ones that phones type. */
const quotes: Record<string, string> = { '"': '"', '“': '”', '„': '“', '«': '»' }

/**
 * Splits the text after a command's name into words. Quoted text is one word, without the quotes and the punctuation
 * after them. An unclosed quote is an ordinary character.
 */
export function splitWords(text: string): TypedWord[] {
  const words: TypedWord[] = []
  let at = 0
  while (at < text.length) {
    if (/\s/u.test(text.charAt(at))) {
      at += 1
      continue
    }
    const closing = quotes[text.charAt(at)]
    const end = closing === undefined ? -1 : text.indexOf(closing, at + 1)
    const behind = end > at ? /^[,;:.!]*(?=\s|$)/u.exec(text.slice(end + 1)) : null
    if (behind) {
      words.push({ text: text.slice(at + 1, end), start: at, quoted: true })
      at = end + 1 + behind[0].length
      continue
    }
    const [plain = ''] = /^\S+/u.exec(text.slice(at)) ?? []
    words.push({ text: plain, start: at, quoted: false })
    at += plain.length
  }
  return words
}

/** Removes punctuation at the end of a word: `@mara, @jun`, `#general: raid`, `10 minutes, spam`. */
export const withoutPunctuation = (text: string): string => text.replace(/[,;:.!]+$/, '')

/** A mistake in how a command was typed; shown together with the command's usage. */
export const usageError = (sentence: string) => new UserError('command.usage', sentence)

/** Thrown in place of running a command whose usage somebody asked for: `.ban help`. */
export const helpAsked = ({ description }: { description: string }) => new UserError('command.help', description)

/** Names of options that are not nouns: a sentence cannot start with a bare "For". */
const noNouns: ReadonlySet<string> = new Set([
  'after',
  'at',
  'before',
  'by',
  'for',
  'from',
  'in',
  'off',
  'to',
  'until',
  'what',
  'with',
])

/** An option's name at the beginning of a sentence: 'Amount', 'The option `for`'. */
export const beginning = (name: string): string =>
  noNouns.has(name) ? `The option \`${name}\`` : name.charAt(0).toUpperCase() + name.slice(1)
