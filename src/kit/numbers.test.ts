import { expect, test } from 'vitest'
import { formatCount } from './numbers.ts'

test('a count is written with its noun in the singular or plural', () => {
  expect([formatCount(1, 'use'), formatCount(0, 'use'), formatCount(12_438, 'entry', 'entries')]).toEqual([
    '1 use',
    '0 uses',
    '12,438 entries',
  ])
})
