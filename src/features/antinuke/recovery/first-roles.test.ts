// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { forgetUser } from '#kernel/guilds/forget.ts'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { noObjects } from '#test/modelled-server.ts'
import { until } from '#test/until.ts'
import { isKnown } from '../journal/record.ts'
import { sources, writeState } from '../journal/write-state.ts'
import { planSteps } from './plan-steps.ts'
import { recoveryOf } from './progress.ts'

/** Members without roles and a nickname have no row in the journal: what attackers gave them is taken all the same. */

let server: GuardedServer
afterEach(() => server.app.close())

const owner = () => server.app.as('owner')
const rogue = () => server.app.as('rogue')
const path = (more: string) => `/guilds/${server.guildId}${more}`
const give = (userId: string, roleId: string) => path(`/members/${userId}/roles/${roleId}`)

async function begin(): Promise<void> {
  server = await guardedServer()
  await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
  await server.caughtUp()
}

const makeRole = async (name: string) =>
  (await owner().rest<{ id: string }>('POST', path('/roles'), { name, permissions: '0' })).id

/** Deletes channels until it is stopped. @returns what is reported about a member */
async function attack(rooms: readonly string[]): Promise<(userId: string) => string[]> {
  await server.caughtUp()
  await whileAllowed(rooms.map(id => () => rogue().rest('DELETE', `/channels/${id}`)))
  await server.settled()
  const done = await until('the recovery', () => {
    const recovery = recoveryOf(server.app.product.services, server.guildId, 1)
    return recovery?.state === 'done' ? recovery : undefined
  })
  return userId =>
    done.report.flatMap(({ objectId, field, result }) => (objectId === userId ? [`${field} ${result}`] : []))
}

test('what attackers gave to members who had nothing is taken back: power, roles and names', async () => {
  await begin()
  const rooms = await server.make('channels', 8)
  const [puppet = '', shamed = '', named = ''] = server.oldMembers(3)
  const shame = await makeRole('Shame')
  await server.caughtUp()
  await rogue().rest('PUT', give(puppet, server.role('Moderator')))
  await rogue().rest('DELETE', `/channels/${rooms[0]}`)
  await rogue().rest('PUT', give(shamed, shame))
  await rogue().rest('PATCH', path(`/members/${named}`), { nick: 'owned' })
  const told = await attack(rooms.slice(1))
  expect([puppet, shamed].map(id => server.rolesOf(id))).toEqual([[], []])
  expect(server.world().members.get(named)?.nick ?? null).toBeNull()
  expect([puppet, shamed, named].map(told)).toEqual([['roles same'], ['roles same'], ['nick same']])
})

test('what others gave them, and the name that they gave themselves, stay', async () => {
  await begin()
  const rooms = await server.make('channels', 8)
  const [helper = '', shamed = ''] = server.oldMembers(2)
  const [shame, event] = [await makeRole('Shame'), await makeRole('Event')]
  await server.caughtUp()
  await rogue().rest('DELETE', `/channels/${rooms[0]}`)
  await rogue().rest('PUT', give(helper, shame))
  await owner().rest('PUT', give(helper, event))
  await owner().rest('PATCH', path(`/members/${helper}`), { nick: 'Ina' })
  await owner().rest('PUT', give(shamed, event))
  await rogue().rest('PUT', give(shamed, shame))
  await attack(rooms.slice(1))
  expect([helper, shamed].map(id => server.rolesOf(id))).toEqual([[event], [event]])
  expect(server.world().members.get(helper)?.nick).toBe('Ina')
})

test('what they gave before ten thousand changes by others is taken back, too', async () => {
  await begin()
  const { services } = server.app.product
  const { guildId } = server
  const rooms = await server.make('channels', 8)
  const shame = await makeRole('Shame')
  const [shamed = '', busy = ''] = server.oldMembers(2)
  await server.caughtUp()
  await rogue().rest('DELETE', `/channels/${rooms[0]}`)
  await server.caughtUp()
  services.db.transaction(() => {
    for (let n = 0; n < 10_100; n += 1)
      writeState(services, guildId, { kind: 'member', id: busy }, { roles: [], nick: `name ${n}` }, sources.updated)
  })
  await rogue().rest('PUT', give(shamed, shame))
  await attack(rooms.slice(1))
  expect(server.rolesOf(shamed)).toEqual([])
})

test('somebody who was forgotten keeps their roles: that is reported, not guessed', async () => {
  await begin()
  const rooms = await server.make('channels', 8)
  const [event, shame] = [await makeRole('Event'), await makeRole('Shame')]
  const [forgotten = ''] = server.oldMembers(1)
  await owner().rest('PUT', give(forgotten, event))
  await server.caughtUp()
  forgetUser(server.app.product.services, forgotten, server.guildId)
  await rogue().rest('DELETE', `/channels/${rooms[0]}`)
  await rogue().rest('PUT', give(forgotten, shame))
  const told = await attack(rooms.slice(1))
  expect(server.rolesOf(forgotten)).toEqual([event, shame])
  expect(told(forgotten)).toEqual(['null impossible'])
})

test('where members are not known, nothing is taken from them, and that is reported', () => {
  const [knownGood, now] = [noObjects(), noObjects()]
  const [guildId, roleId, known, unknown] = ['1', '2', '3', '4'] as const
  for (const one of [knownGood, now])
    one.role.set(roleId, { name: 'Event', permissions: '0', position: 1, managed: false })
  knownGood.member.set(known, { roles: [], nick: null })
  for (const id of [known, unknown]) now.member.set(id, { roles: [roleId], nick: null })
  const touched = [known, unknown].map(id => ({ kind: 'member' as const, id }))
  const able = { guildId, botId: '9', permissions: 8n, top: 10, at: 0, kept: () => true }
  const plan = planSteps({ now, knownGood, touched, attackers: [] }, able)
  expect(plan.steps.map(({ act }) => act)).toEqual([{ do: 'member', id: known, give: [], take: [roleId] }])
  expect(plan.impossible.map(({ id }) => id)).toEqual([unknown])
})
