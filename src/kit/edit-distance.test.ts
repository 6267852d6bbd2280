import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance, isMisspelt, nearest } from './edit-distance.ts'

/** The definition, without any limit. */
function distance(one: string, other: string): number {
  const known = new Map<string, number>()
  const at = (row: number, column: number): number => {
    if (row === 0 || column === 0) return row + column
    const key = `${row}/${column}`
    const before = known.get(key)
    if (before !== undefined) return before
    const isSame = one[row - 1] === other[column - 1]
    const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
    const found = Math.min(
      at(row - 1, column) + 1,
      at(row, column - 1) + 1,
      at(row - 1, column - 1) + (isSame ? 0 : 1),
      isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
    )
    known.set(key, found)
    return found
  }
  return at(one.length, other.length)
}

test('the distance is that of the definition, or one more than the limit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (one, other, limit) => {
      expect(editDistance(one, other, limit)).toBe(Math.min(distance(one, other), limit + 1))
    }),
  )
})

test.each([
  ['woodwrk', 'woodwork'],
  ['Genral', 'general'],
  ['raisd', 'raids'],
  ['show and tell', 'show-and-tell'],
])('%s is a misspelt %s', (typed, name) => {
  expect(isMisspelt(typed, name)).toBe(true)
})

test.each([
  ['raid', 'rules'],
  ['spam', 'staff'],
  ['in', 'on'],
  ['hack', 'back-room'],
])('%s is no misspelt %s', (typed, name) => {
  expect(isMisspelt(typed, name)).toBe(false)
})

test('the nearest come first: misspelt, then part of the name, then nothing', () => {
  const rooms = ['general', 'general-chat', 'gneral', 'woodwork', 'mod-log']
  const found = (typed: string) => nearest(typed, rooms, room => [room])
  expect(found('genral')).toEqual(['general', 'gneral'])
  expect(found('log')).toEqual(['mod-log'])
  expect(found('chat')).toEqual(['general-chat'])
  expect(found('xyzzy')).toEqual([])
  expect(found('')).toEqual([])
})
