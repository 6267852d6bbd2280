import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  agoText,
  clockText,
  countedDayText,
  countedLongDayText,
  dayText,
  longDayText,
  longUtcDayText,
  momentText,
  momentWithin,
  monthText,
  shortDayText,
  shortMomentText,
  timeText,
} from './dates.ts'

test('times are written as people say them', () => {
  const noon = new Date(2026, 10, 21, 12).getTime()
  const minutes = (count: number) => noon - count * 60_000
  expect(timeText(noon - 5000, noon)).toBe('now')
  expect(timeText(minutes(12), noon)).toBe('12 min')
  expect(timeText(minutes(180), noon)).toBe('3 h')
  expect(timeText(minutes(14 * 60), noon)).toBe('Yesterday')
  expect(timeText(new Date(2026, 10, 3).getTime(), noon)).toBe('3 Nov')
  expect(timeText(new Date(2025, 10, 3).getTime(), noon)).toBe('3 Nov 2025')
  const within = [noon - 5000, minutes(12), minutes(180), minutes(14 * 60), new Date(2026, 10, 3).getTime()]
  expect(within.map(at => agoText(at, noon))).toEqual(['just now', '12 min ago', '3 h ago', 'yesterday', 'on 3 Nov'])
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'Europe/Lisbon'])(
  'a day counted in UTC keeps its date for a reader in %s',
  zone => {
    const before = process.env['TZ']
    process.env['TZ'] = zone
    try {
      for (let day = Date.UTC(2026, 2, 27); day < Date.UTC(2026, 3, 3); day += 86_400_000) {
        const [, month, date] = new Date(day).toISOString().slice(0, 10).split('-').map(Number)
        expect(countedDayText(day)).toBe(`${date} ${month === 3 ? 'Mar' : 'Apr'}`)
        expect(countedLongDayText(day)).toBe(`${date} ${month === 3 ? 'March' : 'April'}`)
      }
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  },
)

test('a moment, a time and a day have the same format everywhere', () => {
  const noon = new Date(2026, 10, 21, 12, 5).getTime()
  expect(momentText(noon)).toBe('21 Nov 2026, 12:05')
  expect(clockText(noon)).toBe('12:05')
  expect(`started ${momentWithin(noon - 60_000, noon)}`).toBe('started today at 12:04')
  expect(momentWithin(noon - 86_400_000, noon)).toBe('yesterday at 12:05')
  expect(momentWithin(noon + 86_400_000, noon)).toBe('tomorrow at 12:05')
  expect(momentWithin(noon + 20 * 86_400_000, noon)).toBe('11 Dec 2026, 12:05')
  expect(momentWithin(noon - 2 * 86_400_000, noon)).toBe('19 Nov 2026, 12:05')
  expect(dayText(new Date(2026, 10, 3).getTime(), noon)).toBe('Tuesday, 3 November 2026')
})

test('dates formatted by our own code match British English in every month', () => {
  const inBritish = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat('en-GB', options)
    return (at: number) => format.format(at)
  }
  const written: readonly [(at: number) => string, Intl.DateTimeFormatOptions][] = [
    [clockText, { hour: '2-digit', minute: '2-digit' }],
    [shortDayText, { day: 'numeric', month: 'short' }],
    [shortMomentText, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }],
    [momentText, { dateStyle: 'medium', timeStyle: 'short' }],
    [longDayText, { dateStyle: 'long' }],
    [countedDayText, { day: 'numeric', month: 'short', timeZone: 'UTC' }],
    [countedLongDayText, { day: 'numeric', month: 'long', timeZone: 'UTC' }],
    [longUtcDayText, { dateStyle: 'long', timeZone: 'UTC' }],
    [monthText, { month: 'long', year: 'numeric', timeZone: 'UTC' }],
  ]
  for (const [text, options] of written) {
    const expected = inBritish(options)
    // Every hour of the day comes up, and the first and last day of months.
    for (let at = Date.UTC(2025, 11, 28); at < Date.UTC(2027, 0, 4); at += 23 * 3_600_000 + 17 * 60_000)
      expect(text(at)).toBe(expected(at))
  }
})

test('nothing else on the pages formats dates and numbers, except messages rendered as in Discord', () => {
  const web = join(import.meta.dirname, '..')
  const own = ['app/dates.ts', 'ui/numbers.ts', 'ui/discord/time.ts']
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  const others = files.filter(
    file =>
      /\.tsx?$/.test(file) &&
      !file.includes('.test.') &&
      !own.includes(file) &&
      /toLocale|Intl\.(DateTime|Number)Format/.test(readFileSync(join(web, file), 'utf8')),
  )
  expect(others).toEqual([])
})
