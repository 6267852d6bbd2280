import { expect, test } from 'vitest'
import { occurrencesAfter, recurrenceRule } from './recurrence.ts'

/** Sunday. */
const start = '2026-11-01T18:30:00Z'

function dates(rule: object, count: number, after = Date.parse(start) - 1): string[] {
  const found: string[] = []
  for (const at of occurrencesAfter(recurrenceRule.parse({ start, interval: 1, ...rule }), after)) {
    found.push(new Date(at).toISOString())
    if (found.length === count) break
  }
  return found
}

const on = (...days: string[]) => days.map(day => `2026-${day}T18:30:00.000Z`)

test('every day, or on the days of a set', () => {
  expect(dates({ frequency: 3 }, 3)).toEqual(on('11-01', '11-02', '11-03'))
  expect(dates({ frequency: 3, by_weekday: [0, 1, 2, 3, 4] }, 6)).toEqual(
    on('11-02', '11-03', '11-04', '11-05', '11-06', '11-09'),
  )
})

test('every week, and every other', () => {
  expect(dates({ frequency: 2, by_weekday: [6] }, 3)).toEqual(on('11-01', '11-08', '11-15'))
  expect(dates({ frequency: 2, interval: 2, by_weekday: [6] }, 3)).toEqual(on('11-01', '11-15', '11-29'))
})

test('the second Tuesday of a month, and a day of the year', () => {
  expect(dates({ frequency: 1, by_n_weekday: [{ n: 2, day: 1 }] }, 2)).toEqual(on('11-10', '12-08'))
  expect(dates({ frequency: 0, by_month: [12], by_month_day: [24] }, 2)).toEqual([
    '2026-12-24T18:30:00.000Z',
    '2027-12-24T18:30:00.000Z',
  ])
})

test('what has passed does not come again, and a rule that never holds ends', () => {
  expect(dates({ frequency: 3 }, 1, Date.parse('2027-03-01T18:30:00Z'))).toEqual(['2027-03-02T18:30:00.000Z'])
  expect(dates({ frequency: 0, by_month: [2], by_month_day: [30] }, 1)).toEqual([])
})
