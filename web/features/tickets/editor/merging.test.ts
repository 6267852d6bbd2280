import { expect, test } from 'vitest'
import { panelDesign } from '#features/tickets/panels/contract.ts'
import { panels } from './merging.ts'

const { conflictOf, isSame, merge } = panels

const was = panelDesign.parse({ title: 'Help', description: 'Ask away' })
const role = '111111111111111111'

test('what only one of two people changed is merged, and identical changes need no question', () => {
  const yours = { ...was, title: 'Support', support_roles: [role], transcript: false }
  const theirs = { ...was, description: 'Ask anything', support_roles: [role] }
  const { merged, both, only } = merge({ was, yours, theirs })
  expect(merged).toEqual({ ...yours, description: 'Ask anything' })
  expect([both, only]).toEqual([[], ['description']])
  expect([isSame(merged, yours), isSame(was, structuredClone(was))]).toEqual([false, true])
})

test("the user chooses between conflicting changes, shown with the history's labels and what is merged besides", () => {
  const by = { userId: null, name: 'Tobias', avatarURL: null, via: 'dashboard' }
  const yours = { ...was, title: 'Support', kind: 'thread' as const, max_open: 3 }
  const theirs = { ...was, title: 'Desk', kind: 'channel' as const, feedback: false }
  expect(conflictOf({ was, yours, theirs }, by, 7, 4)).toMatchObject({
    revision: 4,
    fields: [{ key: 'title', label: 'Panel title', by, at: 7, was: 'Help', yours: 'Support', theirs: 'Desk' }],
    joined: [
      { key: 'feedback', label: 'Ask for a rating', by, was: true, becomes: false },
      { key: 'kind', label: 'A ticket is', by: null, becomes: 'thread' },
      { key: 'max_open', label: 'Open at once', by: null, becomes: 3 },
    ],
  })
})
