import { assert, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { since, waitLeft } from './clock.ts'

const days = 86_400_000

test('a wait never lasts longer than intended, whatever the clock did in the meantime', () => {
  expect(waitLeft(1000, 5000, 3000)).toBe(3000)
  expect(waitLeft(1000, 5000, 6000)).toBe(0)
  expect(since(30 * days, 1000)).toBe(Infinity)
  expect(waitLeft(30 * days, 5000, 1000)).toBe(0)
  assert(
    property(nat(60 * days), nat(60 * days), nat(days), (at, now, length) => {
      expect(waitLeft(at, length, now)).toBeLessThanOrEqual(length)
    }),
  )
})
