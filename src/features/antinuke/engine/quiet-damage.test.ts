// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { shareOf } from './membership.ts'
import { readRoster } from './read-roster.ts'

/** Damage that deletes nothing. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const rogue = () => server.app.as('rogue')
const owner = () => server.app.as('owner')
const hide = (id: string) =>
  rogue().rest('PUT', `/channels/${id}/permissions/${server.guildId}`, { type: 0, allow: '0', deny: '1024' })

const stopped = () => until('the ban', () => server.isBanned(rogue().userId))
/** Does one thing after another until they are stopped. @returns how many were done */
async function each(ids: readonly string[], work: (id: string, place: number) => Promise<unknown>): Promise<number> {
  for (const [place, id] of ids.entries()) {
    await work(id, place).catch(() => undefined)
    await server.caughtUp()
    if (server.incidents().length > 0) return place + 1
  }
  return ids.length
}

test('somebody who renames and hides all channels is stopped; putting a season away is everyday work', async () => {
  server = await guardedServer({ autoRecovery: false })
  const rooms = await server.make('channels', 45)
  await server.caughtUp()
  expect(await each(rooms.slice(0, 20), hide)).toBe(20)
  expect(server.incidents()).toEqual([])
  server.app.sandbox.advance(3_700_000)
  await each(rooms.slice(20), async (id, place) => {
    await rogue().rest('PATCH', `/channels/${id}`, { name: `pwned-${place}` })
    await hide(id)
  })
  expect(await stopped()).toBe(true)
})

test('somebody who takes the power of all teams is stopped; tidying up six roles is everyday work', async () => {
  server = await guardedServer({ autoRecovery: false })
  const make = async (_: unknown, place: number) =>
    (await owner().rest<{ id: string }>('POST', path('/roles'), { name: `team ${place}`, permissions: '48' })).id
  const roles = await Promise.all(Array.from({ length: 20 }, make))
  await server.caughtUp()
  const empty = (id: string) => rogue().rest('PATCH', path(`/roles/${id}`), { permissions: '0' })
  expect(await each(roles.slice(0, 6), empty)).toBe(6)
  expect(server.incidents()).toEqual([])
  await each(roles.slice(6), empty)
  expect(await stopped()).toBe(true)
})

const view = '1024'

/** A role that this many of a hundred members hold, as the bot knows. */
async function roleOf(holders: number): Promise<string> {
  const { id } = await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Member', permissions: '0' })
  server.oldMembers(holders, id)
  server.oldMembers(100 - holders)
  const { services } = server.app.product
  readRoster(services, server.guildId)
  await until('the members to be read', () => shareOf(services, server.guildId, id) > 0)
  return id
}

/** Rooms, each with permissions of one role, with or without a view for everybody else. */
async function roomsFor(role: string, count: number, isPrivate: boolean): Promise<string[]> {
  const rooms = await server.make('channels', count)
  for (const room of rooms) {
    if (!isPrivate) continue
    await owner().rest('PUT', `/channels/${room}/permissions/${server.guildId}`, { type: 0, deny: view })
    await owner().rest('PUT', `/channels/${room}/permissions/${role}`, { type: 0, allow: view })
  }
  server.app.sandbox.advance(3_700_000)
  await server.caughtUp()
  return rooms
}

const hideFrom = (role: string) => (room: string) =>
  rogue().rest('PUT', `/channels/${room}/permissions/${role}`, { type: 0, allow: '0', deny: view })
const forget = (role: string) => (room: string) =>
  rogue().rest('PUT', `/channels/${room}/permissions/${role}`, { type: 0, allow: '0', deny: '0' })

test.each([
  ['denied what they see', false, hideFrom],
  ['no longer shown what only they see', true, forget],
] as const)('a role that most people hold is %s in all channels: that is hiding them', async (_, isPrivate, hideIt) => {
  server = await guardedServer({ autoRecovery: false })
  const members = await roleOf(90)
  const rooms = await roomsFor(members, 60, isPrivate)
  expect(await each(rooms, hideIt(members))).toBeLessThan(60)
  expect(await stopped()).toBe(true)
})

test.each([
  ['a role of few is denied all channels', 3, 60, false, hideFrom],
  ['a moderator shuts a dozen channels to most', 90, 12, false, hideFrom],
  ['permissions that show nothing are tidied up', 90, 60, false, forget],
] as const)('everyday: %s', async (_, holders, count, isPrivate, hideIt) => {
  server = await guardedServer({ autoRecovery: false })
  const role = await roleOf(holders)
  const rooms = await roomsFor(role, count, isPrivate)
  expect(await each(rooms, hideIt(role))).toBe(count)
  expect(server.incidents()).toEqual([])
})

/** Categories with channels in sync with them, which Discord hides with them. */
async function categories(count: number, rooms: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const { id } = await owner().rest<{ id: string }>('POST', path('/channels'), { name: `season ${n}`, type: 4 })
    const room = (k: number) => owner().rest('POST', path('/channels'), { name: `room ${n} ${k}`, parent_id: id })
    await Promise.all(Array.from({ length: rooms }, (_, k) => room(k)))
    ids.push(id)
  }
  await server.caughtUp()
  return ids
}

test('somebody who hides ten categories is stopped, whatever follows them; putting three away is everyday work', async () => {
  server = await guardedServer({ autoRecovery: false })
  const ids = await categories(13, 5)
  expect(await each(ids.slice(0, 3), hide)).toBe(3)
  server.app.sandbox.advance(3_700_000)
  expect(await each(ids.slice(3), hide)).toBeLessThan(10)
  expect(await stopped()).toBe(true)
})

test('everyday: an administrator shows all categories to the role of members, and to nobody else', async () => {
  server = await guardedServer({ autoRecovery: false })
  const members = await roleOf(95)
  const ids = await categories(8, 6)
  const show = (id: string) =>
    rogue().rest('PUT', `/channels/${id}/permissions/${members}`, { type: 0, allow: view, deny: '0' })
  await each(ids, async id => {
    await show(id)
    await hide(id)
  })
  expect(server.incidents()).toEqual([])
})

const show = (id: string, to: string) =>
  rogue().rest('PUT', `/channels/${id}/permissions/${to}`, { type: 0, allow: view, deny: '0' })
const unhide = (id: string) =>
  rogue().rest('PUT', `/channels/${id}/permissions/${server.guildId}`, { type: 0, allow: '0', deny: '0' })
/** Nobody sees a channel except through a role: members have to verify first. */
async function verificationServer(): Promise<void> {
  const { permissions = '0' } = server.world().roles.get(server.guildId) ?? {}
  const without = String(BigInt(permissions) & ~BigInt(view))
  await owner().rest('PATCH', path(`/roles/${server.guildId}`), { permissions: without })
}
const toldOwner = () =>
  [...server.app.sandbox.context.world.channels.values()]
    .filter(({ channel }) => 'recipients' in channel)
    .flatMap(({ channel }) => server.app.messages(channel.id))
    .some(({ embeds }) => embeds.some(({ title }) => title === 'Many channels are hidden'))
const newRole = async (name: string) =>
  (await owner().rest<{ id: string }>('POST', path('/roles'), { name, permissions: '0' })).id

test('everyday: two categories of thirty channels are put away with two clicks; somebody who goes on is stopped', async () => {
  server = await guardedServer({ autoRecovery: false })
  const ids = await categories(6, 30)
  expect(await each(ids.slice(0, 2), hide)).toBe(2)
  expect(server.incidents()).toEqual([])
  expect(await each(ids.slice(2), hide)).toBe(2)
  expect(await stopped()).toBe(true)
})

test('the owner is told about large categories that are hidden one after the other', async () => {
  server = await guardedServer({ autoRecovery: false })
  const ids = await categories(4, 30)
  expect(await each(ids.slice(0, 2), hide)).toBe(2)
  expect(toldOwner()).toBe(false)
  server.app.sandbox.advance(61_000)
  expect(await each(ids.slice(2), hide)).toBe(2)
  expect(await until('the message', toldOwner)).toBe(true)
  expect(server.incidents()).toEqual([])
})

test('everyday: a category is hidden, shown and hidden again, again and again', async () => {
  server = await guardedServer({ autoRecovery: false })
  const [id = ''] = await categories(1, 30)
  await each([1, 2, 3, 4, 5, 6].map(String), async () => {
    await hide(id)
    await unhide(id)
  })
  await hide(id)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test.each([
  ['hides each category, then shows it to the role of members', [hide, show]],
  ['shows each to that role, then hides it', [show, hide]],
] as const)('everyday: an administrator makes the server private: %s', async (_, clicks) => {
  server = await guardedServer({ autoRecovery: false })
  const members = await roleOf(95)
  const ids = await categories(10, 8)
  await each(ids, async id => {
    for (const click of clicks) await click(id, members)
  })
  expect(server.incidents()).toEqual([])
})

test('everyday: a verification bot hides forty channels from everybody and shows them to its new role', async () => {
  server = await guardedServer({ autoRecovery: false })
  const rooms = await server.make('channels', 40)
  server.oldMembers(100)
  const verified = await newRole('Verified')
  await server.caughtUp()
  const permission_overwrites = [
    { id: server.guildId, type: 0, allow: '0', deny: view },
    { id: verified, type: 0, allow: view, deny: '0' },
  ]
  expect(await each(rooms, id => rogue().rest('PATCH', `/channels/${id}`, { permission_overwrites }))).toBe(40)
  expect(server.incidents()).toEqual([])
})

test('showing one channel to a role excuses hiding no others; nor hiding all through categories that a role of nobody sees', async () => {
  server = await guardedServer({ autoRecovery: false })
  const nobodys = await newRole('Nobody')
  const rooms = await server.make('channels', 40)
  const ids = await categories(20, 8)
  await show(rooms[0] ?? '', nobodys)
  expect(await each(rooms, hide)).toBeLessThan(35)
  expect(await stopped()).toBe(true)
  await owner().rest('DELETE', path(`/bans/${rogue().userId}`))
  const admin = await server.hire('Admin')
  for (const id of ids) {
    await admin
      .rest('PUT', `/channels/${id}/permissions/${server.guildId}`, { type: 0, allow: '0', deny: view })
      .catch(() => undefined)
    await admin
      .rest('PUT', `/channels/${id}/permissions/${nobodys}`, { type: 0, allow: view, deny: '0' })
      .catch(() => undefined)
    await server.caughtUp()
  }
  expect(await until('the second ban', () => server.isBanned(admin.userId))).toBe(true)
})

test('where everybody sees the server through one role only, somebody who hides the categories from it is stopped', async () => {
  server = await guardedServer({ autoRecovery: false })
  const members = await roleOf(95)
  const ids = await categories(10, 8)
  await verificationServer()
  for (const id of ids) await owner().rest('PUT', `/channels/${id}/permissions/${members}`, { type: 0, allow: view })
  server.app.sandbox.advance(3_700_000)
  await server.caughtUp()
  expect(await each(ids, forget(members))).toBeLessThan(10)
  expect(await stopped()).toBe(true)
})

test('everyday there: channels are shown to the role, and permissions of people who see the server anyway are tidied up', async () => {
  server = await guardedServer({ autoRecovery: false })
  const members = await roleOf(95)
  await owner().rest('PATCH', path(`/roles/${members}`), { permissions: view })
  await verificationServer()
  const rooms = await server.make('channels', 40)
  await server.caughtUp()
  expect(await each(rooms, room => show(room, members))).toBe(40)
  expect(await each(rooms, forget(members))).toBe(40)
  expect(server.incidents()).toEqual([])
})

test.each([
  ['by nothing in place of the denial', '0'],
  ['by showing them to everybody', view],
])('opening sixty private channels to everybody is too much: %s; twenty are everyday work', async (_, allow) => {
  server = await guardedServer({ autoRecovery: false })
  const rooms = await server.make('channels', 60)
  for (const room of rooms)
    await owner().rest('PUT', `/channels/${room}/permissions/${server.guildId}`, { type: 0, deny: view })
  server.app.sandbox.advance(3_700_000)
  await server.caughtUp()
  const open = (room: string) =>
    rogue().rest('PUT', `/channels/${room}/permissions/${server.guildId}`, { type: 0, allow, deny: '0' })
  expect(await each(rooms.slice(0, 20), open)).toBe(20)
  server.app.sandbox.advance(3_700_000)
  expect(await each(rooms.slice(20), open)).toBeLessThan(40)
  expect(await stopped()).toBe(true)
})
