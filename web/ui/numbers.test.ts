import { expect, test } from 'vitest'
import fc from 'fast-check'
import { formatNumber } from './numbers.ts'

test('numbers read as the language has them, whatever they are', () => {
  const inWords = new Intl.NumberFormat('en-US')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.integer(),
        fc.maxSafeInteger(),
        fc.integer().map(value => value / 8),
      ),
      value => {
        expect(formatNumber(value)).toBe(inWords.format(value))
      },
    ),
  )
})
