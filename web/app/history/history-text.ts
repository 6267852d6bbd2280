import type { RevisionItem } from '#kernel/contract.ts'

const shortest = 40

/** A setting's value in words: On, Off, nothing, or the text cut to what a line holds. */
export function valueText(value: unknown): string {
  if (value === true) return 'On'
  if (value === false) return 'Off'
  if (value === null || value === undefined || value === '') return 'nothing'
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const characters = [...text]
  return characters.length > shortest ? `${characters.slice(0, shortest - 1).join('')}…` : text
}

/** Who made a change, as the history calls them. */
export function authorText({ userId, name, via }: RevisionItem['author']): string {
  if (name !== null) return name
  return userId === null ? `the bot (${via})` : `user ${userId}`
}

const day = 86_400_000

/** 'now', '12 min', '3 h', 'Yesterday', then a date. `at` and `now` in Unix ms. */
export function timeText(at: number, now: number, locale?: string): string {
  const age = now - at
  if (age < 60_000) return 'now'
  if (age < 3_600_000) return `${Math.floor(age / 60_000)} min`
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (at >= midnight) return `${Math.floor(age / 3_600_000)} h`
  if (at >= midnight - day) return 'Yesterday'
  const year = new Date(at).getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' as const }
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...year }).format(at)
}

/** '14:32', for lists with the day in a heading. `at` in Unix ms. */
export const clockText = (at: number, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(at)

/** '19 Nov 2026, 18:04' */
export const momentText = (at: number, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)

/** 'Today', 'Yesterday', then the date. `at` and `now` in Unix ms. */
export function dayText(at: number, now: number, locale?: string): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (at >= midnight) return 'Today'
  if (at >= midnight - day) return 'Yesterday'
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(at)
}
