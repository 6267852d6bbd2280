// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type GuardedServer, guardedServer, tellLate, whileAllowed } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { until } from '#test/until.ts'
import { isKnown } from '../journal/record.ts'
import { currentPowers, personOf } from './roster.ts'

/** Power that an attacker passes on by an invite that gives a role. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')
const level = async (name: string, permissions: string) =>
  (await owner().rest<{ id: string }>('POST', path('/roles'), { name, permissions })).id
const remove = (who: Member, rooms: readonly string[]) =>
  whileAllowed(rooms.map(id => () => who.rest('DELETE', `/channels/${id}`)))

test.each(['somebody who joins by it', 'a member who follows it'])(
  'what is done with it adds up with what the maker of the invite does, for %s',
  async who => {
    server = await guardedServer({ autoRecovery: false })
    const { context } = server.app.sandbox
    const keeper = await level('Keeper of rooms', '16')
    const giver = await server.hire('Admin')
    const { code } = await giver.rest<{ code: string }>('POST', `/channels/${server.app.channel('general')}/invites`, {
      role_ids: [keeper],
      unique: true,
    })
    const id = who === 'a member who follows it' ? (await server.hire()).userId : createAccount(context, 'guest')
    await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
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
  },
)

test('also for a member who acts before the bot heard that they followed it', async () => {
  server = await guardedServer({ autoRecovery: false })
  const { services } = server.app.product
  await until('the members to be known', () => isKnown(services, server.guildId, 'member'))
  const giver = await server.hire('Admin')
  const guest = await server.hire()
  const { code } = await giver.rest<{ code: string }>('POST', `/channels/${server.app.channel('general')}/invites`, {
    role_ids: [await level('Keeper of rooms', '16')],
    unique: true,
  })
  const rooms = await server.make('channels', 4)
  await server.caughtUp()
  await tellLate(server, guest.userId, async () => {
    joinGuild(server.app.sandbox.context, guest.userId, server.guildId, code)
    await remove(guest, rooms.slice(0, 1))
    await until('the bot to have asked who they are', () => personOf(services, server.guildId, guest.userId))
  })
  await server.caughtUp()
  await remove(giver, rooms.slice(1, 3))
  await remove(guest, rooms.slice(3))
  expect(await until('the ban', () => server.isBanned(guest.userId))).toBe(true)
  expect(server.isMember(giver.userId)).toBe(true)
})

test('an invite that gives it says nothing about who held it before, whatever is read and reported about them', async () => {
  server = await guardedServer({ autoRecovery: false })
  await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
  const admin = await server.hire('Admin')
  const keeper = await level('Keeper of rooms', '16')
  const old = await server.hire()
  await owner().rest('PUT', path(`/members/${old.userId}/roles/${keeper}`))
  await admin.rest('POST', `/channels/${server.app.channel('general')}/invites`, { unique: true, role_ids: [keeper] })
  await server.caughtUp()
  await server.app.restart()
  const { services } = server.app.product
  await until('them to be known', () => personOf(services, server.guildId, old.userId))
  await old.rest('PATCH', path('/members/@me'), { nick: 'Old' })
  await server.caughtUp()
  const rooms = await server.make('channels', 4)
  await remove(admin, rooms.slice(0, 2))
  await remove(old, rooms.slice(2))
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('somebody who had the power before they followed an invite is counted alone', async () => {
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

test('somebody who was given the role by hand is linked to no invite that gives it', async () => {
  server = await guardedServer({ autoRecovery: false })
  const admin = await server.hire('Admin')
  const keeper = await level('Keeper of rooms', '16')
  const newcomer = await server.hire()
  await admin.rest('POST', `/channels/${server.app.channel('general')}/invites`, { unique: true, role_ids: [keeper] })
  await server.caughtUp()
  await owner().rest('PUT', path(`/members/${newcomer.userId}/roles/${keeper}`))
  await server.caughtUp()
  const rooms = await server.make('channels', 4)
  await remove(admin, rooms.slice(0, 2))
  await remove(newcomer, rooms.slice(2))
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})
