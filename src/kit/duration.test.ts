import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDuration, parseDuration } from './duration.ts'

const minute = 60_000

test.each([
  ['10m', 10 * minute],
  ['1h30m', 90 * minute],
  ['1h 30m', 90 * minute],
  ['2 days', 2 * 24 * 60 * minute],
  ['1 Week 2 Days', 9 * 24 * 60 * minute],
  ['45 secs', 45_000],
  ['1.5h', 90 * minute],
  ['1,5h', 90 * minute],
  ['1.5 hours 15m', 105 * minute],
  ['0.25 days', 360 * minute],
  ['1mo', 30 * 24 * 60 * minute],
  ['2 Months 1 day', 61 * 24 * 60 * minute],
  ['1y', 365 * 24 * 60 * minute],
  ['2 years', 730 * 24 * 60 * minute],
  ['1h30', 90 * minute],
  ['1H05', 65 * minute],
  ['5m30', 330_000],
  ['an hour', 60 * minute],
  ['A day', 24 * 60 * minute],
  ['half an hour', 30 * minute],
  ['half a day', 720 * minute],
  ['two weeks', 14 * 24 * 60 * minute],
  ['twelve hours', 720 * minute],
  ['1 hour and 30 minutes', 90 * minute],
  ['an hour and five minutes', 65 * minute],
])('%s is a duration', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

test.each([
  '',
  ' ',
  '5',
  '10',
  '-5m',
  '+5m',
  '1,500s',
  '1.000h',
  '1.h',
  '.5h',
  '1.5.5h',
  '0.0h',
  '1.5',
  '0m',
  '0h0m',
  '5x',
  'm',
  '30m1h',
  '1h1h',
  '1h-30m',
  '1h,30m',
  'Infinity',
  '１h',
  '999999999999w',
  '1h60',
  `1h${' '.repeat(300)}1m`,
  '1d12',
  '1 hour 30',
  'an',
  'half hour of',
  'and 5m',
  'the hour',
  '1:30',
])('%j is no duration', text => {
  expect(parseDuration(text)).toBeUndefined()
})

test('a duration is shown in its two largest units', () => {
  expect(formatDuration(90 * minute)).toBe('1 hour 30 minutes')
  expect(formatDuration(400)).toBe('1 second')
  expect(formatDuration(28 * 24 * 60 * minute)).toBe('4 weeks')
  expect(formatDuration(30 * 24 * 60 * minute)).toBe('30 days')
  expect(formatDuration(365 * 24 * 60 * minute + 90 * minute)).toBe('365 days 1 hour')
  expect(formatDuration(8 * 24 * 60 * minute + 5 * minute + 3000)).toBe('1 week 1 day')
})

test('a duration written in full can be parsed back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 59 }), fc.integer({ min: 0, max: 59 }), (minutes, seconds) => {
      const ms = minutes * minute + seconds * 1000
      expect(parseDuration(formatDuration(ms))).toBe(ms)
    }),
  )
})

test('no text makes it throw or return an unusable number', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      const ms = parseDuration(text)
      expect(ms === undefined || (Number.isSafeInteger(ms) && ms > 0)).toBe(true)
    }),
  )
})
