import { expect, test } from 'vitest'
import { isFiltered, readFilter } from './history-filter.ts'

test('the URL determines which changes are shown, and invalid parts of it are ignored', () => {
  const sensible = { search: 'prefix', feature: 'general', person: '123456789012345678', way: 'command', days: 30 }
  expect(readFilter(sensible)).toEqual(sensible)
  expect(readFilter({ search: 42 })).toEqual({ search: '42' })
  const nonsense = readFilter({ search: '', feature: '../x', person: 'mara', way: 'magic', days: 31, more: 1 })
  expect(nonsense).toEqual({})
  expect(isFiltered(nonsense)).toBe(false)
  expect(readFilter({ search: 'x'.repeat(300) }).search).toHaveLength(60)
})
