import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/sampling.ts'
import type { ObjectState } from '../journal/objects.ts'
import type { JournalChange } from '../journal/state-at.ts'
import { withChangesOfOthers } from './others-changes.ts'
import { emptyState } from './server-now.ts'
import { idsIn } from './steps.ts'

const id = '700'
const roles = ['1', '2', '3', '4']
const start: ObjectState = { name: 'a', topic: null, permissions: '0', roles: ['1', '2'] }
const edit = fc.oneof(
  fc.record({ name: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ topic: fc.constantFrom(null, 'x', 'y') }),
  fc.record({ permissions: fc.constantFrom('0', '1', '3', '8') }),
  fc.record({ roles: fc.subarray(roles) }),
)
const edits = fc.array(fc.record({ by: fc.constantFrom('other', 'attacker'), edit }), { maxLength: 12 })

/** The journal of one channel that several people edit. */
function journalOf(list: readonly { by: string; edit: ObjectState }[]): JournalChange[] {
  let state = start
  return list.map(({ by, edit: changed }, place) => {
    const before = state
    state = { ...state, ...changed }
    return {
      cursor: place,
      at: place,
      kind: 'channel',
      id,
      before,
      after: state,
      actorId: by,
      entryId: null,
      origin: 'gateway',
    }
  })
}

function replay(changes: readonly JournalChange[], before = (one: string) => one): ObjectState | undefined {
  const server = emptyState()
  server.channel.set(id, start)
  return withChangesOfOthers(server, changes, ({ actorId }) => actorId === 'other', before).channel.get(id)
}
const rolesOf = (state: ObjectState | null | undefined) => idsIn(state?.['roles'])
const sorted = (state: ObjectState | undefined) => ({ ...state, roles: rolesOf(state).toSorted() })

test('what only others changed is as they left it; what only attackers changed is as it was', () => {
  fc.assert(
    fc.property(edits, list => {
      const others = list.map(one => ({ ...one, by: 'other' }))
      expect(sorted(replay(journalOf(others)))).toEqual(sorted(journalOf(others).at(-1)?.after ?? start))
      const attackers = list.map(one => ({ ...one, by: 'attacker' }))
      expect(replay(journalOf(attackers))).toEqual(start)
    }),
    { numRuns: runs(200) },
  )
})

test('what attackers changed leaves no trace in fields, entries and permissions that others did not touch', () => {
  fc.assert(
    fc.property(edits, list => {
      const changes = journalOf(list)
      const knownGood = replay(changes)
      const theirs = changes.filter(({ actorId }) => actorId === 'other')
      const untouched = ['name', 'topic'].filter(
        field => !theirs.some(({ before, after }) => before?.[field] !== after?.[field]),
      )
      for (const field of untouched) expect(knownGood?.[field]).toEqual(start[field])
      for (const role of roles) {
        const has = (state: ObjectState | null) => rolesOf(state).includes(role)
        const decided = theirs.findLast(({ before, after }) => has(before) !== has(after))
        expect(rolesOf(knownGood).includes(role)).toBe(has(decided?.after ?? start))
      }
      for (const bit of [1n, 2n, 8n]) {
        const has = (state: ObjectState | null) => (BigInt(String(state?.['permissions'])) & bit) !== 0n
        const decided = theirs.findLast(({ before, after }) => has(before) !== has(after))
        expect((BigInt(String(knownGood?.['permissions'])) & bit) !== 0n).toBe(has(decided?.after ?? start))
      }
    }),
    { numRuns: runs(200) },
  )
})

test('what attackers destroyed is not removed from a list because somebody edits the list afterwards', () => {
  const after = { ...start, roles: ['1'] }
  const gone: JournalChange = {
    cursor: 0,
    at: 0,
    kind: 'role',
    id: '2',
    before: {},
    after: null,
    actorId: 'attacker',
    entryId: null,
    origin: 'gateway',
  }
  const edited: JournalChange = { ...gone, cursor: 1, kind: 'channel', id, before: start, after, actorId: 'other' }
  expect(replay([gone, edited])?.['roles']).toEqual(['1', '2'])
  expect(replay([edited])?.['roles']).toEqual(['1'])
})
