import { LRUCache } from 'lru-cache'
import { entryLimit } from '#kit/cache-capacity.ts'
import type { PanelDesign } from './contract.ts'

export type Hours = PanelDesign['hours']

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** How far ahead an opening is searched for (ms): hours without any in this period count as never open. */
const horizonMs = 400 * dayMs

const formats = new Map<string, Intl.DateTimeFormat>()
/** Each format takes about 30 kB, and zones have more spellings than there is room for. */
const mostFormats = 100

/** Returns the local time in a zone at a moment, encoded as if it were UTC (ms). */
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

/**
 * By local time and zone: every ticket that waits over a day needs the same ones, and each takes up to four
 * conversions.
 */
const instants = new LRUCache<string, number>(entryLimit(10_000))

function findInstant(timeZone: string, wall: number, which: 'first' | 'last'): number {
  const offsets = [wall - dayMs, wall + dayMs].map(at => wallClock(timeZone, at) - at)
  const shown = offsets.map(offset => wall - offset).filter(at => wallClock(timeZone, at) === wall)
  if (shown.length === 0) return wall - (offsets[0] ?? 0)
  return which === 'first' ? Math.min(...shown) : Math.max(...shown)
}

/**
 * Returns the moment when a clock in the zone shows a time. A time that clocks show twice is the first or the last of
 * both;
 * one that they skip is as long after the jump as it lies beyond it.
 */
function instantOf(timeZone: string, wall: number, which: 'first' | 'last'): number {
  const key = `${wall} ${which} ${timeZone}`
  const known = instants.get(key) ?? findInstant(timeZone, wall, which)
  instants.set(key, known)
  return known
}

/** Returns when the last days began in a time zone, today last (Unix ms). */
export function dayStarts(timeZone: string, now: number, count: number): number[] {
  const first = Math.floor(wallClock(timeZone, now) / dayMs) - count + 1
  return Array.from({ length: count }, (_, day) => instantOf(timeZone, (first + day) * dayMs, 'first'))
}

interface Span {
  opens: number
  closes: number
}

/**
 * Yields the working hours that end after `from`, in order and without overlaps. A day that ends before it begins ends
 * on the following day.
 */
export function* spansFrom({ timeZone, days, daysOff }: Hours, from: number, until: number): Generator<Span> {
  const off = new Set(daysOff)
  let closed = -Infinity
  for (let day = Math.floor(wallClock(timeZone, from) / dayMs) - 1; ; day += 1) {
    const midnight = day * dayMs
    if (midnight - dayMs > until) return
    // 1 January 1970 was a Thursday.
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
 * Returns when the team is next available: `at` itself during its hours.
 * @returns Unix ms; undefined if that is not within {@link horizonMs}
 */
export function nextOpening(hours: Hours, at: number): number | undefined {
  if (!hours.enabled) return at
  for (const { opens } of spansFrom(hours, at, at + horizonMs)) return Math.max(opens, at)
  return undefined
}

export const isOpen = (hours: Hours, at: number): boolean => nextOpening(hours, at) === at

/** Returns how much of a period lies within the hours (ms). */
export function workingMs(hours: Hours, from: number, to: number): number {
  if (!hours.enabled) return Math.max(0, to - from)
  let total = 0
  for (const { opens, closes } of spansFrom(hours, from, to))
    total += Math.max(0, Math.min(closes, to) - Math.max(opens, from))
  return total
}

/**
 * Returns when this much working time has passed since `from`: for example, when a goal of one hour is due that begins
 * at closing time.
 * @returns Unix ms; undefined if that is not within {@link horizonMs}
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
