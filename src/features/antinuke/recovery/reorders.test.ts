// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { eventsOf } from '../incidents/incidents.ts'
import { isKnown } from '../journal/record.ts'
import { recoveryOf } from './progress.ts'

/** Moving channels and roles has no entry in the audit log: nobody is named for it. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const rogue = () => server.app.as('rogue')
const owner = () => server.app.as('owner')
const restored = () =>
  until('the recovery', () => recoveryOf(server.app.product.services, server.guildId, 1)?.state === 'done')

const orderOf = (ids: readonly string[]) => {
  const { channels } = server.app.sandbox.context.world
  const place = (id: string) => {
    const channel = channels.get(id)?.channel ?? server.world().roles.get(id)
    return channel && 'position' in channel ? channel.position : Number.NaN
  }
  return ids.toSorted((a, b) => place(a) - place(b) || (BigInt(a) < BigInt(b) ? -1 : 1))
}

let ahead = 0

async function begin() {
  ahead = 0
  server = await guardedServer({}, { now: () => Date.now() + ahead })
  await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
  const doomed = await server.make('channels', 4, 'doomed')
  const rooms = await server.make('channels', 5)
  const roles = await server.make('roles', 4, 'rank')
  const numbered = roles.map((id, place) => ({ id, position: place + 1 }))
  await owner().rest('PATCH', path('/roles'), numbered)
  await server.caughtUp()
  return { doomed, rooms: orderOf(rooms), roles: orderOf(roles) }
}
const positions = (ids: readonly string[]) => {
  const { channels } = server.app.sandbox.context.world
  const at = ids.map(id => {
    const one = channels.get(id)?.channel ?? server.world().roles.get(id)
    return one && 'position' in one ? one.position : 0
  })
  return ids.map((id, place) => ({ id, position: at.toReversed()[place] }))
}
const destroy = (ids: readonly string[]) => whileAllowed(ids.map(id => () => rogue().rest('DELETE', `/channels/${id}`)))

test('what was moved during an attack is put back in its place, and the timeline says so', async () => {
  const { doomed, rooms, roles } = await begin()
  await rogue().rest('DELETE', `/channels/${doomed[0]}`)
  await rogue().rest('PATCH', path('/channels'), positions(rooms))
  await rogue().rest('PATCH', path('/roles'), positions(roles))
  expect(orderOf(rooms)).toEqual(rooms.toReversed())
  expect(orderOf(roles)).toEqual(roles.toReversed())
  await server.caughtUp()
  await destroy(doomed.slice(1))
  await restored()
  expect([orderOf(rooms), orderOf(roles)]).toEqual([rooms, roles])
  const report = recoveryOf(server.app.product.services, server.guildId, 1)?.report ?? []
  expect(report.filter(({ field, result }) => field === 'position' && result === 'differs')).toEqual([])
  const told = eventsOf(server.app.product.services, { guildId: server.guildId, number: 1 })
  expect(told.flatMap(({ lane, parts }) => (lane === 'restore' ? [(parts as string[])[0]] : []))).toContain(
    'Meanwhile, roles and channels were moved. Discord does not say by whom, so I put them back where they were.',
  )
})

test('what was moved long before stays, and so does what the attackers could not have moved', async () => {
  const { doomed, rooms, roles } = await begin()
  await owner().rest('PATCH', path('/channels'), positions(rooms))
  await server.caughtUp()
  const { id } = await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Builders', permissions: '16' })
  await owner().rest('PUT', path(`/members/${server.app.as('member3').userId}/roles/${id}`))
  await server.caughtUp()
  ahead += 60_000
  const builder = server.app.as('member3')
  await builder.rest('DELETE', `/channels/${doomed[0]}`)
  await owner().rest('PATCH', path('/roles'), positions(roles))
  await server.caughtUp()
  await whileAllowed(doomed.slice(1).map(one => () => builder.rest('DELETE', `/channels/${one}`)))
  await restored()
  expect(orderOf(rooms)).toEqual(rooms.toReversed())
  expect(orderOf(roles)).toEqual(roles.toReversed())
})

test('what was moved again since stays as it is', async () => {
  const { doomed, rooms } = await begin()
  const [first = '', second = '', ...others] = rooms
  const [low, high] = [positions(rooms).at(-2), positions(rooms)[0]].map(one => one?.position ?? 0) as [number, number]
  const move = (position: number) => [{ id: first, position }]
  await rogue().rest('DELETE', `/channels/${doomed[0]}`)
  await rogue().rest('PATCH', path('/channels'), move(high + 1))
  await server.caughtUp()
  ahead += 60_000
  await owner().rest('PATCH', path('/channels'), [...move(low), { id: second, position: low - 1 }])
  await server.caughtUp()
  expect(orderOf(rooms)).toEqual([second, first, ...others])
  ahead += 60_000
  await destroy(doomed.slice(1))
  await restored()
  expect(orderOf(rooms)).toEqual([second, first, ...others])
})

test('what the owner sorts a day later stays, even if the attackers had changed it, and when more is put back by hand', async () => {
  const { doomed, rooms } = await begin()
  for (const id of rooms.slice(0, 2)) await rogue().rest('PATCH', `/channels/${id}`, { name: 'nuked' })
  await destroy(doomed)
  await restored()
  await server.settled()
  ahead += 20 * 3_600_000
  await owner().rest('PATCH', path('/channels'), positions(rooms))
  await server.caughtUp()
  const { services } = server.app.product
  const before = recoveryOf(services, server.guildId, 1)?.id
  const browser = await server.app.signIn('owner')
  const at = `/api/guild/${server.guildId}/antinuke/incidents/1`
  // From then on nobody is dealt with.
  expect((await browser.call('POST', `${at}/undo`, {})).status).toBe(200)
  expect((await browser.call('POST', `${at}/restore`, {})).status).toBe(200)
  await until('what is put back by hand', () => {
    const recovery = recoveryOf(services, server.guildId, 1)
    return recovery?.id !== before && recovery?.state === 'done'
  })
  expect(orderOf(rooms)).toEqual(rooms.toReversed())
})
