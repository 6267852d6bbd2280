import { formatDuration, nearestDuration, parseDuration } from '#kit/duration.ts'
import { listed } from '#kit/permissions.ts'
import type { Option, TextOrKeyword } from '../declarations/option.ts'
import { nearest } from '#kit/edit-distance.ts'
import { safeEcho } from '#kit/template.ts'
import { booleanOf, choiceMeant, trimAfterId } from './option-matching.ts'
import { beginning, usageError } from './words.ts'

/** Kinds whose value is in the text itself and needs no lookup. */
const plainKinds: ReadonlySet<Option['kind']> = new Set([
  'ids',
  'duration',
  'integer',
  'number',
  'boolean',
  'choice',
  'text',
  'rest',
])

export const isPlainKind = (kind: Option['kind']): boolean => plainKinds.has(kind)

function withinLimits(name: string, value: number, { min, max }: Option): number {
  if (min !== undefined && value < min) throw usageError(`${name} must be at least ${min}.`)
  if (max !== undefined && value > max) throw usageError(`${name} must be at most ${max}.`)
  return value
}

function readInteger(name: string, text: string, option: Option): number {
  // Case numbers are written #12 everywhere.
  const digits = text.replace(/^#(?=\d)/, '')
  const plain = /^[+-]?\d{1,3}(?:,\d{3})+$/.test(digits) ? digits.replaceAll(',', '') : digits
  if (!/^[+-]?\d{1,15}$/.test(plain)) throw usageError(`${name} must be a whole number.`)
  return withinLimits(name, Number(plain), option)
}

/** Discord sends very small and large numbers with an exponent: 1e-7. */
function readNumber(name: string, text: string, option: Option): number {
  const value = /^[+-]?(?:\d{1,17}(?:\.\d{1,17})?|\.\d{1,17})(?:e[+-]?\d{1,3})?$/i.test(text)
    ? Number(text)
    : Number.NaN
  if (!Number.isFinite(value)) throw usageError(`${name} must be a number, such as 2 or 1.5.`)
  return withinLimits(name, value, option)
}

function readBoolean(name: string, text: string): boolean {
  const value = booleanOf(text)
  if (value === undefined) throw usageError(`${name} must be yes or no.`)
  return value
}

function notADuration(name: string, text: string): string {
  if (/^(?:-\d|0+(?:[.,]0+)?\s*(?:[a-z]+$|$))/i.test(text)) return `${name} must be more than 0, such as 10m or 2 days.`
  const meant = nearestDuration(text)
  if (meant !== undefined) return `“${safeEcho(text)}” is not a length of time. Did you mean ${meant}?`
  const [, first, second] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? []
  if (first !== undefined) return `“${text}” may be hours or minutes: write ${first}h${second}m or ${first}m${second}s.`
  if (/^\d{1,9}$/.test(text))
    return `${name} needs a unit: ${text}m for minutes, ${text}h for hours, ${text}d for days.`
  return `${name} needs a number with a unit, such as 10m, 1h30m or 2 days.`
}

const dayMs = 86_400_000

/** Limits are given in days, as in Discord and in the commands' descriptions: 28 days. */
const limitText = (ms: number): string => (ms > dayMs && ms % dayMs === 0 ? `${ms / dayMs} days` : formatDuration(ms))

function readDuration(name: string, text: string, { min, max, unit }: Option): number {
  const isCount = unit !== undefined && /^\d{1,9}$/.test(text)
  const value = isCount ? Number(text) * unit : parseDuration(text)
  const [, amount] = /^(\d{1,9})\s?M$/.exec(text) ?? []
  if (amount !== undefined)
    throw usageError(`“${text}” may be minutes or months: write ${amount}m for minutes or ${amount}mo for months.`)
  if (value === undefined) throw usageError(notADuration(name, text))
  if (min !== undefined && value < min) throw usageError(`${name} must be at least ${formatDuration(min)}.`)
  if (max !== undefined && value > max) throw usageError(`${name} must be at most ${limitText(max)}.`)
  return value
}

function readText(name: string, text: string, { min = 1, max }: Option): string {
  const length = [...text].length
  if (length < min)
    throw usageError(min === 1 ? `${name} cannot be empty.` : `${name} needs at least ${min} characters.`)
  if (max !== undefined && length > max) throw usageError(`${name} can have at most ${max} characters.`)
  return text
}

/** Matches a keyword in quotes, which is the text itself. */
const inQuotes = /^"([^"]*)"$/

function readTextOrKeyword(
  name: string,
  text: string,
  option: Option & { keywords: readonly string[] },
): TextOrKeyword<string> {
  const [, quoted] = inQuotes.exec(text.trim()) ?? []
  const isKeyword = (word: string | undefined) => word !== undefined && option.keywords.includes(word.toLowerCase())
  if (isKeyword(text.trim())) return { keyword: text.trim().toLowerCase() }
  return { text: readText(name, quoted !== undefined && isKeyword(quoted) ? quoted : text, option) }
}

function readChoice(name: string, text: string, option: Option): string {
  const chosen = choiceMeant(option.choices ?? [], text)
  if (chosen !== undefined) return chosen
  throw choiceRefusal(name, text, option)
}

/** The error for a word that is none of the choices, with the nearest one: another number is no misspelled one. */
export function choiceRefusal(name: string, text: string, { choices = [] }: Option): Error {
  const digits = (word: string) => word.replaceAll(/\D/g, '')
  const [meant] = nearest(text, choices, choice => [choice]).filter(
    choice => digits(text) === digits(choice) || /^\D*o$/i.test(text),
  )
  const hint = meant !== undefined && choices.length > 2 ? ` Did you mean ${meant}?` : ''
  return usageError(`${name} must be ${listed(choices, 'or')}.${hint}`)
}

/** Discord's ids are positive signed 64-bit numbers. */
const highestId = 2n ** 63n - 1n

/** Reads a list of ids. A malformed one makes all of them refused, because half of a list is not what was asked for. */
function readIds(text: string, { max }: Option): readonly string[] {
  const parts = text.split(/[\s,;]+/u).filter(Boolean)
  const idIn = (part: string) => /^(?:<@!?(\d{17,20})>|(\d{17,20}))$/.exec(trimAfterId(part))?.slice(1).find(Boolean)
  const read = parts.map(part => ({ part, id: idIn(part) }))
  const bad = read.filter(({ id }) => id === undefined || BigInt(id) > highestId).map(({ part }) => part)
  if (bad.length > 0) {
    const shown = bad.slice(0, 5).map(part => `“${safeEcho(part)}”`)
    const are = shown.length === 1 ? `${shown[0]} is not an ID` : `${listed(shown)} are not IDs`
    throw usageError(`${are}. Nothing was done.`)
  }
  const ids = [...new Set(read.map(({ id }) => id).filter(id => id !== undefined))]
  if (max !== undefined && ids.length > max)
    throw usageError(`Give at most ${max} IDs at once; you gave ${ids.length}.`)
  return ids
}

/**
 * Parses a value; the same for typed and slash commands.
 * @throws UserError 'command.usage' that says what the option takes
 */
export function readPlain(
  key: string,
  text: string,
  option: Option,
): string | number | boolean | readonly string[] | TextOrKeyword<string> {
  const name = beginning(key)
  if (option.kind === 'integer') return readInteger(name, text, option)
  if (option.kind === 'number') return readNumber(name, text, option)
  if (option.kind === 'boolean') return readBoolean(name, text)
  if (option.kind === 'duration') return readDuration(name, text, option)
  if (option.kind === 'ids') return readIds(text, option)
  if (option.kind === 'choice') return readChoice(name, text, option)
  const { keywords = [] } = option
  if (keywords.length > 0) return readTextOrKeyword(name, text, { ...option, keywords })
  return readText(name, text, option)
}
