import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparePositions, highest, outranks, type RolePosition, standsAbove } from './hierarchy.ts'

const place = fc.record({ id: fc.bigInt({ min: 1n, max: 30n }).map(String), position: fc.integer({ min: 0, max: 5 }) })

test('of two roles at the same position the older one is the higher', () => {
  expect(comparePositions({ id: '10', position: 3 }, { id: '11', position: 3 })).toBeGreaterThan(0)
  expect(comparePositions({ id: '9', position: 3 }, { id: '10', position: 3 })).toBeGreaterThan(0)
})

test('any two different roles have one order, whichever way they are compared', () => {
  fc.assert(
    fc.property(place, place, (left, right) => {
      expect(Math.sign(comparePositions(left, right))).toBe(-Math.sign(comparePositions(right, left)) + 0)
      expect(comparePositions(left, right) !== 0 || left.id === right.id).toBe(true)
    }),
  )
})

test('the highest role is above or equal to every other', () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 1 }), places => {
      const top = highest(places)
      for (const one of places) expect(comparePositions(top as RolePosition, one)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('nobody outranks the owner, and the owner outranks everybody', () => {
  const low = { id: '1', position: 0 }
  const high = { id: '2', position: 9 }
  expect(outranks({ userId: 'admin', top: high }, 'owner', { userId: 'owner', top: low })).toBe(false)
  expect(outranks({ userId: 'owner', top: low }, 'owner', { userId: 'admin', top: high })).toBe(true)
  expect(standsAbove({ userId: 'owner', top: low }, 'owner', high)).toBe(true)
})

test('nobody outranks somebody with the same highest role', () => {
  const top = { id: '2', position: 4 }
  expect(outranks({ userId: 'a', top }, 'owner', { userId: 'b', top })).toBe(false)
})
