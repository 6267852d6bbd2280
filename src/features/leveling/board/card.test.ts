import { expect, test } from 'vitest'
import drawRankCard, { picketShare } from './card.task.ts'

test('the fence fills from the left, and never beyond its ends', () => {
  const full = (share: number) => Array.from({ length: 40 }, (_, index) => picketShare(share, index))
  expect(full(0).every(one => one === 0)).toBe(true)
  expect(full(5).every(one => one === 1)).toBe(true)
  expect(full(Number.NaN).every(one => one === 0)).toBe(true)
  expect(full(0.51).filter(one => one === 1)).toHaveLength(20)
  expect(picketShare(0.51, 20)).toBeCloseTo(0.4)
})

test('a rank card has the size that Discord shows without cropping', async () => {
  const card = { name: '', avatar: undefined, level: 0, xp: 0, needed: 0, rank: 0 }
  const png = await drawRankCard(card)
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 934, 282])
})
