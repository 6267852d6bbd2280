import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostXp } from './contract.ts'
import { clampTotal, neededAt, levelProgress, totalAt, totalOf } from './curve.ts'

test('a level takes its square times 100 XP, and the rest counts toward the next', () => {
  expect([1, 2, 3, 10].map(neededAt)).toEqual([100, 400, 900, 10_000])
  expect(levelProgress(0)).toEqual({ level: 1, xp: 0 })
  expect(levelProgress(99)).toEqual({ level: 1, xp: 99 })
  expect(levelProgress(100)).toEqual({ level: 2, xp: 0 })
  expect(levelProgress(100 + 400 + 7)).toEqual({ level: 3, xp: 7 })
})

test('for any amount, the level’s XP is reached and that of the next is not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: mostXp }), total => {
      const standing = levelProgress(total)
      expect(totalOf(standing)).toBe(total)
      expect(standing.xp).toBeGreaterThanOrEqual(0)
      expect(standing.xp).toBeLessThan(neededAt(standing.level))
    }),
    { numRuns: 200 },
  )
})

test('both sides of every level-up are right', () => {
  for (let level = 2; level <= 400; level++) {
    expect(levelProgress(totalAt(level))).toEqual({ level, xp: 0 })
    expect(levelProgress(totalAt(level) - 1)).toEqual({ level: level - 1, xp: neededAt(level - 1) - 1 })
  }
})

test('XP never falls below zero', () => {
  expect(clampTotal(50, -80)).toBe(0)
  expect(clampTotal(mostXp, 1)).toBe(mostXp)
})
