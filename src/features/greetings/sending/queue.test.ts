import { expect, test } from 'vitest'
import { farewellFor } from './queue.ts'

const row = { kind: 'welcome' as const, changedAt: 0, occasion: 0 }

test.each([
  ['nobody known', undefined, 'farewell'],
  ['somebody who was welcomed', { ...row, state: 'sent' as const }, 'farewell'],
  ['somebody whose welcome is on its way', { ...row, state: 'sending' as const }, 'farewell'],
  ['somebody who came while welcomes were off', { ...row, state: 'skipped' as const }, 'farewell'],
  ['somebody who still waits for a welcome', { ...row, state: 'waiting' as const }, 'withdraw'],
  ['somebody who has not agreed to the rules', { ...row, state: 'screening' as const }, 'withdraw'],
  ['the same departure reported again', { ...row, state: 'gone' as const }, 'nothing'],
  [
    'a departure that was reported a moment ago',
    { ...row, kind: 'farewell' as const, state: 'sent' as const },
    'nothing',
  ],
])('when %s leaves', (_, latest, answer) => {
  expect(farewellFor(latest, 1000)).toBe(answer)
})

test('a member who leaves a second time gets a second farewell', () => {
  expect(farewellFor({ ...row, kind: 'farewell', state: 'sent' }, 3_600_000)).toBe('farewell')
})
