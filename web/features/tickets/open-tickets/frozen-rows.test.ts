import { expect, test } from 'vitest'
import { frozenRows } from './frozen-rows.ts'

const rows = (...ids: number[]) => ids.map(id => ({ id }))

test('while somebody is in the list, rows do not move, but those that are gone disappear', () => {
  expect(frozenRows(rows(3, 1, 2), undefined)).toEqual({ shown: rows(3, 1, 2), waiting: 0 })
  expect(frozenRows(rows(5, 3, 2, 4), [1, 2, 3])).toEqual({ shown: rows(2, 3), waiting: 2 })
})
