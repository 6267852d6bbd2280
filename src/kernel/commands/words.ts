import { parseDuration } from '#kit/duration.ts'
import type { Option, Options } from '../declarations/option.ts'
import { UserError } from '#kit/errors.ts'
import { listed } from '#kit/permissions.ts'
import { repeated } from '#kit/template.ts'

interface Word {
  text: string
  /** Where it begins in the typed text. */
  start: number
  quoted: boolean
}

/** Straight quotes, and the ones that phones type. */
const quotes: Record<string, string> = { '"': '"', '“': '”', '„': '“', '«': '»' }

/** Splits what follows a command's name into words; quoted text is one word, an unclosed quote is an ordinary character. */
export function splitWords(text: string): Word[] {
  const words: Word[] = []
  let at = 0
  while (at < text.length) {
    if (/\s/u.test(text.charAt(at))) {
      at += 1
      continue
    }
    const closing = quotes[text.charAt(at)]
    const end = closing === undefined ? -1 : text.indexOf(closing, at + 1)
    if (end > at && (end + 1 === text.length || /\s/u.test(text.charAt(end + 1)))) {
      words.push({ text: text.slice(at + 1, end), start: at, quoted: true })
      at = end + 1
      continue
    }
    const [plain = ''] = /^\S+/u.exec(text.slice(at)) ?? []
    words.push({ text: plain, start: at, quoted: false })
    at += plain.length
  }
  return words
}

/** A mistake in how a command was typed; shown together with the command's usage. */
export const usageError = (sentence: string) => new UserError('command.usage', sentence)

/** A number, perhaps with units: not `100%` or `x2`. */
const amount = /^[+-]?\d[\d.,a-z]*$/i
/** `2nd account` is the start of a reason. */
const ordinal = /^\d+(?:st|nd|rd|th)$/i

/** What all choices begin with, such as `del-`: '' when they have nothing in common. */
function sharedStart([first = '', ...others]: readonly string[]): string {
  let length = others.length === 0 ? 0 : first.length
  while (!others.every(other => other.startsWith(first.slice(0, length)))) length -= 1
  return first.slice(0, length)
}

/** Fewer letters in common are a coincidence: `on` and `off`. */
const tellingStart = 3

function resemblesChoice(text: string, choices: readonly string[]): boolean {
  const start = sharedStart(choices)
  return (
    choices.some(choice => choice.toLowerCase() === text) ||
    (start.length >= tellingStart && text.startsWith(start.toLowerCase()))
  )
}

const yes = new Set(['yes', 'on', 'true'])
const no = new Set(['no', 'off', 'false'])

/** What a word means, in any case; undefined for one that means neither. */
export function booleanOf(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return yes.has(word) ? true : no.has(word) ? false : undefined
}

/** Whether a word was probably meant for this option, so that it is refused rather than passed on to the next one. */
function resembles({ kind, choices }: Option, word: Word): boolean {
  if (word.quoted) return kind === 'text'
  if (kind === 'duration') return amount.test(word.text) && !ordinal.test(word.text)
  if (kind === 'integer' || kind === 'number') return /\d/.test(word.text)
  if (kind === 'boolean') return booleanOf(word.text) !== undefined
  if (kind === 'choice') return resemblesChoice(word.text.toLowerCase(), choices ?? [])
  if (kind === 'member' || kind === 'user' || kind === 'role' || kind === 'channel')
    return /^(?:<[@#].*>|[@#].+|\d{17,20})$/.test(word.text)
  return true
}

const isQuantity = (kind: Option['kind']) => kind === 'integer' || kind === 'number' || kind === 'duration'

/** How many words from here on make one duration: `2 days` is two. */
function durationLength(words: readonly Word[]): number {
  const longest = Math.min(words.length, 10)
  for (let length = longest; length > 1; length -= 1)
    if (
      parseDuration(
        words
          .slice(0, length)
          .map(word => word.text)
          .join(' '),
      ) !== undefined
    )
      return length
  return 1
}

/**
 * Gives each option its text, in order; attachments are no words. A word that cannot be meant for an optional option goes to the next one.
 * @throws UserError 'command.usage' when a required one is missing or something is left over
 */
export function assignWords(options: Options, text: string): Record<string, string> {
  let words = splitWords(text)
  /** What the choice takes that the next word was not one of. */
  let passed: string | undefined
  const assigned: Record<string, string> = {}
  const named = Object.entries(options).filter(([, { kind }]) => kind !== 'attachment')
  named.forEach(([name, option], place) => {
    const [word] = words
    if (!word) {
      if (option.required) throw usageError(`Missing: ${name}.`)
      return
    }
    if (option.kind === 'rest') {
      const alone = words.length === 1 && word.quoted
      assigned[name] = alone ? word.text : text.slice(word.start).trimEnd()
      words = []
      return
    }
    const isMeant = resembles(option, word)
    if (!option.required && place < named.length - 1 && !isMeant) {
      if (option.kind === 'choice') passed ??= `${name} must be ${listed(option.choices ?? [], 'or')}.`
      return
    }
    if (passed !== undefined && !isMeant && isQuantity(option.kind)) throw usageError(passed)
    passed = undefined
    const length = option.kind === 'duration' ? durationLength(words) : 1
    assigned[name] = words
      .slice(0, length)
      .map(({ text }) => text)
      .join(' ')
    words = words.slice(length)
  })
  const [left] = words
  if (left && named.length > 0) throw usageError(`I do not know what to do with “${repeated(left.text)}”.`)
  return assigned
}
