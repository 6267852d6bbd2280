import { expect, test } from 'vitest'
import { countAxis, placeOf, timeAxis, timeMark } from './scale.ts'

const minute = 60_000
const hour = 60 * minute

test.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [7, 8],
  [8, 8],
  [9, 10],
  [11, 20],
  [41, 50],
  [100, 100],
  [101, 200],
  [99_999, 100_000],
])('an axis for up to %d ends at %d', (most, top) => expect(countAxis(most).top).toBe(top))

test.each([
  [0, ['0 m', '1 m', '2 m']],
  [45 * minute, ['0 m', '30 m', '60 m']],
  [hour, ['0 m', '30 m', '60 m']],
  [9 * hour, ['0 h', '6 h', '12 h']],
  [30 * hour, ['0 d', '1 d', '2 d']],
  [9999 * 24 * hour, ['0 d', '5000 d', '10000 d']],
])('an axis for up to %d ms has the marks %j', (most, marks) => {
  const axis = timeAxis(most)
  expect([0, axis.step, axis.top].map(value => timeMark(value, axis))).toEqual(marks)
  expect(axis.top).toBeGreaterThanOrEqual(most)
})

test('the first lies at the beginning, the last at the end', () => {
  expect([placeOf(0, 5), placeOf(2, 5), placeOf(4, 5), placeOf(0, 1)]).toEqual([0, 0.5, 1, 0.5])
})
