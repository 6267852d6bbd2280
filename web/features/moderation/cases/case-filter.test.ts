import { expect, test } from 'vitest'
import { isFiltered, readFilter } from './case-filter.ts'

test('the URL determines which cases are shown', () => {
  const search = {
    search: 'spam',
    kind: 'ban',
    source: 'automod',
    moderator: '111111111111111111',
    target: '222222222222222222',
  }
  expect(readFilter(search)).toEqual(search)
  expect(readFilter({ search: 12 })).toEqual({ search: '12' })
  expect(readFilter({ case: 12 })).toEqual({ case: 12 })
})

test('invalid parts of the URL are ignored', () => {
  expect(readFilter({})).toEqual({})
  expect(readFilter({ search: '', kind: 'exile', source: 7, moderator: 'mara', target: ['1'] })).toEqual({})
  for (const number of ['12a', 0, -1, 1.5, 1e300]) expect(readFilter({ case: number })).toEqual({})
  expect(readFilter({ search: 'x'.repeat(500) }).search).toHaveLength(100)
})

test('a list counts as filtered when anything narrows it', () => {
  expect([isFiltered({}), isFiltered({ kind: 'warn' })]).toEqual([false, true])
})
