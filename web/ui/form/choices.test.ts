import { expect, test } from 'vitest'
import { filterChoices, stepChoice, typedChoice } from './choices.ts'

const groups = [
  { label: 'Information', choices: [{ value: '1', label: 'arrivals' }] },
  {
    label: 'Workshop',
    choices: [
      { value: '2', label: 'général', disabled: true },
      { value: '3', label: 'kiln-and-clay' },
    ],
  },
]
const flat = groups.flatMap(group => group.choices)

test('searching ignores case, accents and a leading #, and drops empty groups', () => {
  expect(filterChoices(groups, '#GENERAL')).toEqual([{ label: 'Workshop', choices: [flat[1]] }])
})

test('an entry is found by its other words, too', () => {
  const named = { value: '4', label: 'Salt', words: ['saltmarsh'] }
  expect(filterChoices([{ choices: [named, ...flat] }], 'MARSH')).toEqual([{ choices: [named] }])
})

test('an empty search shows everything', () => {
  expect(filterChoices(groups, '  ')).toEqual(groups)
})

test('a search that matches nothing shows nothing', () => {
  expect(filterChoices(groups, '(')).toEqual([])
})

test('arrow keys wrap around, and pass through disabled entries', () => {
  expect(stepChoice(flat, '1', 'next')).toBe('2')
  expect(stepChoice(flat, '3', 'next')).toBe('1')
  expect(stepChoice(flat, '1', 'previous')).toBe('3')
  expect(stepChoice(flat, undefined, 'next')).toBe('1')
  expect(stepChoice(flat, '2', 'last')).toBe('3')
  expect(stepChoice([], undefined, 'next')).toBeUndefined()
})

test('typing a letter twice moves to the next entry with it, typing a word searches for it', () => {
  const names = ['ban', 'block', 'kick'].map(value => ({ value, label: value }))
  expect(typedChoice(names, 'ban', 'b')).toBe('block')
  expect(typedChoice(names, 'block', 'b')).toBe('ban')
  expect(typedChoice(names, 'ban', 'bl')).toBe('block')
  expect(typedChoice(names, 'ban', 'x')).toBeUndefined()
})
