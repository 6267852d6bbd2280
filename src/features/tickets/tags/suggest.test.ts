import { expect, test } from 'vitest'
import { fits } from './suggest.ts'

test.each([
  ['a refund, please', true],
  ['REFUND', true],
  ['refunds', false],
  ['ｒｅｆｕｎｄ', true],
  ['prerefund refund!', true],
  ['', false],
])('“%s” fits a word: %s', (text, expected) => {
  expect(fits({ words: ['refund'] }, text)).toBe(expected)
})
