import { expect, test } from 'vitest'
import { limitWords } from './limit-words.ts'

test.each([
  [3, 3, 'Every member may have 3 open.'],
  [10, 3, 'Every member may have 10 open: Default applies once it is not 3.'],
  [3, 8, 'Every member may have 8 open: Tickets per member applies once it is not 3.'],
  [10, 1, 'Every member may have 1 open: the lower of Tickets per member and Default applies.'],
  [2, 5, 'Every member may have 2 open: the lower of Tickets per member and Default applies.'],
  [Number.NaN, 5, undefined],
])('%d for all and %d by the tier: %s', (maxTicketsPerUser, tier, words) => {
  expect(limitWords({ maxTicketsPerUser, userLimits: { default: tier } })).toBe(words)
})
