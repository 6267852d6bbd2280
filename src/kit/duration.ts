import { nearest } from './edit-distance.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const week = 7 * day
const month = 30 * day
const year = 365 * day

const units = [
  { ms: year, name: 'year', spellings: ['y', 'yr', 'yrs', 'year', 'years'] },
  { ms: month, name: 'month', spellings: ['mo', 'mos', 'mth', 'mths', 'month', 'months'] },
  { ms: week, name: 'week', spellings: ['w', 'wk', 'wks', 'week', 'weeks'] },
  { ms: day, name: 'day', spellings: ['d', 'day', 'days'] },
  { ms: hour, name: 'hour', spellings: ['h', 'hr', 'hrs', 'hour', 'hours'] },
  { ms: minute, name: 'minute', spellings: ['m', 'min', 'mins', 'minute', 'minutes'] },
  { ms: second, name: 'second', spellings: ['s', 'sec', 'secs', 'second', 'seconds'] },
] as const

/** Months and years vary in length, so anything longer than a few weeks is shown in days. */
const shownUnits = units.slice(2)
const longestInWeeks = month

const inLetters = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Longer than any valid duration, even with every unit spelled out. */
const longestText = 200

/**
 * Turns words into numbers with units: `half an hour` and `half hour` into `0.5 hour`, `two weeks` into `2 weeks`,
 * `1h30` into `1h30m`; and drops the `and` of `1 hour and 5 minutes`.
 */
export function inDigits(text: string): string {
  const digits = (word: string) => String(inLetters.indexOf(word) + 1 || 1)
  return text
    .toLowerCase()
    .replace(/^half (?:an? )?(?=[a-z])/, '0.5 ')
    .replaceAll(/(?<=^| and )([a-z]+)(?=\s+[a-z])/g, word =>
      /^an?$/.test(word) || inLetters.includes(word) ? digits(word) : word,
    )
    .replaceAll(/(?<=[a-z])\s+and\s+(?=\d)/g, ' ')
    .replace(/(?<=\d)(h|m)([0-5]?\d)$/, (_, unit: string, rest: string) => `${unit}${rest}${unit === 'h' ? 'm' : 's'}`)
}

/**
 * Reads `10m`, `1h30m`, `1.5h`, `2 days`, `1 week 2 days`, `1mo`, `1h30` or `half an hour`: numbers, each with its
 * unit, the largest unit first. A month has 30 days and a year 365. A fraction has a point or a comma and at most two
 * digits, so that it cannot be mistaken for a thousands separator.
 * @returns milliseconds, or undefined for anything else: a bare number, a sign, zero, a repeated unit
 */
export function parseDuration(text: string): number | undefined {
  if (text.length > longestText) return undefined
  const typed = inDigits(text)
  const parts = [...typed.matchAll(/(\d{1,9}(?:[.,]\d{1,2})?)\s*([a-z]+)\s*/gy)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== typed) return undefined
  let total = 0
  let smallest = Number.POSITIVE_INFINITY
  for (const [, amount, spelling] of parts) {
    const unit = units.find(({ spellings }) => spellings.some(word => word === spelling))
    if (!unit || unit.ms >= smallest) return undefined
    smallest = unit.ms
    total += Math.round(Number(amount?.replace(',', '.')) * unit.ms)
  }
  return total > 0 && Number.isSafeInteger(total) ? total : undefined
}

/** The duration that was probably meant by a number with a misspelled unit: `2weeks` for `2 weaks`. */
export function nearestDuration(text: string): string | undefined {
  const [, amount, typed = ''] = /^(\d{1,9}(?:[.,]\d{1,2})?)\s*([a-z]+)$/i.exec(text) ?? []
  // `5 in general`
  if (amount === undefined || typed.toLowerCase() === 'in' || parseDuration(text) !== undefined) return undefined
  const [unit] = nearest(typed, units, ({ spellings }) => spellings.filter(({ length }) => length > 2), 1)
  return unit && `${amount} ${unit.name}${amount === '1' ? '' : 's'}`
}

/** '1 day 2 hours', '365 days': at most the two largest units, never less than '1 second'. */
export function formatDuration(ms: number): string {
  let rest = Math.max(second, Math.round(ms / second) * second)
  const words: string[] = []
  for (const unit of shownUnits) {
    if (unit.ms === week && rest >= longestInWeeks) continue
    const amount = Math.floor(rest / unit.ms)
    rest -= amount * unit.ms
    if (amount > 0) words.push(`${amount} ${unit.name}${amount === 1 ? '' : 's'}`)
  }
  return words.slice(0, 2).join(' ')
}

/** Returns the length of time that a text is and says nothing else (ms): `for 1 week.`, `in 2 days`, `(1h)`. */
export const lengthAlone = (text: string): number | undefined =>
  parseDuration(text.replace(/^\(?(?:(?:for|in|within|after)\s+)?/iu, '').replace(/\)?[.,;:!]*$/u, ''))

const moment =
  '(?:tomorrow|tonight|later(?: today)?|(?:(?:next|this) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:next|this) (?:week|weekend|month))'
const momentAlone = new RegExp(`^\\(?(?:(?:on|by|from|until|till) )?${moment}\\)?[.,;:!]*$`, 'iu')

/** Whether a text only says when: `tomorrow`, `on Monday`, `next week`. */
export const isMomentAlone = (text: string): boolean => momentAlone.test(text)
