/**
 * The product's language is English, and dates look the same for everybody; the time zone is the reader's. What a page
 * shows first is not formatted by `Intl`: its first use takes a phone as long as rendering a page.
 */
const locale = 'en-GB'

const day = 86_400_000

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

interface Parts {
  date: number
  month: number
  year: number
}

const ownParts = (at: number): Parts => {
  const time = new Date(at)
  return { date: time.getDate(), month: time.getMonth(), year: time.getFullYear() }
}

const utcParts = (at: number): Parts => {
  const time = new Date(at)
  return { date: time.getUTCDate(), month: time.getUTCMonth(), year: time.getUTCFullYear() }
}

const long = ({ date, month }: Parts): string => `${date} ${months[month]}`

/** As in British English: three letters, except 'Sept'. */
const short = ({ date, month }: Parts): string => `${date} ${months[month]?.slice(0, month === 8 ? 4 : 3)}`

const withYear = (text: (parts: Parts) => string, parts: Parts): string => `${text(parts)} ${parts.year}`

/** 'now', '12 min', '3 h', 'Yesterday', then a date. `at` and `now` in Unix ms. */
export function timeText(at: number, now: number): string {
  const age = now - at
  if (age < 60_000) return 'now'
  if (age < 3_600_000) return `${Math.floor(age / 60_000)} min`
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (at >= midnight) return `${Math.floor(age / 3_600_000)} h`
  if (at >= midnight - day) return 'Yesterday'
  const parts = ownParts(at)
  return parts.year === ownParts(now).year ? short(parts) : withYear(short, parts)
}

/** 'just now', '12 min ago', '3 h ago', 'yesterday', 'on 19 Nov', within a sentence. `at` and `now` in Unix ms. */
export function agoText(at: number, now: number): string {
  const text = timeText(at, now)
  if (text === 'now') return 'just now'
  if (text === 'Yesterday') return 'yesterday'
  return / (?:min|h)$/.test(text) ? `${text} ago` : `on ${text}`
}

/** '14:32', for lists with the day in a heading. `at` in Unix ms. */
export function clockText(at: number): string {
  const time = new Date(at)
  return [time.getHours(), time.getMinutes()].map(value => String(value).padStart(2, '0')).join(':')
}

/** '19 Nov' */
export const shortDayText = (at: number): string => short(ownParts(at))

/** '19 Nov', for a day counted in UTC. @param at when it began, Unix ms */
export const countedDayText = (at: number): string => short(utcParts(at))

/** '19 November', for a day counted in UTC. @param at when it began, Unix ms */
export const countedLongDayText = (at: number): string => long(utcParts(at))

/** '19 Nov, 18:04', where the year is obvious. */
export const shortMomentText = (at: number): string => `${shortDayText(at)}, ${clockText(at)}`

/** '19 Nov 2026' */
export const dateText = (at: number): string => withYear(short, ownParts(at))

/** '19 Nov 2026, 18:04' */
export const momentText = (at: number): string => `${dateText(at)}, ${clockText(at)}`

/** 'November 2026', in UTC. */
export function monthText(at: number): string {
  const { month, year } = utcParts(at)
  return `${months[month]} ${year}`
}

/** '21 November 2026' */
export const longDayText = (at: number): string => withYear(long, ownParts(at))

/** '21 November 2026', in UTC. */
export const longUtcDayText = (at: number): string => withYear(long, utcParts(at))

/** 'Today', 'Yesterday', then the date. `at` and `now` in Unix ms. */
export function dayText(at: number, now: number): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (at >= midnight) return 'Today'
  if (at >= midnight - day) return 'Yesterday'
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(at)
}

/** 'today at 14:32', 'yesterday at 09:05', 'tomorrow at 07:30', '19 Nov 2026, 18:04', within a sentence. `at` and `now` in Unix ms. */
export function momentWithin(at: number, now: number): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  // A day may have 23 or 25 hours.
  const days = Math.round((new Date(at).setHours(0, 0, 0, 0) - midnight) / day)
  const named = { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' }[days]
  return named === undefined ? momentText(at) : `${named} at ${clockText(at)}`
}

/** The time zones that this browser knows, UTC first. */
export const timeZones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter(zone => zone !== 'UTC')]

/** The time zone of this browser, as in 'Europe/Lisbon'. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A time as the value of a `datetime-local` input: the reader's own time, to the minute. @param at Unix ms */
export const localInputValue = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
