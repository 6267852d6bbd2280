import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { scaleOf } from './lane-scale.ts'

test('the time axis has round steps', () => {
  const labels = (ms: number) => scaleOf(0, ms).ticks.map(({ label }) => label)
  expect(labels(2090)).toEqual(['0 s', '+0.5 s', '+1.0 s', '+1.5 s', '+2.0 s'])
  expect(labels(90_000)).toEqual(['0 s', '+20.0 s', '+40.0 s', '+1 min', '+1.3 min'])
})

test('everything is placed between the edges, in order, however long it took', () => {
  const at = integer({ min: 0, max: 30 * 86_400_000 })
  assert(
    property(at, at, at, (from, a, b) => {
      const to = from + Math.max(a, b)
      const { place, ticks } = scaleOf(from, to)
      const places = [from, from + Math.min(a, b), to].map(place)
      expect(places).toEqual(places.toSorted((x, y) => x - y))
      expect(places[0]).toBe(0)
      expect(place(to)).toBeLessThanOrEqual(100)
      expect(ticks.length).toBeGreaterThan(1)
      expect(ticks.length).toBeLessThanOrEqual(6)
    }),
  )
})
