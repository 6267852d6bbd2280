import { expect, test } from 'vitest'
import { countryNames } from './country-names.ts'

test('countries have names, and a long list is cut', () => {
  expect(countryNames(['DE', 'AT'])).toBe('Austria, Germany')
  expect(countryNames(['DE', 'AT', 'CH', 'LI', 'LU', 'BE'])).toBe('Austria, Belgium, Germany, Liechtenstein and 2 more')
  expect(countryNames([])).toBe('No flag stands for it.')
})
