import { expect, test } from 'vitest'
import { createMinuteBudget } from './minute-budget.ts'

test('so many times within any minute, each key for itself', () => {
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

test('a clock that was ahead is forgiven', () => {
  let now = 86_400_000
  const budget = createMinuteBudget(1, () => now)
  budget.spend('a')
  now = 1000
  expect(budget.secondsLeft('a')).toBe(0)
})
