import { expect, test } from 'vitest'
import { atFirst } from './default-switches.ts'

const off = { title: 'Levels', on: false }
const on = (title: string) => ({ title, on: true })

test('the features that are on are named, however many there are', () => {
  expect(atFirst([off])).toBe('Every feature waits until you switch it on')
  expect(atFirst([on('Moderation'), off])).toMatch(/^Moderation is on from the start;/)
  expect(atFirst([on('A'), off, on('B'), on('C')])).toMatch(/^A, B, and C are on from the start;/)
})
