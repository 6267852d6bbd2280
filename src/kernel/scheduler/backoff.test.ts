import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

test('the wait between attempts doubles up to an hour', () => {
  expect([1, 2, 3, 10, 30].map(backoffMs)).toEqual([5000, 10_000, 20_000, 2_560_000, 3_600_000])
})
