import { expect, test } from 'vitest'
import { assert, integer, maxSafeInteger, oneof, property } from 'fast-check'
import { formatNumber } from './numbers.ts'

test('all numbers are formatted as the language requires', () => {
  const inWords = new Intl.NumberFormat('en-US')
  assert(
    property(
      oneof(
        integer(),
        maxSafeInteger(),
        integer().map(value => value / 8),
      ),
      value => {
        expect(formatNumber(value)).toBe(inWords.format(value))
      },
    ),
  )
})
