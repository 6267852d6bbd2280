import { expect, test } from 'vitest'
import type { ObjectState } from '../journal/objects.ts'
import { findUnloggedChanges } from './unlogged-changes.ts'
import { emptyState } from './server-now.ts'

/** Discord writes no entry when a channel takes over the permissions of its category. */

const [guildId, category, room] = ['1', '2', '3']
const hidden = [{ id: guildId, type: 0, allow: '0', deny: '1024' }]
const shown = [{ id: guildId, type: 0, allow: '1024', deny: '0' }]

test.each([
  ['those of its category', hidden, [{ kind: 'channel', id: room, fields: ['permission_overwrites'] }]],
  ['others', shown, []],
])('what changed to %s without a name', (_, after, touched) => {
  const was: ObjectState = { name: 'room', type: 0, parent_id: category, permission_overwrites: [] }
  const before = emptyState()
  before.channel.set(category, { name: 'archive', type: 4, permission_overwrites: hidden })
  before.channel.set(room, was)
  const change = {
    kind: 'channel' as const,
    id: room,
    cursor: 2,
    at: 0,
    before: was,
    after: { ...was, permission_overwrites: after },
    actorId: null,
    entryId: null,
    origin: 'gateway' as const,
  }
  const found = findUnloggedChanges(before, {
    guildId,
    attackers: [],
    changes: [change],
    cursor: 1,
    isNear: () => true,
  })
  expect(found.touched).toEqual(touched)
})
