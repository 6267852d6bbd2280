import { expect, test } from 'vitest'
import { createDays, createTallies, createTally, median } from './tally.ts'

test.each([
  [[], null],
  [[7], 7],
  [[9, 1], 5],
  [[100, 1, 3], 3],
  [[10, 9, 100, 1], 10],
])('the median of %j is %s', (values, expected) => expect(median(values)).toBe(expected))

test('four ratings have no average, five do', () => {
  const tally = createTally()
  for (const stars of [5, 5, 4, 1]) tally.addStars(stars)
  expect(tally.summary().rating).toEqual({ answers: 4, average: null })
  tally.addStars(5)
  expect(tally.summary().rating).toEqual({ answers: 5, average: 4 })
  expect(tally.stars()).toEqual([1, 0, 0, 1, 3])
})

test('a moment belongs to the last day that began before it', () => {
  const days = createDays([10, 20])
  for (const at of [9, 10, 19, 20, 99, 12]) days.add(at, at)
  expect([days.counts(), days.medians()]).toEqual([
    [3, 2],
    [12, 60],
  ])
})

test('the keys with the most tickets come first', () => {
  const tallies = createTallies()
  tallies.of('a').addFirstResponse(1)
  tallies.of('b').addTicket()
  tallies.of('b').addTicket()
  expect(tallies.ranked().map(([key, tally]) => [key, tally.tickets()])).toEqual([
    ['b', 2],
    ['a', 0],
  ])
})
