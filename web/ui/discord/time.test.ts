import { expect, test } from 'vitest'
import { formatTime, messageTime, relativeTime } from './time.ts'

const now = Date.UTC(2026, 10, 21, 14, 32)
const HOUR = 3_600_000

test.each([
  ['t', '14:32'],
  ['T', '14:32:00'],
  ['d', '21/11/2026'],
  ['D', '21 November 2026'],
  ['f', '21 November 2026 at 14:32'],
  ['F', 'Saturday, 21 November 2026 at 14:32'],
] as const)('style %s is %s', (style, expected) => {
  expect(formatTime(now, style, now, 'UTC')).toBe(expected)
})

test.each([
  [-30_000, '30 seconds ago'],
  [-3 * 60_000, '3 minutes ago'],
  [2 * 24 * HOUR, 'in 2 days'],
  [HOUR - 1000, 'in 1 hour'],
  [24 * HOUR - 1000, 'in 1 day'],
  [-23 * HOUR, '23 hours ago'],
  [-400 * 24 * HOUR, '1 year ago'],
])('%d ms away is %s', (away, expected) => {
  expect(relativeTime(now + away, now)).toBe(expected)
})

test('a message is from today, from yesterday, or has a date', () => {
  expect(messageTime(now - HOUR, now, 'UTC')).toBe('Today at 13:32')
  expect(messageTime(now - 24 * HOUR, now, 'UTC')).toBe('Yesterday at 14:32')
  expect(messageTime(now - 72 * HOUR, now, 'UTC')).toBe('18/11/2026 14:32')
})

test('the day is the reader’s', () => {
  expect(messageTime(Date.UTC(2026, 10, 20, 23), now, 'Asia/Tokyo')).toBe('Today at 08:00')
})
