import { expect, test } from 'vitest'
import { needsDarkInk } from './colour-input.tsx'
import { fullness } from './counter.tsx'
import { parseNumber } from './number-input.tsx'

test('the check mark is dark on light colours', () => {
  expect(needsDarkInk('#FEE75C')).toBe(true)
  expect(needsDarkInk('#FFFFFF')).toBe(true)
  expect(needsDarkInk('#5865F2')).toBe(false)
  expect(needsDarkInk('#000000')).toBe(false)
})

test('a character counter warns from 95 % and shows an error above the limit', () => {
  expect(fullness(1899, 2000)).toBe('fine')
  expect(fullness(1900, 2000)).toBe('near')
  expect(fullness(2000, 2000)).toBe('near')
  expect(fullness(2001, 2000)).toBe('over')
})

test('an empty number field is not a number', () => {
  expect(parseNumber(' ')).toBeNaN()
  expect(parseNumber('12')).toBe(12)
  expect(parseNumber('1e')).toBeNaN()
})
