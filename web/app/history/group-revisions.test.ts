import { expect, test } from 'vitest'
import type { RevisionItem } from '#kernel/history/contract.ts'
import { groupRevisions } from './group-revisions.ts'

const many = (id: number) => ({ id, kind: 'import', changes: 2, undone: false }) as const
const revision = (id: number, of: RevisionItem['many']): RevisionItem => ({
  id,
  feature: 'moderation',
  featureTitle: 'Moderation',
  thing: null,
  author: { userId: null, name: null, avatarURL: null, via: 'dashboard', place: null },
  at: id,
  restores: null,
  restoredAt: null,
  many: of,
  mayNotRestore: null,
  changes: [],
})

test('changes made in one go are grouped, in the order of the history', () => {
  const list = [
    revision(7, many(2)),
    revision(6, many(2)),
    revision(5, many(1)),
    revision(4, null),
    revision(3, null),
    revision(2, many(1)),
  ]
  expect(groupRevisions(list).map(one => ('revisions' in one ? one.revisions.map(({ id }) => id) : one.id))).toEqual([
    [7, 6],
    [5],
    4,
    3,
    [2],
  ])
  expect(groupRevisions([])).toEqual([])
})
