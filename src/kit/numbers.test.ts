import { expect, test } from 'vitest'
import { formatCount } from './numbers.ts'

test('one of something, or many', () => {
  expect([formatCount(1, 'use'), formatCount(0, 'use'), formatCount(12_438, 'entry', 'entries')]).toEqual([
    '1 use',
    '0 uses',
    '12,438 entries',
  ])
})
