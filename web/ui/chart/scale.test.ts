import { expect, test } from 'vitest'
import { countAxis, placeOf, roundAxis, timeAxis, timeMark } from './scale.ts'

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
  [0, ['0 min', '1 min', '2 min']],
  [45 * minute, ['0 min', '30 min', '60 min']],
  [hour, ['0 min', '30 min', '60 min']],
  [9 * hour, ['0 h', '6 h', '12 h']],
  [30 * hour, ['0 d', '1 d', '2 d']],
  [9999 * 24 * hour, ['0 d', '5000 d', '10000 d']],
])('an axis for up to %d ms has the marks %j', (most, marks) => {
  const axis = timeAxis(most)
  expect([0, axis.step, axis.top].map(value => timeMark(value, axis))).toEqual(marks)
  expect(axis.top).toBeGreaterThanOrEqual(most)
})

test.each([
  [0, 0, [0, 1, 1]],
  [0, 4, [0, 1, 4]],
  [0, 36, [0, 10, 40]],
  [0, 3410, [0, 1000, 4000]],
  [12_039, 12_438, [12_000, 100, 12_500]],
  [7, 7, [7, 1, 8]],
])('an axis from %d to %d begins, steps and ends at %j', (least, most, [from, step, top]) =>
  expect(roundAxis(least, most)).toEqual({ from, step, top }),
)

test('the first lies at the beginning, the last at the end', () => {
  expect([placeOf(0, 5), placeOf(2, 5), placeOf(4, 5), placeOf(0, 1)]).toEqual([0, 0.5, 1, 0.5])
})
