// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { shareOf } from './membership.ts'
import { readRoster } from './read-roster.ts'

/** What bots create for their work and remove again, and what somebody with a stolen token does with them. */

let server: GuardedServer
let ahead = 0
beforeEach(() => {
  ahead = 0
})
afterEach(() => server.app.close())

const start = async () => {
  server = await guardedServer({ autoRecovery: false }, { now: () => Date.now() + ahead })
}
const later = (ms: number) => {
  ahead += ms
  server.app.sandbox.advance(ms)
}
const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')
const [minute, hour] = [60_000, 3_600_000]

/** The actor, by id. */
interface Actor {
  userId: string
  rest(method: string, path: string, body?: unknown): Promise<{ id: string } | undefined>
}

/** A bot that the owner made an administrator. */
async function tallyInCharge(): Promise<Actor> {
  const tally = server.asBot('Tally')
  await owner().rest('PUT', path(`/members/${tally.userId}/roles/${server.role('Admin')}`))
  return {
    userId: tally.userId,
    async rest(...request) {
      const answer = await tally.rest(...request)
      if (!answer.ok) throw new Error('refused')
      return answer.status === 204 ? undefined : ((await answer.json()) as { id: string })
    },
  }
}

/** Does one thing after another until somebody is stopped. @returns how many were done */
async function each(ids: readonly string[], work: (id: string, place: number) => Promise<unknown>): Promise<number> {
  for (const [place, id] of ids.entries()) {
    await work(id, place).catch(() => undefined)
    await server.caughtUp()
    if (server.incidents().length > 0) return place + 1
  }
  return ids.length
}
const stopped = (userId: string) => until('the ban', () => server.isBanned(userId))

const hook = (who: Actor, name: string) => (room: string) => who.rest('POST', `/channels/${room}/webhooks`, { name })

test.each([
  ['a bridge, as people write in them', 15, 4 * minute],
  ['a logger, all at once', 25, 100],
])('a bot creates a webhook of its own name in each channel: %s', async (_, count, pause) => {
  await start()
  const tally = await tallyInCharge()
  const rooms = await server.make('channels', count)
  const make = hook(tally, 'Bridge')
  const done = await each(rooms, async room => {
    later(pause)
    await make(room)
  })
  expect([done, server.incidents()]).toEqual([count, []])
})

test('a bot that fills channels with webhooks of one name is stopped', async () => {
  await start()
  const tally = await tallyInCharge()
  const rooms = await server.make('channels', 2)
  const all = rooms.flatMap(room => Array.from({ length: 10 }, () => room))
  expect(await each(all, hook(tally, 'raided'))).toBeLessThan(10)
  expect(await stopped(tally.userId)).toBe(true)
})

test('so is a person who creates one in each channel', async () => {
  await start()
  const rogue = await server.hire('Admin')
  const rooms = await server.make('channels', 20)
  expect(await each(rooms, hook(rogue, 'raided'))).toBeLessThan(15)
  expect(await stopped(rogue.userId)).toBe(true)
})

/** Channels that a bot made days ago. */
async function madeDaysAgo(who: Actor, count: number, isTicket: boolean): Promise<string[]> {
  const permission_overwrites = isTicket ? [{ id: server.guildId, type: 0, deny: '1024', allow: '0' }] : []
  const ids: string[] = []
  for (let n = 0; n < count; n += 1)
    ids.push((await who.rest('POST', path('/channels'), { name: `room-${n}`, permission_overwrites }))?.id ?? '')
  await server.caughtUp()
  later(50 * hour)
  return ids
}
const remove = (who: Actor) => (id: string) => who.rest('DELETE', `/channels/${id}`)

test('a ticket bot closes tickets that were open for days: forty at once', async () => {
  await start()
  const tally = await tallyInCharge()
  const tickets = await madeDaysAgo(tally, 40, true)
  expect(await each(tickets, remove(tally))).toBe(40)
  expect(server.incidents()).toEqual([])
})

test('a bot removes what it made for everybody days ago, one after the other, but no server that it built', async () => {
  await start()
  const tally = await tallyInCharge()
  const rooms = await madeDaysAgo(tally, 40, false)
  const removeIt = remove(tally)
  const slowly = async (id: string) => {
    later(3 * minute)
    await removeIt(id)
  }
  expect(await each(rooms.slice(0, 10), slowly)).toBe(10)
  later(hour)
  expect(await each(rooms.slice(10), removeIt)).toBeLessThan(14)
  expect(await stopped(tally.userId)).toBe(true)
})

test('what somebody else made counts whole, and so does what a person made days ago', async () => {
  await start()
  const [tally, rogue] = [await tallyInCharge(), await server.hire('Admin')]
  const rooms = await madeDaysAgo(rogue, 8, true)
  expect(await each(rooms, remove(tally))).toBe(3)
  expect(await stopped(tally.userId)).toBe(true)
  await Promise.all(rooms.slice(3, 8).map(id => remove(rogue)(id).catch(() => undefined)))
  expect(await stopped(rogue.userId)).toBe(true)
})

/** A server in which the bot sees all channels and most members hold one role. */
async function membersSeeAll(): Promise<string> {
  await owner().rest('PATCH', path(`/roles/${server.role('Palisade')}`), { permissions: '8' })
  const { id } = await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Member', permissions: '0' })
  server.oldMembers(95, id)
  const { services } = server.app.product
  readRoster(services, server.guildId)
  await until('the members to be read', () => shareOf(services, server.guildId, id) > 0.5)
  return id
}
const hidden = () => ({ id: server.guildId, type: 0, deny: '1024', allow: '0' })

test.each([
  ['that it built and shows to the role of members', true, 12],
  ['that it made for everybody and hid before', false, 12],
])('a bot cannot delete a server %s as if its channels were tickets', async (_, isPrivate, most) => {
  await start()
  const member = await membersSeeAll()
  const tally = await tallyInCharge()
  const shown = [hidden(), { id: member, type: 0, deny: '0', allow: '1024' }]
  const ids: string[] = []
  for (let n = 0; n < 24; n += 1) {
    const body = { name: `room-${n}`, permission_overwrites: isPrivate ? shown : [] }
    ids.push((await tally.rest('POST', path('/channels'), body))?.id ?? '')
  }
  await server.caughtUp()
  later(50 * hour)
  if (!isPrivate) await each(ids, id => tally.rest('PATCH', `/channels/${id}`, { permission_overwrites: [hidden()] }))
  later(2 * hour)
  expect(server.incidents()).toEqual([])
  expect(await each(ids, remove(tally))).toBe(most)
  expect(await stopped(tally.userId)).toBe(true)
})

test('staff may delete the tickets of a bot that has left, but not by the dozen in a minute', async () => {
  await start()
  const [tally, staff] = [await tallyInCharge(), await server.hire('Admin')]
  const tickets = await madeDaysAgo(tally, 24, true)
  const slowly = async (id: string) => {
    later(7000)
    await remove(staff)(id)
  }
  expect(await each(tickets.slice(0, 10), slowly)).toBe(10)
  expect(server.incidents()).toEqual([])
  later(hour)
  expect(await each(tickets.slice(10), remove(staff))).toBe(12)
  expect(await stopped(staff.userId)).toBe(true)
})
