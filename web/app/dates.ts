/** The product speaks English and writes dates alike for everybody; the time zone is the reader's. */
const locale = 'en-GB'

const day = 86_400_000

/** 'now', '12 min', '3 h', 'Yesterday', then a date. `at` and `now` in Unix ms. */
export function timeText(at: number, now: number): string {
  const age = now - at
  if (age < 60_000) return 'now'
  if (age < 3_600_000) return `${Math.floor(age / 60_000)} min`
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (at >= midnight) return `${Math.floor(age / 3_600_000)} h`
  if (at >= midnight - day) return 'Yesterday'
  const year = new Date(at).getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' as const }
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...year }).format(at)
}

/** 'just now', '12 min ago', '3 h ago', 'yesterday', 'on 19 Nov', within a sentence. `at` and `now` in Unix ms. */
export function agoText(at: number, now: number): string {
  const text = timeText(at, now)
  if (text === 'now') return 'just now'
  if (text === 'Yesterday') return 'yesterday'
  return / (?:min|h)$/.test(text) ? `${text} ago` : `on ${text}`
}

/** '14:32', for lists with the day in a heading. `at` in Unix ms. */
export const clockText = (at: number): string =>
  new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(at)

/** '19 Nov' */
export const shortDayText = (at: number): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(at)

/** '19 Nov', of a day that is counted in UTC. @param at when it began, Unix ms */
export const countedDayText = (at: number): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(at)

/** '19 November', of a day that is counted in UTC. @param at when it began, Unix ms */
export const countedLongDayText = (at: number): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(at)

/** '19 Nov, 18:04', where the year is plain. */
export const shortMomentText = (at: number): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(at)

/** '19 Nov 2026, 18:04' */
export const momentText = (at: number): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)

/** 'November 2026', in UTC. */
export const monthText = (at: number): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at)

/** '21 November 2026' */
export const longDayText = (at: number): string => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(at)

/** '21 November 2026', in UTC. */
export const longUtcDayText = (at: number): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at)

/** 'Today', 'Yesterday', then the date. `at` and `now` in Unix ms. */
export function dayText(at: number, now: number): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (at >= midnight) return 'Today'
  if (at >= midnight - day) return 'Yesterday'
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(at)
}

/** 'today at 14:32', 'yesterday at 09:05', '19 Nov 2026, 18:04', within a sentence. `at` and `now` in Unix ms. */
export function momentWithin(at: number, now: number): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (at < midnight - day) return momentText(at)
  return `${at >= midnight ? 'today' : 'yesterday'} at ${clockText(at)}`
}

/** The time zones that this browser knows, UTC first. */
export const timeZones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter(zone => zone !== 'UTC')]

/** The time zone of this browser, as in 'Europe/Lisbon'. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
