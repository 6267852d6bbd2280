import { expect, test } from 'vitest'
import { lastEnd, premiumAt } from './premium-at.ts'

const period = (startsAt: number, endsAt: number | null, endedAt: number | null = null) => ({
  kind: 'grant' as const,
  startsAt,
  endsAt,
  endedAt,
})

test('periods that meet or overlap are one, in any order', () => {
  const periods = [period(20, 30), period(0, 12), period(12, 20), period(40, 50)]
  expect(premiumAt(periods, 5)).toMatchObject({ until: 30 })
  expect(premiumAt(periods, 29)).toMatchObject({ until: 30 })
  expect(premiumAt(periods, 30)).toEqual({ by: undefined, until: undefined, next: 40 })
  expect(premiumAt(periods, 50)).toEqual({ by: undefined, until: undefined, next: undefined })
})

test('an open-ended period never ends, and a revoked one ends at that time', () => {
  expect(premiumAt([period(0, null)], 5).until).toBe(Infinity)
  expect(premiumAt([period(0, null, 10)], 5).until).toBe(10)
  expect(premiumAt([period(0, null, 10)], 10).until).toBeUndefined()
  // Revoked before it began.
  expect(premiumAt([period(20, 30, 5)], 1)).toEqual({ by: undefined, until: undefined, next: undefined })
})

test('the last end is the latest that has come', () => {
  expect(lastEnd([period(0, 10), period(0, 50, 20), period(0, null)], 30)).toBe(20)
  expect(lastEnd([period(0, null)], 30)).toBeUndefined()
})
