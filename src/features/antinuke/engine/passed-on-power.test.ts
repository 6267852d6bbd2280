import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { until } from '#test/until.ts'
import { currentPowers } from './roster.ts'

/** Power that an attacker passes on: what others do with it adds up, and punishes whoever did something. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')
const level = async (name: string, permissions: string) =>
  (await owner().rest<{ id: string }>('POST', path('/roles'), { name, permissions })).id
const remove = (who: Member, rooms: readonly string[]) =>
  whileAllowed(rooms.map(id => () => who.rest('DELETE', `/channels/${id}`)))

test('what they do with it adds up, and punishes whoever did something', async () => {
  server = await guardedServer({ autoRecovery: false })
  const keeper = await level('Keeper of rooms', '16')
  const giver = await server.hire('Admin')
  const [one, two, idle] = [await server.hire(), await server.hire(), await server.hire()] as const
  for (const { userId } of [one, two, idle]) await giver.rest('PUT', path(`/members/${userId}/roles/${keeper}`))
  await server.caughtUp()
  const rooms = await server.make('channels', 6)
  await remove(giver, rooms.slice(0, 2))
  await remove(one, rooms.slice(2, 4))
  await remove(two, rooms.slice(4, 6))
  await until('both bans', () => server.isBanned(one.userId) && server.isBanned(two.userId))
  await server.settled()
  expect(server.isMember(giver.userId)).toBe(true)
  expect(server.isMember(idle.userId)).toBe(true)
})

test('a tree of puppets is cut off where it grows', async () => {
  server = await guardedServer({ autoRecovery: false })
  const rogue = server.app.as('rogue')
  const levels = await Promise.all([1, 2, 3].map(place => level(`Level ${place}`, '8')))
  const order = levels.map((id, place) => ({ id, position: 3 - place }))
  await owner().rest('PATCH', path('/roles'), order)
  await server.caughtUp()
  const rooms = await server.make('channels', 30)
  const puppets = await Promise.all(Array.from({ length: 14 }, () => server.hire()))
  const all = [rogue, ...puppets]
  for (const [place, puppet] of puppets.entries()) {
    const depth = Math.floor(Math.log2(place + 2)) - 1
    const giver = all[place >> 1]
    await giver?.rest('PUT', path(`/members/${puppet.userId}/roles/${levels[depth]}`)).catch(() => undefined)
    await server.caughtUp()
  }
  for (const [place, who] of all.entries()) await remove(who, rooms.slice(2 * place, 2 * place + 2))
  await server.settled()
  const left = [...server.world().channelIds].filter(id => rooms.includes(id)).length
  expect(rooms.length - left).toBeLessThanOrEqual(6)
  expect(server.incidents().length).toBeGreaterThan(0)
})

test('also by giving it to a role that they hold', async () => {
  server = await guardedServer({ autoRecovery: false })
  const giver = await server.hire('Admin')
  const crew = await level('Crew', '0')
  const [one, two] = [await server.hire(), await server.hire()] as const
  for (const { userId } of [one, two]) await owner().rest('PUT', path(`/members/${userId}/roles/${crew}`))
  await giver.rest('PATCH', path(`/roles/${crew}`), { permissions: '16' })
  await server.caughtUp()
  const rooms = await server.make('channels', 4)
  await remove(one, rooms.slice(0, 2))
  await remove(two, rooms.slice(2, 4))
  expect(await until('the ban', () => server.isBanned(two.userId))).toBe(true)
  expect(server.isMember(giver.userId)).toBe(true)
})

test.each(['somebody who joins by it', 'a member who follows it'])('also by an invite, for %s', async who => {
  server = await guardedServer({ autoRecovery: false })
  const { context } = server.app.sandbox
  const keeper = await level('Keeper of rooms', '16')
  const giver = await server.hire('Admin')
  const { code } = await giver.rest<{ code: string }>('POST', `/channels/${server.app.channel('general')}/invites`, {
    role_ids: [keeper],
    unique: true,
  })
  const id = who === 'a member who follows it' ? (await server.hire()).userId : createAccount(context, 'guest')
  await server.caughtUp()
  await server.app.restart()
  await until('everybody to be known', () => currentPowers(server.app.product.services, server.guildId))
  joinGuild(context, id, server.guildId, code)
  await server.caughtUp()
  const guest = server.app.as(context.world.accounts.get(id)?.login ?? '')
  const rooms = await server.make('channels', 4)
  await remove(giver, rooms.slice(0, 2))
  await remove(guest, rooms.slice(2, 4))
  expect(await until('the ban', () => server.isBanned(id))).toBe(true)
  await server.settled()
  expect(server.isMember(giver.userId)).toBe(true)
})

test('whoever had the power before they followed an invite is counted alone', async () => {
  server = await guardedServer({ autoRecovery: false })
  const keeper = await level('Keeper of rooms', '16')
  const [giver, other] = [await server.hire('Admin'), await server.hire('Admin')] as const
  const { code } = await giver.rest<{ code: string }>('POST', `/channels/${server.app.channel('general')}/invites`, {
    role_ids: [keeper],
    unique: true,
  })
  await server.caughtUp()
  joinGuild(server.app.sandbox.context, other.userId, server.guildId, code)
  await server.caughtUp()
  const rooms = await server.make('channels', 4)
  await remove(giver, rooms.slice(0, 2))
  await remove(other, rooms.slice(2, 4))
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('who could do it before is counted alone', async () => {
  server = await guardedServer({ autoRecovery: false })
  const giver = await server.hire('Admin')
  const crew = await level('Crew', '0')
  const [one, two] = [await server.hire('Admin'), await server.hire('Admin')] as const
  for (const { userId } of [one, two]) await owner().rest('PUT', path(`/members/${userId}/roles/${crew}`))
  await giver.rest('PATCH', path(`/roles/${crew}`), { permissions: '16' })
  await server.caughtUp()
  const rooms = await server.make('channels', 4)
  await remove(one, rooms.slice(0, 2))
  await remove(two, rooms.slice(2, 4))
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})
