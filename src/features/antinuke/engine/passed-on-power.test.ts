// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { renameId } from '#kernel/guilds/rename-id.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { banInTurn, type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { until } from '#test/until.ts'
import { linksOf } from './passed-power.ts'
import { rosterOf } from './roster.ts'

/** Power that an attacker passes on: what others do with it adds up, and those who did something are punished. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')
const level = async (name: string, permissions: string) =>
  (await owner().rest<{ id: string }>('POST', path('/roles'), { name, permissions })).id
const remove = (who: Member, rooms: readonly string[]) =>
  whileAllowed(rooms.map(id => () => who.rest('DELETE', `/channels/${id}`)))

test('what they do with it adds up, and those who did something are punished', async () => {
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
  // Two each, up to the limit of three, and then of the next one until they are stopped.
  expect(rooms.length - left).toBeLessThanOrEqual(10)
  expect(server.incidents().length).toBeGreaterThan(0)
})

test('also when it is given to a role that they hold', async () => {
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

test('also if that role was recreated under another id in between', async () => {
  server = await guardedServer({ autoRecovery: false })
  const from = await level('Helpers', '0')
  const giver = await server.hire('Admin')
  await giver.rest('PATCH', path(`/roles/${from}`), { permissions: '16' })
  await server.caughtUp()
  await owner().rest('DELETE', path(`/roles/${from}`))
  const to = await level('Helpers', '16')
  await server.caughtUp()
  renameId(server.app.product.services, server.guildId, { from, to }, { userId: null, via: 'restored' })
  expect(linksOf(server.app.product.services, server.guildId).roles.get(to)).toMatchObject([{ by: giver.userId }])
})

test('somebody who could do it before is counted alone', async () => {
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

const crewOf = async (count: number, role: string) => {
  const crew = await Promise.all(Array.from({ length: count }, () => server.hire()))
  for (const { userId } of crew) await owner().rest('PUT', path(`/members/${userId}/roles/${role}`))
  return crew
}
const removeInTurn = async (people: readonly Member[], rooms: readonly string[], each: number) => {
  for (const [place, one] of people.entries()) {
    await remove(one, rooms.slice(place * each, (place + 1) * each))
    await server.caughtUp()
  }
}

test.each(['once', 'twice', 'by two people', 'once, and a role as well'])(
  'holders of a role that was given power %s are stopped',
  async how => {
    server = await guardedServer({ autoRecovery: false })
    const giver = await server.hire('Admin')
    const other = how === 'by two people' ? await server.hire('Admin') : giver
    const crew = await level('Crew', '0')
    const rooms = await level('Rooms', '16')
    const puppets = await crewOf(10, crew)
    await giver.rest('PATCH', path(`/roles/${crew}`), { permissions: '16' })
    if (how === 'twice' || how === 'by two people')
      await other.rest('PATCH', path(`/roles/${crew}`), { permissions: String(16 + 8192) })
    if (how === 'once, and a role as well')
      for (const { userId } of puppets.slice(0, 3)) await giver.rest('PUT', path(`/members/${userId}/roles/${rooms}`))
    await server.caughtUp()
    const doomed = await server.make('channels', 20)
    await removeInTurn(puppets, doomed, 2)
    const others = puppets.slice(1).map(({ userId }) => userId)
    expect(await until('the bans', () => others.every(id => server.isBanned(id)))).toBe(true)
    expect(server.isMember(giver.userId)).toBe(true)
  },
)

test('two roles given one after the other are both remembered', async () => {
  server = await guardedServer({ autoRecovery: false })
  const giver = await server.hire('Admin')
  const [rooms, hooks] = [await level('Rooms', '16'), await level('Hooks', String(1n << 29n))]
  await server.caughtUp()
  const puppets = await Promise.all([server.hire(), server.hire()])
  for (const { userId } of puppets)
    for (const role of [rooms, hooks]) await giver.rest('PUT', path(`/members/${userId}/roles/${role}`))
  await server.caughtUp()
  await removeInTurn([giver, ...puppets], await server.make('channels', 6), 2)
  expect(await until('both bans', () => puppets.every(({ userId }) => server.isBanned(userId)))).toBe(true)
})

test.each(['at once', 'after a restart'])(
  'somebody who joins by an invite with power is linked to its maker, %s',
  async when => {
    server = await guardedServer({ autoRecovery: false })
    const giver = await server.hire('Admin')
    const crew = await level('Crew', '16')
    await server.caughtUp()
    const { code } = await giver.rest<{ code: string }>('POST', `/channels/${server.app.channel('general')}/invites`, {
      unique: true,
      role_ids: [crew],
    })
    await server.caughtUp()
    if (when === 'after a restart') await server.app.restart()
    const { context } = server.app.sandbox
    const puppets = Array.from({ length: 5 }, () => {
      const id = createAccount(context, 'pup')
      joinGuild(context, id, server.guildId, code)
      return server.app.as(`pup${id}`)
    })
    await server.caughtUp()
    const rooms = await server.make('channels', 10)
    await removeInTurn(puppets, rooms, 2)
    const others = puppets.slice(1).map(({ userId }) => userId)
    expect(await until('the bans', () => others.every(id => server.isBanned(id)))).toBe(true)
  },
)

test('a restart forgets neither what was given nor that somebody could do it before', async () => {
  server = await guardedServer({ autoRecovery: false })
  const giver = await server.hire('Admin')
  const admin = await server.hire('Admin')
  const crew = await level('Crew', '0')
  const puppets = await crewOf(3, crew)
  await giver.rest('PATCH', path(`/roles/${crew}`), { permissions: '16' })
  await giver.rest('PUT', path(`/members/${admin.userId}/roles/${server.role('Moderator')}`))
  await server.caughtUp()
  const rooms = await server.make('channels', 10)
  await removeInTurn(puppets.slice(0, 1), rooms, 2)
  await server.app.restart()
  await until('everybody is known', () =>
    [admin, ...puppets].every(({ userId }) => rosterOf(server.app.product.services, server.guildId).people.has(userId)),
  )
  await remove(admin, rooms.slice(2, 4))
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  await removeInTurn(puppets.slice(1, 2), rooms.slice(4), 2)
  expect(await until('the ban', () => server.isBanned(puppets[1]?.userId ?? ''))).toBe(true)
  expect(server.isMember(admin.userId)).toBe(true)
})

test('a new moderator who tidies one room after an administrator tidied two is no puppet', async () => {
  server = await guardedServer({ autoRecovery: false })
  const admin = await server.hire('Admin')
  const newcomer = await server.hire()
  const keeper = await level('Keeper of rooms', '16')
  await admin.rest('PUT', path(`/members/${newcomer.userId}/roles/${keeper}`))
  await server.caughtUp()
  const rooms = await server.make('channels', 3)
  await remove(admin, rooms.slice(0, 2))
  await remove(newcomer, rooms.slice(2))
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('a crowd of puppets who do one thing each is stopped, too', async () => {
  server = await guardedServer({ autoRecovery: false })
  const giver = await server.hire('Admin')
  const crew = await level('Crew', '0')
  const puppets = await crewOf(12, crew)
  await giver.rest('PATCH', path(`/roles/${crew}`), { permissions: '16' })
  await server.caughtUp()
  const rooms = await server.make('channels', 12)
  await removeInTurn(puppets, rooms, 1)
  const late = puppets.slice(6).map(({ userId }) => userId)
  expect(await until('the bans', () => late.every(id => server.isBanned(id)))).toBe(true)
})

test('slow puppets are stopped when together they went twice as far as the limit for an hour', async () => {
  server = await guardedServer({ autoRecovery: false })
  const giver = await server.hire('Admin')
  const crew = await level('Crew', '0')
  const puppets = await crewOf(18, crew)
  await giver.rest('PATCH', path(`/roles/${crew}`), { permissions: '4' })
  await server.caughtUp()
  await banInTurn(server, puppets, server.oldMembers(36))
  expect(await until('the bans', () => puppets.slice(15).every(({ userId }) => server.isBanned(userId)))).toBe(true)
  expect(server.isMember(giver.userId)).toBe(true)
})
