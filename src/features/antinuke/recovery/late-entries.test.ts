// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { type DamagedServer, damagedServer, differing } from '#test/recovery.ts'
import { until } from '#test/until.ts'
import { eventsOf } from '../incidents/incidents.ts'
import { isKnown } from '../journal/record.ts'
import { recoveryOf } from './progress.ts'

let server: DamagedServer | GuardedServer | undefined
afterEach(() => server?.app.close())

test('what was done first and becomes known last takes the recovery back to the moment before it', async () => {
  const damaged = await damagedServer({ channels: 30, roles: 20, members: 20 })
  server = damaged
  const knownGood = await damaged.look()
  const owner = damaged.app.as('owner')
  const channelNow = (id: string) => damaged.app.sandbox.context.world.channels.get(damaged.now(id))?.channel
  const [category = ''] = damaged.channels(knownGood, 'categories')
  const inIt = damaged.channels(knownGood, 'others').filter(id => knownGood.channel.get(id)?.['parent_id'] === category)
  const [child = '', renamed = ''] = inIt
  const [other = ''] = damaged.channels(knownGood, 'others').filter(id => !inIt.includes(id))
  const name = knownGood.channel.get(renamed)?.['name']
  await owner.rest('DELETE', `/channels/${category}`)
  await owner.rest('PATCH', `/channels/${renamed}`, { name: 'first' })
  const made = await owner.rest<{ id: string }>('POST', `/guilds/${damaged.guildId}/channels`, { name: 'junk' })
  const meanwhile = await damaged.look()
  await owner.rest('PATCH', `/channels/${renamed}`, { name: 'second' })
  await owner.rest('DELETE', `/channels/${other}`)
  const known = [
    { kind: 'channel' as const, id: renamed, fields: ['name'] },
    { kind: 'channel' as const, id: other },
  ]
  const recovery = damaged.begin({ knownGood: meanwhile, moment: 20, touched: known })
  const touched = [...known, { kind: 'channel' as const, id: category }, { kind: 'channel' as const, id: made.id }]
  expect(damaged.begin({ knownGood, moment: 10, touched })).toBe(recovery)
  expect(differing(await damaged.over(recovery))).toEqual([])
  expect(channelNow(child)).toMatchObject({ parent_id: damaged.now(category) })
  expect(channelNow(renamed)).toMatchObject({ name, parent_id: damaged.now(category) })
  expect(channelNow(other)).toBeDefined()
  expect(channelNow(made.id)).toBeUndefined()
})

test('what a recovery did itself is not taken for the work of somebody unknown where Discord names nobody', async () => {
  const guarded = await guardedServer()
  server = guarded
  const { app, guildId } = guarded
  await until('the members to be known', () => isKnown(app.product.services, guildId, 'member'))
  const rooms = await guarded.make('channels', 4)
  const category = await app
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${guildId}/channels`, { name: 'Workshops', type: 4 })
  await app.as('owner').rest('PATCH', `/channels/${rooms[3]}`, { parent_id: category.id })
  await guarded.caughtUp()
  app.sandbox.context.conditions.auditTrouble.nameless = 1
  for (const id of [category.id, ...rooms.slice(0, 3)]) await app.as('rogue').rest('DELETE', `/channels/${id}`)
  await guarded.settled()
  await until('the recovery', () => recoveryOf(app.product.services, guildId, 1)?.state === 'done')
  // What follows is the owner's work, not somebody's.
  app.sandbox.context.conditions.auditTrouble.nameless = 0
  await guarded.caughtUp()
  await app.product.services.scheduler.tick()
  const acts = eventsOf(app.product.services, { guildId, number: 1 }).flatMap(({ lane, parts }) =>
    lane === 'attack' ? [JSON.stringify(parts)] : [],
  )
  expect(acts).toHaveLength(4)
  expect(acts.filter(text => !/ deleted the (channel|category)/.test(text))).toEqual([])
})
