import { expect, test } from 'vitest'
import { closesText, stretchText } from './fact-words.ts'

const minute = 60_000
const hour = 60 * minute
const now = 1_800_000_000_000

test.each([
  [{ ms: 3 * minute, ended: false }, '3 min so far'],
  [{ ms: 3 * minute, ended: true }, '3 min'],
  [{ ms: 3 * minute, ended: false, answered: false }, '3 min so far'],
  [{ ms: 3 * minute, ended: true, answered: true }, '3 min'],
  [{ ms: 3 * minute, ended: true, answered: false }, 'None'],
])('%j reads “%s”', (stretch, text) => {
  expect(stretchText(stretch)).toBe(text)
})

test.each([
  [null, null, false, 'Never'],
  [null, null, true, 'Not while your team’s answer is due'],
  [71 * hour, 'inactive', false, 'In 2 d 23 h without a word'],
  [71 * hour, 'overdue', false, 'In 2 d 23 h, unless your team’s answer is due then'],
  [hour, 'request', true, 'In 1 h, unless the member objects'],
  [-1, 'inactive', false, 'Now'],
] as const)('closing in %s for %s (held open: %s) reads “%s”', (left, closesFor, heldOpen, text) => {
  expect(closesText({ closesAt: left === null ? null : now + left, closesFor, heldOpen }, now)).toBe(text)
})
