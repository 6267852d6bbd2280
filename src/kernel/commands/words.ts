import { UserError } from '#kit/errors.ts'

export interface TypedWord {
  text: string
  /** Where it begins in the typed text. */
  start: number
  quoted: boolean
}

/** Straight quotes, and the curly ones that phones type. */
const quotes: Record<string, string> = { '"': '"', '“': '”', '„': '“', '«': '»' }

/**
 * Splits what follows a command's name into words; quoted text is one word, without what sets it off from the next. An
 * unclosed quote is an ordinary character.
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

/** Without what stands between it and the next: `@mara, @jun`, `#general: raid`, `10 minutes, spam`. */
export const withoutPunctuation = (text: string): string => text.replace(/[,;:.!]+$/, '')

/** A mistake in how a command was typed; shown together with the command's usage. */
export const usageError = (sentence: string) => new UserError('command.usage', sentence)

/** Names of options that are no nouns: no sentence can be about a bare "For". */
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

/** An option's name as a sentence begins with it: 'Amount', 'The option `for`'. */
export const beginning = (name: string): string =>
  noNouns.has(name) ? `The option \`${name}\`` : name.charAt(0).toUpperCase() + name.slice(1)
