// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { shareOf } from './membership.ts'
import { readRoster } from './read-roster.ts'

/** People who lose the server through a role that they are given, or one that is deleted. */

let server: GuardedServer
let ahead = 0
beforeEach(() => {
  ahead = 0
})
afterEach(() => server.app.close())

/** A server in which the bot sees all channels, whatever is denied there. */
async function start(): Promise<void> {
  server = await guardedServer({ autoRecovery: false }, { now: () => Date.now() + ahead })
  await owner().rest('PATCH', path(`/roles/${server.role('Palisade')}`), { permissions: '8' })
}
const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')
const rogue = () => server.app.as('rogue')
const hour = 3_600_000
const later = (ms: number) => {
  ahead += ms
  server.app.sandbox.advance(ms)
}
const [view, send] = ['1024', '2048']
const stopped = () => until('the ban', () => server.isBanned(rogue().userId))
const newRole = async (name: string) =>
  (await owner().rest<{ id: string }>('POST', path('/roles'), { name, permissions: '0' })).id
const set = (who: typeof rogue, room: string, role: string, bits: { allow: string; deny: string }) =>
  who().rest('PUT', `/channels/${room}/permissions/${role}`, { type: 0, ...bits })
const deny = (bits: string) => ({ allow: '0', deny: bits })
const shows = { allow: view, deny: '0' }

/** Gives people a role until Discord refuses. @returns how many have it */
async function giveAll(people: readonly string[], role: string, who = rogue): Promise<number> {
  for (const [place, id] of people.entries()) {
    await who()
      .rest('PUT', path(`/members/${id}/roles/${role}`))
      .catch(() => undefined)
    if (place % 10 === 9) await server.caughtUp()
    if (server.incidents().length > 0) return place + 1
  }
  return people.length
}

test.each([
  ['see', view],
  ['write in', send],
])('somebody who gives everybody a role that may %s no channel is stopped; ten are everyday work', async (_, bits) => {
  await start()
  const role = await newRole('Shadow')
  const people = server.oldMembers(100)
  for (const room of await server.make('channels', 45)) await set(rogue, room, role, deny(bits))
  await server.caughtUp()
  later(hour)
  expect(await giveAll(people.slice(0, 10), role)).toBe(10)
  expect(server.incidents()).toEqual([])
  later(hour)
  // It is looked at again after every tenth.
  const given = await giveAll(people.slice(10), role)
  expect([given >= 75, given <= 80]).toEqual([true, true])
  expect(await stopped()).toBe(true)
})

test('everyday: newcomers by the hundred have to verify, and people choose what they do not want to see', async () => {
  await start()
  const { context } = server.app.sandbox
  const [unverified, noGames] = [await newRole('Unverified'), await newRole('No games')]
  const rooms = await server.make('channels', 45)
  for (const room of rooms) await set(owner, room, unverified, deny(view))
  for (const room of rooms.slice(0, 15)) await set(owner, room, noGames, deny(view))
  const raiders = Array.from({ length: 170 }, () => {
    const id = createAccount(context, 'raider')
    joinGuild(context, id, server.guildId)
    return id
  })
  await server.caughtUp()
  expect(await giveAll(raiders.slice(0, 85), unverified)).toBe(85)
  later(50 * hour)
  expect(await giveAll(raiders.slice(85), unverified)).toBe(85)
  expect(await giveAll(server.oldMembers(70), noGames)).toBe(70)
  expect(server.incidents()).toEqual([])
})

/** The role that nearly all members have. */
async function membersRole(permissions: string): Promise<string> {
  const { id } = await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Member', permissions })
  server.oldMembers(95, id)
  const { services } = server.app.product
  readRoster(services, server.guildId)
  await until('the members to be read', () => shareOf(services, server.guildId, id) > 0.5)
  return id
}
const remove = async (role: string) => {
  await rogue()
    .rest('DELETE', path(`/roles/${role}`))
    .catch(() => undefined)
  await server.caughtUp()
}

test('somebody who deletes the one role to which a server is shown is stopped', async () => {
  await start()
  const role = await membersRole('0')
  for (const room of await server.make('channels', 40)) {
    await set(owner, room, role, shows)
    await set(owner, room, server.guildId, deny(view))
  }
  await server.caughtUp()
  await remove(role)
  expect(await stopped()).toBe(true)
})

test('so is somebody who deletes the one role that lets members see, where no other does', async () => {
  await start()
  const role = await membersRole(view)
  await server.make('channels', 40)
  const { permissions = '0' } = server.world().roles.get(server.guildId) ?? {}
  await owner().rest('PATCH', path(`/roles/${server.guildId}`), { permissions: String(BigInt(permissions) & ~1024n) })
  await server.caughtUp()
  await remove(role)
  expect(await stopped()).toBe(true)
})

test.each([
  ['everybody sees the channels anyway', 'everyone'],
  ['another role shows them to as many', 'other'],
] as const)('everyday: the role of members is deleted where %s', async (_, by) => {
  await start()
  const role = await membersRole('0')
  const other = await newRole('Verified')
  for (const room of await server.make('channels', 40)) {
    await set(owner, room, role, shows)
    if (by === 'everyone') continue
    await set(owner, room, other, shows)
    await set(owner, room, server.guildId, deny(view))
  }
  if (by === 'other') {
    const holders = [...server.world().members].filter(([, { roles }]) => roles.includes(role)).map(([id]) => id)
    await giveAll(holders, other, owner)
  }
  await server.caughtUp()
  await remove(role)
  expect(server.world().roles.has(role)).toBe(false)
  expect(server.incidents()).toEqual([])
})
