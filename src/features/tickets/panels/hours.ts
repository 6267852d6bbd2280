import { LRUCache } from 'lru-cache'
import { upTo } from '#kit/cache-capacity.ts'
import type { PanelDesign } from './contract.ts'

export type Hours = PanelDesign['hours']

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** How far is looked for an opening: whoever never opens within it never opens. */
const horizonMs = 400 * dayMs

const formats = new Map<string, Intl.DateTimeFormat>()
/** Each takes some 30 kB, and there are more spellings of zones than there is room. */
const mostFormats = 100

/** What a clock in the zone shows, as if it were UTC (ms). */
function wallClock(timeZone: string, at: number): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  if (formats.size >= mostFormats) formats.clear()
  formats.set(timeZone, format)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** By time and zone: every ticket that waits over a day asks for the same ones, and each takes up to four calendars. */
const instants = new LRUCache<string, number>(upTo(10_000))

function findInstant(timeZone: string, wall: number, which: 'first' | 'last'): number {
  const offsets = [wall - dayMs, wall + dayMs].map(at => wallClock(timeZone, at) - at)
  const shown = offsets.map(offset => wall - offset).filter(at => wallClock(timeZone, at) === wall)
  if (shown.length === 0) return wall - (offsets[0] ?? 0)
  return which === 'first' ? Math.min(...shown) : Math.max(...shown)
}

/**
 * When a clock in the zone shows a time. One that clocks show twice is the first or the last of the two; one that they
 * leave out is as long after the jump as it stands beyond it.
 */
function instantOf(timeZone: string, wall: number, which: 'first' | 'last'): number {
  const key = `${wall} ${which} ${timeZone}`
  const known = instants.get(key) ?? findInstant(timeZone, wall, which)
  instants.set(key, known)
  return known
}

/** When the last days began in a time zone, today last (Unix ms). */
export function dayStarts(timeZone: string, now: number, count: number): number[] {
  const first = Math.floor(wallClock(timeZone, now) / dayMs) - count + 1
  return Array.from({ length: count }, (_, day) => instantOf(timeZone, (first + day) * dayMs, 'first'))
}

interface Span {
  opens: number
  closes: number
}

/** The hours that have not ended at `from`, in order and without overlaps. A day that ends before it begins ends on the next. */
export function* spansFrom({ timeZone, days, daysOff }: Hours, from: number, until: number): Generator<Span> {
  const off = new Set(daysOff)
  let closed = -Infinity
  for (let day = Math.floor(wallClock(timeZone, from) / dayMs) - 1; ; day += 1) {
    const midnight = day * dayMs
    if (midnight - dayMs > until) return
    // The first of January 1970 was a Thursday.
    const today = days[(day + 3) % 7]
    if (!today || off.has(new Date(midnight).toISOString().slice(0, 10))) continue
    const end = midnight + today.to * minuteMs + (today.to < today.from ? dayMs : 0)
    const opens = Math.max(closed, instantOf(timeZone, midnight + today.from * minuteMs, 'first'))
    const closes = instantOf(timeZone, end, 'last')
    if (closes <= opens) continue
    closed = closes
    if (closes > from) yield { opens, closes }
  }
}

/**
 * When the team answers next: `at` itself within its hours.
 * @returns Unix ms; undefined where it does not within a year
 */
export function nextOpening(hours: Hours, at: number): number | undefined {
  if (!hours.enabled) return at
  for (const { opens } of spansFrom(hours, at, at + horizonMs)) return Math.max(opens, at)
  return undefined
}

export const isOpen = (hours: Hours, at: number): boolean => nextOpening(hours, at) === at

/** How much of a stretch of time lies within the hours (ms). */
export function workingMs(hours: Hours, from: number, to: number): number {
  if (!hours.enabled) return Math.max(0, to - from)
  let total = 0
  for (const { opens, closes } of spansFrom(hours, from, to))
    total += Math.max(0, Math.min(closes, to) - Math.max(opens, from))
  return total
}

/**
 * When so much working time has passed since `from`: what a goal of an hour at closing time is due.
 * @returns Unix ms; undefined where it does not pass within a year
 */
export function afterWorking(hours: Hours, from: number, ms: number): number | undefined {
  if (!hours.enabled) return from + ms
  let left = ms
  for (const { opens, closes } of spansFrom(hours, from, from + horizonMs)) {
    const begins = Math.max(opens, from)
    if (closes - begins >= left) return begins + left
    left -= closes - begins
  }
  return undefined
}
