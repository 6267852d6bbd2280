// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { isKnown } from '../journal/record.ts'
import { recoverIncident } from './after-attack.ts'
import { recoveryOf } from './progress.ts'
import { countSteps, recoveryById } from './store.ts'

/** What others decided about the very objects that attackers touched, after they touched them. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const rogue = () => server.app.as('rogue')
const owner = () => server.app.as('owner')
const role = async (name: string, permissions = '0') =>
  (await owner().rest<{ id: string }>('POST', path('/roles'), { name, permissions })).id
const channel = (id: string) => server.app.sandbox.context.world.channels.get(id)?.channel
const named = (name: string) => [...server.world().channelIds].map(channel).find(one => one?.name === name)

interface Overwrite {
  id: string
  allow: string
  deny: string
}
const overwriteIn = (room: ReturnType<typeof channel>, id: string): Overwrite | undefined =>
  room && 'permission_overwrites' in room ? room.permission_overwrites?.find(one => one.id === id) : undefined

test('what others changed stays, field by field, entry by entry and permission by permission', async () => {
  server = await guardedServer()
  const { app } = server
  await until('the members to be known', () => isKnown(app.product.services, server.guildId, 'member'))
  const rooms = await server.make('channels', 10)
  const [renamed, deleted, hidden, shared] = rooms as [string, string, string, string]
  const [helper, fan, regular] = [await role('Helper'), await role('Fan'), server.role('Regular')]
  const staff = await role('Staff', '16')
  const [one, demoted, kept] = ['member3', 'member4', 'member5'].map(login => app.as(login).userId) as [
    string,
    string,
    string,
  ]
  await owner().rest('PUT', path(`/members/${one}/roles/${helper}`))
  for (const id of [demoted, kept]) await owner().rest('PUT', path(`/members/${id}/roles/${staff}`))
  await server.caughtUp()

  await rogue().rest('PATCH', `/channels/${renamed}`, { name: 'pwned' })
  await owner().rest('PATCH', `/channels/${renamed}`, { name: 'set-right' })
  await rogue().rest('PATCH', `/channels/${deleted}`, { name: 'ruined' })
  await owner().rest('DELETE', `/channels/${deleted}`)
  await rogue().rest('PATCH', `/channels/${hidden}`, { topic: 'pwned' })
  await owner().rest('PUT', `/channels/${hidden}/permissions/${server.guildId}`, { type: 0, allow: '0', deny: '2048' })
  await rogue().rest('PUT', `/channels/${shared}/permissions/${regular}`, { type: 0, allow: '8192', deny: '0' })
  await owner().rest('PUT', `/channels/${shared}/permissions/${regular}`, { type: 0, allow: '8192', deny: '2048' })
  await rogue().rest('DELETE', path(`/members/${one}/roles/${helper}`))
  await owner().rest('PUT', path(`/members/${one}/roles/${fan}`))
  await server.caughtUp()
  const guild = app.product.services.client.guilds.cache.get(server.guildId)
  await (await guild?.members.fetch(demoted))?.roles.remove(staff, 'asked by the owner')
  await server.caughtUp()
  await rogue().rest('DELETE', path(`/roles/${staff}`))
  await owner().rest('PATCH', path(`/members/${kept}`), { nick: 'Kiln' })
  await server.caughtUp()
  await whileAllowed([hidden, ...rooms.slice(4)].map(id => () => rogue().rest('DELETE', `/channels/${id}`)))
  await server.settled()
  await until('the recovery', () => recoveryOf(app.product.services, server.guildId, 1)?.state === 'done')

  expect(channel(renamed)?.name).toBe('set-right')
  expect([named('room-1'), named('ruined')]).toEqual([undefined, undefined])
  expect(overwriteIn(named('room-2'), server.guildId)).toMatchObject({ allow: '0', deny: '2048' })
  expect(named('room-2')).not.toMatchObject({ topic: 'pwned' })
  expect(overwriteIn(channel(shared), regular)).toMatchObject({ allow: '0', deny: '2048' })
  expect(server.rolesOf(one)).toEqual(expect.arrayContaining([helper, fan]))
  const back = server.role('Staff')
  expect([demoted, kept].map(id => server.rolesOf(id).includes(back))).toEqual([false, true])
  expect(server.world().members.get(kept)?.nick).toBe('Kiln')

  // What the recovery did itself is nobody's decision: looking at it again changes nothing.
  const { services } = app.product
  const picture = () => JSON.stringify([...server.world().channelIds, ...server.world().roles.keys()].toSorted())
  const before = picture()
  const again = recoverIncident(services, { guildId: server.guildId, number: 1 })
  await until('the second one', () => recoveryById(services, again?.recoveryId ?? 0)?.state === 'done')
  expect(countSteps(services, { id: again?.recoveryId ?? 0 })).toEqual({ todo: 0, begun: 0, done: 0, refused: 0 })
  expect(picture()).toBe(before)
})
