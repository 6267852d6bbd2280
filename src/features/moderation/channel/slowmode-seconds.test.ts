import { expect, test } from 'vitest'
import { readSlowmode } from './slowmode-seconds.ts'

test.each([
  ['off', 0],
  ['OFF', 0],
  ['off.', 0],
  ['5s,', 5],
  ['0', 0],
  ['10', 10],
  ['21600', 21_600],
  ['6h', 21_600],
  ['1m30s', 90],
  ['21601', undefined],
  ['6h1s', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['', undefined],
])('a slowmode of “%s” is %s seconds', (text, seconds) => {
  expect(readSlowmode(text)).toBe(seconds)
})
