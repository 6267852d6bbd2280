import { expect, test } from 'vitest'
import { option } from '../feature.ts'
import { readPlain } from './values.ts'

test.each([
  ['5', 5],
  ['-3', -3],
  ['+07', 7],
])('%s is the whole number %i', (text, value) => {
  expect(readPlain('amount', text, option.integer('how many'))).toBe(value)
})

test.each(['', '1.5', '1e3', '0x10', 'five', '5 ', '٣', '99999999999999999999'])('%j is no whole number', text => {
  expect(() => readPlain('amount', text, option.integer('how many'))).toThrow('amount must be a whole number.')
})

test('limits are stated', () => {
  const amount = option.integer('how many', { min: 1, max: 99 })
  expect(() => readPlain('amount', '0', amount)).toThrow('amount must be at least 1.')
  expect(() => readPlain('amount', '100', amount)).toThrow('amount must be at most 99.')
  const time = option.duration('how long', { max: 3_600_000 })
  expect(() => readPlain('time', '2h', time)).toThrow('time must be at most 1 hour.')
  expect(() => readPlain('time', '5', time)).toThrow('with units')
})

test('a choice is taken in any case, anything else is refused with the choices', () => {
  const mode = option.choice('mode', ['off', 'song', 'queue'])
  expect(readPlain('mode', 'SONG', mode)).toBe('song')
  expect(() => readPlain('mode', 'all', mode)).toThrow('mode must be off, song or queue.')
})

test('a text is counted in user-perceived characters', () => {
  const prefix = option.text('the prefix', { max: 2 })
  expect(readPlain('prefix', '🎉🎉', prefix)).toBe('🎉🎉')
  expect(() => readPlain('prefix', 'abc', prefix)).toThrow('at most 2 characters')
  expect(() => readPlain('prefix', '', prefix)).toThrow('cannot be empty')
})
