import { expect, test } from 'vitest'
import { field } from '#contract'
import { readColour, tidyColour } from './colour.ts'

test.each([
  ['#068ADD', '#068ADD'],
  [' 068add ', '#068ADD'],
  ['#fc0', '#FFCC00'],
  ['0x57F287', '#57F287'],
])('%s is read as %s, also where it is posted', (typed, colour) => {
  expect(readColour(typed)).toBe(colour)
  expect(field.colour('Color').parse(typed)).toBe(colour)
})

test.each(['', '#', 'blue', '#12345', '#1234567', '#12345g'])('%j is no color', typed => {
  expect(readColour(typed)).toBeUndefined()
  expect(tidyColour(typed)).toBe(typed)
  expect(field.colour('Color').safeParse(typed).error?.issues[0]?.message).toBe('Use a color like #068ADD.')
})
