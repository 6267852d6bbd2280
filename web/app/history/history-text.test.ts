import { expect, test } from 'vitest'
import { authorText, timeText, valueText } from './history-text.ts'

test('values are shown in words', () => {
  expect(valueText(true)).toBe('On')
  expect(valueText(null)).toBe('nothing')
  expect(valueText(['1'])).toBe('1 entry')
  expect(valueText('!')).toBe('!')
})

test('a long text is cut between characters, never within an emoji', () => {
  const told = valueText('😀'.repeat(100))
  expect([...told]).toHaveLength(40)
  expect(told.endsWith('😀…')).toBe(true)
})

test('a change that the bot made says why', () => {
  const nobody = { userId: null, name: null, avatarURL: null }
  expect(authorText({ ...nobody, via: 'channel deleted' })).toBe('the bot (channel deleted)')
  expect(authorText({ ...nobody, userId: '123', via: 'dashboard' })).toBe('user 123')
  expect(authorText({ ...nobody, userId: '123', name: 'mara.w', via: 'dashboard' })).toBe('mara.w')
})

test('times are written the way people say them', () => {
  const noon = new Date(2026, 10, 21, 12).getTime()
  const minutes = (count: number) => noon - count * 60_000
  expect(timeText(noon - 5000, noon)).toBe('now')
  expect(timeText(minutes(12), noon)).toBe('12 min')
  expect(timeText(minutes(180), noon)).toBe('3 h')
  expect(timeText(minutes(14 * 60), noon)).toBe('Yesterday')
  expect(timeText(new Date(2026, 10, 3).getTime(), noon, 'en-GB')).toBe('3 Nov')
  expect(timeText(new Date(2025, 10, 3).getTime(), noon, 'en-GB')).toBe('3 Nov 2025')
})
