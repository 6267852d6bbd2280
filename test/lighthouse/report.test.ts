import { expect, test } from 'vitest'
import type { Measured } from './measure.ts'
import { pages } from './pages.ts'
import { medianOf, misses } from './report.ts'

const found = (performance: number, seo: number): Measured => ({
  scores: { performance, accessibility: 100, 'best-practices': 100, seo },
  lost: { performance: ['total-blocking-time'], accessibility: [], 'best-practices': [], seo: ['is-crawlable'] },
  timing: { firstPaint: 1, largestPaint: 2, blocked: 3, shift: 0 },
  load: 1,
})
const named = (name: string) => {
  const page = pages.find(one => one.name === name)
  if (!page) throw new Error(`no page ${name}`)
  return page
}

test('pages below their target are listed with the audits that cost points, except for what is excepted', () => {
  expect(misses({ page: named('Features'), found: found(95, 100) })).toEqual([])
  expect(misses({ page: named('Features'), found: found(94, 66) })).toEqual([
    'Features: performance is 94, its target is 95 (total-blocking-time)',
    'Features: seo is 66, its target is 95 (is-crawlable)',
  ])
  expect(misses({ page: named('Dashboard'), found: found(90, 66) })).toEqual([])
  expect(misses({ page: named('Dashboard'), found: found(89, 66) })).toHaveLength(1)
})

test('the median run counts', () => {
  expect(medianOf([found(99, 1), found(60, 2), found(93, 3)]).scores.performance).toBe(93)
})
