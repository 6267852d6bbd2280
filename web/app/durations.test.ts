import { expect, test } from 'vitest'
import { durationText, shortDuration } from './durations.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test.each([
  [0, '< 1 min', '< 1 min'],
  [minute, '1 min', '1 min'],
  [18 * minute + 29_000, '18 min', '18 min'],
  [59 * minute + 59_000, '59 min', '1 h'],
  [hour, '1 h', '1 h'],
  [5 * hour + 12 * minute, '5 h', '5 h 12 min'],
  [23 * hour + 59 * minute + 59_000, '24 h', '24 h'],
  [day, '24 h', '1 d'],
  [2 * day + 3 * hour, '2 d', '2 d 3 h'],
  [3 * day - minute, '3 d', '3 d'],
  [40 * day, '40 d', '40 d'],
])('%d ms are “%s” in short and “%s” in full', (ms, short, full) => {
  expect([shortDuration(ms), durationText(ms)]).toEqual([short, full])
})
