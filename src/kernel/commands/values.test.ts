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
  expect(() => readPlain('amount', text, option.integer('how many'))).toThrow('Amount must be a whole number.')
})

test('limits are stated', () => {
  const amount = option.integer('how many', { min: 1, max: 99 })
  expect(() => readPlain('amount', '0', amount)).toThrow('Amount must be at least 1.')
  expect(() => readPlain('amount', '100', amount)).toThrow('Amount must be at most 99.')
  const time = option.duration('how long', { max: 3_600_000 })
  expect(() => readPlain('time', '2h', time)).toThrow('Time must be at most 1 hour.')
  expect(() => readPlain('time', '5', time)).toThrow('5m for minutes')
  for (const nothing of ['0', '0m', '0.0 h', '-1', '-5m', '-2 days'])
    expect(() => readPlain('time', nothing, time)).toThrow('Time must be more than 0, such as 10m')
})

test('a name that is not a noun is written as the name of an option', () => {
  const long = option.duration('for how long')
  expect(() => readPlain('for', 'soon', long)).toThrow('The option `for` needs a number with a unit')
})

test('a choice is taken in any case, anything else is refused with the choices', () => {
  const mode = option.choice('mode', ['off', 'song', 'queue'])
  expect(readPlain('mode', 'SONG', mode)).toBe('song')
  expect(() => readPlain('mode', 'all', mode)).toThrow('Mode must be off, song or queue.')
})

test('a text is counted in user-perceived characters', () => {
  const prefix = option.text('the prefix', { max: 2 })
  expect(readPlain('prefix', '🎉🎉', prefix)).toBe('🎉🎉')
  expect(() => readPlain('prefix', 'abc', prefix)).toThrow('at most 2 characters')
  expect(() => readPlain('prefix', '', prefix)).toThrow('cannot be empty')
})

const ids = (amount: number) => Array.from({ length: amount }, (_, place) => String(10n ** 17n + BigInt(place)))
const people = option.ids('whom', { max: 200 })

test('ids and mentions are taken each once, 200 and not more', () => {
  const [a = '', b = ''] = ids(2)
  expect(readPlain('users', `${a}, <@${b}>\n<@!${a}>`, people)).toEqual([a, b])
  expect(readPlain('users', `<@${a}>, ${b}:`, people)).toEqual([a, b])
  expect(readPlain('users', ids(200).join(' '), people)).toHaveLength(200)
  expect(() => readPlain('users', ids(201).join(' '), people)).toThrow('at most 200')
})

test('one malformed id makes the whole list refused, and all malformed ones are named', () => {
  const [a = ''] = ids(1)
  const malformed = [`${a}x`, '8035111022467', `${a}0000`, '9'.repeat(20), `<@&${a}>`, `<#${a}>`, 'everybody', '@mara']
  for (const one of malformed)
    expect(() => readPlain('users', `${a} ${one} ${a}`, people)).toThrow('is not an ID. Nothing')
  expect(() => readPlain('users', `${a} x1 x2`, people)).toThrow('“x1” and “x2” are not IDs.')
})

test('the error about a misspelled choice suggests the nearest one', () => {
  const module = option.choice('module', ['automod', 'leveling', 'tickets'])
  expect(() => readPlain('module', 'tikets', module)).toThrow('Did you mean tickets?')
})

test.each([
  ['ON', 'on'],
  ['enable', 'on'],
  ['Enabled', 'on'],
  ['yes', 'on'],
  ['disable', 'off'],
  ['disabled', 'off'],
  ['false', 'off'],
  ['On.', 'on'],
  ['off,', 'off'],
])('for on and off, %s means %s, as in other bots', (typed, meant) => {
  expect(readPlain('state', typed, option.choice('on or off', ['on', 'off']))).toBe(meant)
})

test('with other choices, no other word stands for on and off', () => {
  expect(() => readPlain('state', 'enable', option.choice('when', ['on', 'off', 'later']))).toThrow('must be')
  expect(() => readPlain('state', 'no', option.choice('off', ['off']))).toThrow('must be')
})

test('the error about a value begins like a sentence', () => {
  const options = [
    option.integer('n', { min: 2, max: 3 }),
    option.number('n', { min: 2, max: 3 }),
    option.duration('d', { min: 60_000, max: 120_000 }),
    option.boolean('b'),
    option.choice('c', ['one', 'two', 'three']),
    option.text('t', { min: 5, max: 6 }),
    option.rest('r', { max: 6 }),
    option.ids('i', { max: 1 }),
  ]
  for (const wanted of options)
    for (const typed of ['', 'x', '1', '9', '1s', '9d', '9', 'thre', 'far too long']) {
      let refused = ''
      try {
        readPlain('thing', typed, wanted)
      } catch (error) {
        refused = (error as Error).message
      }
      expect(refused).not.toMatch(/^\p{Ll}/u)
    }
})
