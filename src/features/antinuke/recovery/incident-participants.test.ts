// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { until } from '#test/until.ts'
import { undoPunishment } from '../engine/punish/undo.ts'
import { isKnown } from '../journal/record.ts'
import { recoveryOf } from './progress.ts'

/** Who takes part in an incident, and from when until when. */

let server: GuardedServer
afterEach(() => server.app.close())

const owner = () => server.app.as('owner')
const path = (more: string) => `/guilds/${server.guildId}${more}`
const remove = (who: Member, rooms: readonly string[]) =>
  whileAllowed(rooms.map(id => () => who.rest('DELETE', `/channels/${id}`)))
const named = (prefix: string) =>
  [...server.world().channelIds].filter(id =>
    server.app.sandbox.context.world.channels.get(id)?.channel.name?.startsWith(prefix),
  )
const isIdle = () => recoveryOf(server.app.product.services, server.guildId, 1)?.state === 'done'

async function begin(): Promise<void> {
  server = await guardedServer()
  await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
}

test('what somebody unknown does after somebody known belongs to the attack, too', async () => {
  await begin()
  const rooms = await server.make('channels', 20, 'agora')
  const rogue = await server.hire('Admin')
  await remove(rogue, rooms.slice(0, 6))
  await until('the ban', () => server.isBanned(rogue.userId))
  await server.settled()
  server.app.sandbox.context.conditions.auditExecutors = 'null'
  await remove(owner(), named('agora').slice(0, 6))
  await until('all of it to be back', () => named('agora').length === 20 && isIdle())
  expect(server.incidents()).toHaveLength(1)
})

test('somebody whose punishment was taken back is no attacker from then on', async () => {
  await begin()
  const { services } = server.app.product
  const rooms = await server.make('channels', 18, 'agora')
  const [cleared, first, second] = [await server.hire('Admin'), await server.hire('Admin'), await server.hire('Admin')]
  server.set({ punishment: 'TIMEOUT' })
  await remove(cleared, rooms.slice(0, 6))
  await remove(first, rooms.slice(6, 12))
  await until('both to be stopped', () => server.incidents()[0] && isIdle() && named('agora').length === 18)
  await server.settled()
  const key = { guildId: server.guildId, number: 1 }
  const undone = await undoPunishment(services, key, { id: owner().userId, name: 'Owner' }, cleared.userId)
  expect(undone.map(({ how }) => how)).toEqual(['undone'])
  await until('their roles to be back', () => server.rolesOf(cleared.userId).includes(server.role('Admin')))
  const { id: own } = await cleared.rest<{ id: string }>('POST', path('/channels'), { name: 'plans' })
  const general = server.app.channel('general')
  await cleared.rest('PATCH', `/channels/${general}`, { topic: 'Read this' })
  await server.caughtUp()
  await cleared.rest('PATCH', `/channels/${general}`, { topic: 'Read this' })
  await remove(second, named('agora').slice(0, 6))
  await until('the third to be stopped', () => !server.rolesOf(second.userId).includes(server.role('Admin')))
  await until('all of it to be back', () => named('agora').length === 18 && isIdle())
  expect(server.incidents()).toHaveLength(1)
  expect(named('plans')).toEqual([own])
  expect(server.app.sandbox.context.world.channels.get(general)?.channel).toMatchObject({ topic: 'Read this' })
})
