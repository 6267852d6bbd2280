import { expect, test } from 'vitest'
import { linesOf } from './save-picture.ts'

const within = (most: number) => (line: string) => line.length <= most

test('a sentence takes as many lines as it needs, and is cut off at the last one', () => {
  expect(linesOf('one two three', within(7), 2)).toEqual(['one two', 'three'])
  expect(linesOf('one two three four', within(7), 2)).toEqual(['one two', 'three…'])
  expect(linesOf('one', within(7), 2)).toEqual(['one'])
})

test('a word that is too long for a line is cut', () => {
  expect(linesOf('x'.repeat(30), within(7), 2)).toEqual(['xxxxxx…'])
})
