import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastText, unusedText } from './shown.ts'

const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
const now = Date.parse('2026-11-23T18:00:00Z')

// West of Greenwich a day that is counted in UTC begins on the evening before.
beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => void vi.unstubAllEnvs())

test('the day of the last use is the counted day, in whatever time zone the reader is', () => {
  expect(lastText(at('2026-11-23'), now)).toBe('last today')
  expect(lastText(at('2026-11-22'), now)).toBe('last yesterday')
  expect(lastText(at('2026-11-20'), now)).toBe('last 20 Nov')
})

test('unused says since when use has been counted', () => {
  expect(unusedText(null, now)).toContain('not counted')
  const text = unusedText(Date.parse('2026-11-20T15:00:00Z'), now)
  expect(text).toContain('began on 20 Nov.')
  expect(text).toContain('From 18 Feb on')
  expect(unusedText(Date.parse('2026-08-25T23:59:00Z'), now)).toBe('Not used for 90 days.')
  expect(unusedText(Date.parse('2026-08-26T00:00:00Z'), now)).not.toBe('Not used for 90 days.')
})
