import { array, assert, integer, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import { segmentsOf } from './evidence-segments.ts'

test('evidence is highlighted in place, once where it overlaps; evidence without a position is not', () => {
  const spans = [
    { start: 5, end: 9 },
    { start: 7, end: 12 },
    { start: null, end: null },
  ]
  expect(segmentsOf('free coins now', spans)).toEqual([
    { text: 'free ', hit: false },
    { text: 'coins n', hit: true },
    { text: 'ow', hit: false },
  ])
})

test('whatever the evidence, the text stays complete', () => {
  const span = record({ start: integer({ min: 0, max: 40 }), end: integer({ min: 0, max: 40 }) })
  assert(
    property(string({ maxLength: 30 }), array(span, { maxLength: 6 }), (text, spans) => {
      const segments = segmentsOf(text, spans)
      expect(segments.map(one => one.text).join('')).toBe(text)
      expect(segments.every(one => one.text !== '')).toBe(true)
    }),
    { numRuns: 200 },
  )
})
