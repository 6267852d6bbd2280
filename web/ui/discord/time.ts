import type { TimeStyle } from '#kit/markdown/ast.ts'

const LOCALE = 'en-GB'
const DAY = 86_400_000

const formats: Record<Exclude<TimeStyle, 'R'>, Intl.DateTimeFormatOptions> = {
  t: { hour: '2-digit', minute: '2-digit' },
  T: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  d: { day: '2-digit', month: '2-digit', year: 'numeric' },
  D: { day: 'numeric', month: 'long', year: 'numeric' },
  f: { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  F: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
}

const made = new Map<string, Intl.DateTimeFormat>()

/** Formatters are cached: creating one costs more than everything else that a message needs. */
function formatOf(locale: string, style: keyof typeof formats, timeZone = ''): Intl.DateTimeFormat {
  const key = `${locale} ${style} ${timeZone}`
  const known = made.get(key) ?? new Intl.DateTimeFormat(locale, { ...formats[style], ...(timeZone && { timeZone }) })
  made.set(key, known)
  return known
}

/** A point in time as Discord's `<t:...>` styles show it. `time` and `now` are Unix ms. */
export function formatTime(time: number, style: TimeStyle, now: number, timeZone?: string): string {
  if (style === 'R') return relativeTime(time, now)
  return formatOf(LOCALE, style, timeZone).format(time)
}

/** Each unit with its length in seconds, and how many of it make one of the next. */
const units: readonly (readonly [Intl.RelativeTimeFormatUnit, size: number, most: number])[] = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3600, 24],
  ['day', 86_400, 30],
  ['month', 2_592_000, 12],
]

/** '3 minutes ago', 'in 2 days': in the nearest unit, so that an hour minus a second is still an hour. */
export function relativeTime(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000)
  const count = (size: number) => Math.sign(seconds) * Math.round(Math.abs(seconds) / size)
  const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always' })
  const found = units.find(([, size, most]) => Math.abs(count(size)) < most)
  const [unit, size] = found ?? (['year', 31_536_000] as const)
  return relative.format(count(size), unit)
}

const dayOf = (time: number, timeZone?: string) => formatOf('en-CA', 'd', timeZone).format(time)

/** A message's time as Discord writes it: 'Today at 14:32', 'Yesterday at 09:00', then a date. */
export function messageTime(time: number, now: number, timeZone?: string): string {
  const clock = formatTime(time, 't', now, timeZone)
  const day = dayOf(time, timeZone)
  if (day === dayOf(now, timeZone)) return `Today at ${clock}`
  if (day === dayOf(now - DAY, timeZone)) return `Yesterday at ${clock}`
  return `${formatTime(time, 'd', now, timeZone)} ${clock}`
}

export const sameDay = (first: number, second: number) => dayOf(first) === dayOf(second)
