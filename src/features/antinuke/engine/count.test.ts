import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Action } from './audit-entry.ts'
import { busiest, type Counted, insertByTime, weightOf } from './count.ts'
import { decide } from './decide.ts'

const counted = fc.array(
  fc.record({ at: fc.integer({ min: 0, max: 300 }), weight: fc.constantFrom(0, 0.04, 0.25, 1, 1) }),
  { minLength: 1, maxLength: 40 },
)

/** Checks every window that ends with an action and contains the one at `at`, one by one. */
const slowly = (list: readonly Counted[], at: number, windowMs: number): number =>
  Math.max(
    0,
    ...list
      .filter(end => end.at >= at && end.at < at + windowMs)
      .map(end =>
        list.filter(one => one.at <= end.at && one.at > end.at - windowMs).reduce((sum, one) => sum + one.weight, 0),
      ),
  )

test('the busiest window is found, in whatever order entries arrive', () => {
  fc.assert(
    fc.property(counted, fc.integer({ min: 1, max: 100 }), (all, windowMs) => {
      const list: Counted[] = []
      for (const one of all) insertByTime(list, one)
      expect(list.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => a - b))
      for (const { at } of all) {
        const found = busiest(list, at, windowMs)
        // Some actions of one moment may be undone: what counted before that counts.
        expect(found).toBeGreaterThanOrEqual(slowly(list, at, windowMs) - 1e-9)
        expect(found).toBeLessThanOrEqual(list.reduce((sum, { weight }) => sum + Math.max(weight, 0), 0) + 1e-9)
      }
    }),
  )
})

const action = (more: Partial<Action>): Action => ({
  entryId: '1',
  at: 0,
  actorId: '2',
  module: 'anti_channel',
  operation: 'remove',
  weight: 1,
  needs: 0n,
  severe: false,
  object: { kind: 'channel', id: '3' },
  targetId: '3',
  name: null,
  given: null,
  gave: null,
  reason: null,
  type: 12,
  does: 'deleted the channel',
  ...more,
})
const plain = { isOwn: false, newcomer: false, alike: 0, bot: false }

test.each([
  ['a channel deleted', action({}), plain, 1],
  ['one that they have just made', action({}), { ...plain, isOwn: true }, 0],
  ['an edit of that', action({ operation: 'change', weight: 0.03 }), { ...plain, isOwn: true }, 0],
  ['a raider banned', action({ module: 'anti_ban', object: null }), { ...plain, newcomer: true }, 0.01],
  ['the fifth of a name', action({ operation: 'create', weight: 0.04, given: 'chat' }), { ...plain, alike: 4 }, 0.04],
  ['the sixth', action({ operation: 'create', weight: 0.04, given: 'raided' }), { ...plain, alike: 5 }, 1],
  [
    "a bot's first webhook of a name in a channel",
    action({ operation: 'create', weight: 0.25, given: 'Bridge', object: { kind: 'webhook', id: '3' } }),
    { ...plain, bot: true },
    0.1,
  ],
  [
    'its second there',
    action({ operation: 'create', weight: 0.25, given: 'Bridge', object: { kind: 'webhook', id: '3' } }),
    { ...plain, bot: true, alike: 1 },
    0.25,
  ],
  ['a name or icon tried out', action({ operation: 'change', face: true }), { ...plain, triedOut: true }, 0.25],
  ['a gate lowered after that', action({ operation: 'change' }), { ...plain, triedOut: true }, 1],
  [
    'a role not named yet',
    action({ operation: 'create', weight: 0.04, given: 'new role' }),
    { ...plain, alike: 50 },
    0.04,
  ],
] as const)('%s', (_what, done, known, weight) => {
  expect(weightOf(done, known)).toBe(weight)
})

const limit = { minute: 3, hour: 8 }
test.each([
  ['one less than the limit', { weight: 1, severe: false }, { minute: 2, hour: 7 }, undefined, undefined],
  ['the limit of a minute', { weight: 1, severe: false }, { minute: 3, hour: 3 }, undefined, 'minute'],
  ['the limit of an hour', { weight: 1, severe: false }, { minute: 1, hour: 8 }, undefined, 'hour'],
  ['what is never let through', { weight: 1, severe: true }, { minute: 1, hour: 1 }, undefined, 'severe'],
  ['nothing', { weight: 0, severe: true }, { minute: 9, hour: 9 }, undefined, undefined],
  ['within a budget', { weight: 1, severe: true }, { minute: 9, hour: 9 }, { used: 4, perHour: 4 }, undefined],
  ['beyond it', { weight: 1, severe: false }, { minute: 1, hour: 1 }, { used: 5, perHour: 4 }, 'budget'],
  ['three times a tenth', { weight: 0.1, severe: false }, { minute: 0.1 + 0.2, hour: 0 }, undefined, undefined],
] as const)('%s', (_what, done, sums, budget, reason) => {
  expect(decide(done, sums, limit, budget)).toBe(reason)
})
