import { expect, test } from 'vitest'
import { createMinuteBudget } from './minute-budget.ts'

test('a limited number of uses within any minute, separately for each key', () => {
  let now = 1000
  const budget = createMinuteBudget(2, () => now)
  budget.spend('a')
  now += 20_000
  budget.spend('a')
  expect([budget.secondsLeft('a'), budget.secondsLeft('b')]).toEqual([40, 0])
  now += 39_001
  expect(budget.secondsLeft('a')).toBe(1)
  now += 999
  expect(budget.secondsLeft('a')).toBe(0)
  budget.spend('a')
  expect(budget.secondsLeft('a')).toBe(20)
})

test('times from a clock that was ahead are ignored', () => {
  let now = 86_400_000
  const budget = createMinuteBudget(1, () => now)
  budget.spend('a')
  now = 1000
  expect(budget.secondsLeft('a')).toBe(0)
})
