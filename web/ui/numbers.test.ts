import { expect, test } from 'vitest'
import { assert, integer, maxSafeInteger, oneof, property } from 'fast-check'
import { formatBytes as formatBytesOnServer } from '#kit/numbers.ts'
import { formatBytes, formatNumber } from './numbers.ts'

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

test.each([
  [1, '1 byte'],
  [812, '812 bytes'],
  [1024, '1 KiB'],
  [256 * 1024, '256 KiB'],
  [1024 ** 2 - 1, '1 MiB'],
  [1_100_000, '1 MiB'],
  [1_500_000, '1.4 MiB'],
  [10 * 1024 ** 2, '10 MiB'],
  [1024 ** 3 - 1, '1 GiB'],
  [3 * 1024 ** 3, '3 GiB'],
])('%i bytes are %s on pages and in messages', (bytes, text) => {
  expect([formatBytes(bytes), formatBytesOnServer(bytes)]).toEqual([text, text])
})
