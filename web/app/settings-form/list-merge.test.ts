import { expect, test } from 'vitest'
import { listDifference, mergeLists } from './list-merge.ts'

test('of two lists with a common origin, what either removed stays removed and what either added is added', () => {
  const was = ['alpha', 'obsolete']
  expect(mergeLists(was, ['alpha', 'beta'], ['alpha', 'obsolete', 'gamma'])).toEqual(['alpha', 'gamma', 'beta'])
  expect(mergeLists(was, ['alpha', 'obsolete', 'beta'], ['alpha', 'gamma'])).toEqual(['alpha', 'gamma', 'beta'])
  expect(mergeLists(was, [], ['alpha'])).toEqual([])
})

test('an entry that both added is kept once, in whatever order its keys are; only lists are merged', () => {
  const [mine, theirs] = [
    { pattern: 'scam', kind: 'word' },
    { kind: 'word', pattern: 'scam' },
  ]
  expect(mergeLists(undefined, [mine], [theirs])).toEqual([theirs])
  expect(mergeLists([], 'a', ['b'])).toBeUndefined()
})

test('every entry that differs is listed in full', () => {
  const long = 'x'.repeat(200)
  expect(listDifference(['a', 'b', 'c'], ['c', 'a', long], String)).toMatchObject({
    added: [long],
    removed: ['b'],
    moved: true,
    unchanged: 2,
  })
  expect(listDifference(undefined, ['a'], String)).toMatchObject({ added: ['a'], removed: [], moved: false })
})
