import { afterEach, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import type { ObjectState } from '../journal/objects.ts'
import { addAttack, storedAttack } from './attack-store.ts'
import { emptyState } from './server-now.ts'
import { insertRecovery } from './store.ts'

let app: Harness
afterEach(() => app.close())

const goodOf = (names: readonly string[]) => ({
  ...emptyState(),
  channel: new Map(names.map((name, place) => [String(place + 1), { name }])),
})

test('when more of an attack becomes known, only what is new is written', async () => {
  app = await createHarness()
  const { services } = app.product
  const { db } = services
  const recovery = insertRecovery(services, app.guildId, 1)
  const changes = () => db.$client.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0
  const add = (names: readonly string[], ids: readonly string[]) => {
    const before = changes()
    const touched = ids.map(id => ({ kind: 'channel' as const, id }))
    addAttack(services, { ...recovery, moment: 5 }, { knownGood: goodOf(names), touched, attackers: [], moment: 5 })
    return changes() - before
  }
  add(['a', 'b', 'c', 'd'], ['1'])
  expect(add(['a', 'b', 'c', 'd'], ['1'])).toBe(0)
  // Among what they touched: what others are known to have changed by then counts.
  expect(add(['a later', 'b later', 'c later', 'd'], ['1', '2'])).toBe(3)
  const { knownGood, touched } = storedAttack(services, recovery)
  expect([...knownGood.channel.values()].map(({ name }) => name)).toEqual(['a later', 'b later', 'c', 'd'])
  expect(touched.map(({ id }) => id)).toEqual(['1', '2'])
})

test('if the deletion of the category becomes known last, the channel goes back into it', async () => {
  app = await createHarness()
  const { services } = app.product
  const recovery = insertRecovery(services, app.guildId, 1)
  const add = (parent: string | null, moment: number, ids: readonly string[]) =>
    addAttack(
      services,
      { ...recovery, moment: moment === 5 && parent === null ? null : 5 },
      {
        knownGood: {
          ...emptyState(),
          channel: new Map<string, ObjectState>([['2', { name: 'room', parent_id: parent }]]),
        },
        touched: ids.map(id => ({ kind: 'channel' as const, id })),
        attackers: [],
        moment,
      },
    )
  const parent = () => storedAttack(services, recovery).knownGood.channel.get('2')?.['parent_id']
  // Somebody deleted the channel; that somebody else deleted its category counts as everyday work so far.
  add(null, 5, ['2'])
  expect(parent()).toBe(null)
  add('1', 5, ['1', '2'])
  expect(parent()).toBe('1')
  // What is known of a later moment does not count.
  add('9', 8, ['1', '2'])
  expect(parent()).toBe('1')
})

test('what was done first and becomes known last counts, except for what only the others touched', async () => {
  app = await createHarness()
  const { services } = app.product
  const recovery = insertRecovery(services, app.guildId, 1)
  const touched = (...ids: string[]) => ids.map(id => ({ kind: 'channel' as const, id }))
  addAttack(services, recovery, {
    knownGood: goodOf(['a', 'b', 'c']),
    touched: touched('1', '2'),
    attackers: [],
    moment: 7,
  })
  const earlier = { knownGood: goodOf(['a before', 'b before', 'c before']), touched: touched('2', '3') }
  addAttack(services, { ...recovery, moment: 7 }, { ...earlier, attackers: [], moment: 4 })
  const { knownGood, touched: all } = storedAttack(services, recovery)
  expect(['1', '2', '3'].map(id => knownGood.channel.get(id)?.['name'])).toEqual(['a', 'b before', 'c before'])
  expect(all.map(({ id }) => id).toSorted()).toEqual(['1', '2', '3'])
})

test('a channel that lost its category to the first attack goes back into it even if a second one then deletes the channel', async () => {
  app = await createHarness()
  const { services } = app.product
  const recovery = insertRecovery(services, app.guildId, 1)
  const goodOfThree = (parents: readonly (string | null)[]) => ({
    ...emptyState(),
    channel: new Map<string, ObjectState>([
      ['1', { name: 'wing' }],
      ...parents.map((parent_id, place): [string, ObjectState] => [String(place + 2), { name: 'room', parent_id }]),
    ]),
  })
  const touched = (...ids: string[]) => ids.map(id => ({ kind: 'channel' as const, id }))
  addAttack(services, recovery, {
    knownGood: goodOfThree(['1', '1', null]),
    touched: touched('1'),
    attackers: [],
    moment: 5,
  })
  // In the meantime somebody has moved the second one, and nobody the third.
  const between = { knownGood: goodOfThree([null, '9', null]), touched: touched('2', '3', '4') }
  addAttack(services, { ...recovery, moment: 5 }, { ...between, attackers: [], moment: 8 })
  const { knownGood } = storedAttack(services, recovery)
  expect(['2', '3', '4'].map(id => knownGood.channel.get(id)?.['parent_id'])).toEqual(['1', '9', null])
})
