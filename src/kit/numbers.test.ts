import { expect, test } from 'vitest'
import { counted } from './numbers.ts'

test('one of something, or many', () => {
  expect([counted(1, 'use'), counted(0, 'use'), counted(12_438, 'entry', 'entries')]).toEqual([
    '1 use',
    '0 uses',
    '12,438 entries',
  ])
})
