import * as fc from 'fast-check'
import { PermissionFlagsBits as P } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { compareStates } from './compare.ts'
import { objectKinds, type ObjectKind, type ObjectState, type ServerState } from './objects.ts'

const server = (objects: { [K in ObjectKind]?: Record<string, ObjectState> }): ServerState =>
  Object.fromEntries(
    Object.keys(objectKinds).map(kind => [kind, new Map(Object.entries(objects[kind as ObjectKind] ?? {}))]),
  ) as never

test('differences come in the order of the server, each with the fields that differ', () => {
  const before = server({
    role: { '1': { name: 'top', position: 9 }, '2': { name: 'low', position: 1 } },
    channel: {
      '10': { type: 4, name: 'wing', position: 1 },
      '11': { type: 0, name: 'a', position: 7, parent_id: '10' },
      '12': { type: 0, name: 'first', position: 0, parent_id: null },
      '13': { type: 2, name: 'voice', position: 0, parent_id: '10' },
    },
  })
  const after = server({
    role: { '1': { name: 'Top', position: 9 }, '2': { name: 'Low', position: 1 } },
    channel: { '11': { type: 0, name: 'b', position: 7, parent_id: null } },
  })
  expect(
    compareStates(before, after).map(({ id, what, fields }) => [id, what, fields.map(({ field }) => field)]),
  ).toEqual([
    ['1', 'changed', ['name']],
    ['2', 'changed', ['name']],
    ['12', 'deleted', ['type', 'name', 'position']],
    ['11', 'changed', ['name', 'parent_id']],
    ['10', 'deleted', ['type', 'name', 'position']],
    ['13', 'deleted', ['type', 'name', 'parent_id', 'position']],
  ])
})

test('a field that is not known in both states is no difference', () => {
  const before = server({ guild: { '1': { name: 'Loom' } } })
  expect(compareStates(before, server({ guild: { '1': { name: 'Loom', afk_timeout: 60 } } }))).toEqual([])
})

const admin = String(P.Administrator)
test.each<[string, ServerState, ServerState, boolean]>([
  [
    'a role wins a right to do harm',
    server({ role: { '1': { permissions: '0' } } }),
    server({ role: { '1': { permissions: admin } } }),
    true,
  ],
  [
    'a role loses one',
    server({ role: { '1': { permissions: admin } } }),
    server({ role: { '1': { permissions: '0' } } }),
    false,
  ],
  [
    'an overwrite allows it',
    server({ channel: { '5': { permission_overwrites: [] } } }),
    server({
      channel: { '5': { permission_overwrites: [{ id: '1', type: 0, allow: String(P.ManageRoles), deny: '0' }] } },
    }),
    true,
  ],
  [
    'an overwrite no longer denies it',
    server({
      channel: { '5': { permission_overwrites: [{ id: '1', type: 0, allow: '0', deny: String(P.ManageWebhooks) }] } },
    }),
    server({ channel: { '5': { permission_overwrites: [] } } }),
    true,
  ],
  [
    'somebody gets such a role',
    server({ role: { '1': { permissions: admin } } }),
    server({ role: { '1': { permissions: admin } }, member: { '7': { roles: ['1'], nick: null } } }),
    true,
  ],
  [
    'an invite gives one',
    server({ role: { '1': { permissions: admin } } }),
    server({ role: { '1': { permissions: admin } }, invite: { code: { role_ids: ['1'] } } }),
    true,
  ],
  [
    'a question gives one',
    server({ role: { '1': { permissions: admin } }, onboarding: { '9': { prompts: [] } } }),
    server({
      role: { '1': { permissions: admin } },
      onboarding: { '9': { prompts: [{ options: [{ role_ids: ['1'] }] }] } },
    }),
    true,
  ],
])('%s', (_what, before, after, isPower) => {
  expect(compareStates(before, after).some(({ givesPower }) => givesPower)).toBe(isPower)
})

const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()))
const anyServer = fc
  .record(
    Object.fromEntries(
      Object.entries(objectKinds).map(([kind, { fields }]) => [
        kind,
        fc.dictionary(
          fc.bigInt({ min: 1n, max: 9n }).map(String),
          fc.record(Object.fromEntries(Object.keys(fields).map(field => [field, value]))),
          { maxKeys: 4 },
        ),
      ]),
    ),
  )
  .map(objects => server(objects as never))

test('equal states do not differ, and what is lost one way is gained the other', () => {
  fc.assert(
    fc.property(anyServer, anyServer, (one, other) => {
      expect(compareStates(one, one)).toEqual([])
      const opposite = { created: 'deleted', deleted: 'created', changed: 'changed' }
      const named = (list: ReturnType<typeof compareStates>) =>
        list.map(({ kind, id, what }) => `${kind} ${id} ${what}`)
      expect(named(compareStates(one, other)).toSorted()).toEqual(
        compareStates(other, one)
          .map(({ kind, id, what }) => `${kind} ${id} ${opposite[what]}`)
          .toSorted(),
      )
    }),
    { numRuns: 100 },
  )
})
