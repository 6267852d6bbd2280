import { expect, test } from 'vitest'
import { onPage } from './surface.ts'

test('an end in one week is still shown as one week a moment later', () => {
  const { moment } = onPage(1000)
  expect(moment(1000 + 7 * 86_400_000 - 1500)).toBe('in 1 week')
  expect(moment(1000 + 45_000)).toBe('in 45 seconds')
  expect(moment(1000)).toBe('now')
})
