import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { mostPickets } from './contract.ts'
import { picketRowOf } from './picket-row.ts'

test('a picket stands for 50 ms, and damage is never hidden', () => {
  expect(
    picketRowOf([
      { at: 1000, lane: 'attack' },
      { at: 1120, lane: 'stop' },
      { at: 1149, lane: 'attack' },
      { at: 1210, lane: 'restore' },
    ]),
  ).toEqual(['attack', 'idle', 'attack', 'idle', 'repair'])
  expect(picketRowOf([])).toEqual([])
})

test('however long it takes, it is one row that begins and ends with something', () => {
  const mark = record({
    at: integer({ min: 0, max: 10_000_000 }),
    lane: constantFrom('attack' as const, 'stop' as const, 'restore' as const, 'settings' as const, 'verify' as const),
  })
  assert(
    property(array(mark, { minLength: 1 }), marks => {
      const strip = picketRowOf(marks)
      expect(strip.length).toBeLessThanOrEqual(mostPickets)
      expect(strip[0]).not.toBe('idle')
      expect(strip.at(-1)).not.toBe('idle')
      expect(strip.includes('attack')).toBe(marks.some(({ lane }) => lane === 'attack'))
    }),
  )
})
