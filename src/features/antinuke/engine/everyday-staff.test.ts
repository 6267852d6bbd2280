// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'

/** What staff and their bots do by the dozen, and the same done to a whole server. */

let server: GuardedServer
let ahead = 0
beforeEach(() => {
  ahead = 0
})
afterEach(() => server.app.close())

const start = async (patch: Parameters<typeof guardedServer>[0] = {}) => {
  server = await guardedServer({ autoRecovery: false, ...patch }, { now: () => Date.now() + ahead })
}
const later = (ms: number) => {
  ahead += ms
  server.app.sandbox.advance(ms)
}
const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')
const [second, hour] = [1000, 3_600_000]

/** The actor, by id. */
interface Actor {
  userId: string
  rest(method: string, path: string, body?: unknown): Promise<unknown>
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

/** People who joined some time ago, as the bot saw. */
async function joined(count: number, agoMs: number): Promise<string[]> {
  const { context } = server.app.sandbox
  const ids = Array.from({ length: count }, () => {
    const id = createAccount(context, 'raider')
    joinGuild(context, id, server.guildId)
    return id
  })
  await server.caughtUp()
  later(agoMs)
  return ids
}
const ban = (who: Actor) => (id: string) => who.rest('PUT', path(`/bans/${id}`))

test('a moderator may ban raiders who waited for two days, but not everybody who came this week', async () => {
  await start()
  const raiders = await joined(70, 50 * hour)
  const moderator = server.app.as('moderator')
  expect(await each(raiders.slice(0, 20), ban(moderator))).toBe(20)
  later(hour)
  expect(await each(raiders.slice(20), ban(moderator))).toBe(50)
  expect(await stopped(moderator.userId)).toBe(true)
})

test('people who joined longer ago than a week count whole', async () => {
  await start()
  const people = await joined(6, 8 * 24 * hour)
  const moderator = server.app.as('moderator')
  expect(await each(people, ban(moderator))).toBe(5)
  expect(await stopped(moderator.userId)).toBe(true)
})

/** Channels that somebody created. */
async function rooms(who: { rest<T>(method: string, path: string, body?: unknown): Promise<T> }, count: number) {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1)
    ids.push((await who.rest<{ id: string }>('POST', path('/channels'), { name: `event-${n}` })).id)
  await server.caughtUp()
  return ids
}
const remove = (who: Actor) => (id: string) => who.rest('DELETE', `/channels/${id}`)

test('somebody who created the channels of an event this morning may remove them, but not a whole server that they built', async () => {
  await start()
  const team = await server.hire('Admin')
  const made = await rooms(team, 20)
  later(2 * hour)
  expect(await each(made.slice(0, 5), remove(team))).toBe(5)
  later(hour)
  expect(await each(made.slice(5), remove(team))).toBe(12)
  expect(await stopped(team.userId)).toBe(true)
})

const rename = (who: Actor) => (id: string) => who.rest('PATCH', path(`/members/${id}`), { nick: 'Unreadable name' })

test('a bot gives everybody with a hoisted name the same new one; renaming a whole server is too much', async () => {
  await start()
  const tally = await tallyInCharge()
  const people = server.oldMembers(60)
  expect(await each(people.slice(0, 20), rename(tally))).toBe(20)
  later(hour)
  expect(await each(people.slice(20), rename(tally))).toBeLessThan(40)
  expect(await stopped(tally.userId)).toBe(true)
})

/** Posts of a forum, a week old. */
async function oldPosts(count: number): Promise<string[]> {
  const { id: forum } = await owner().rest<{ id: string }>('POST', path('/channels'), { name: 'support', type: 15 })
  const posts: string[] = []
  for (let n = 0; n < count; n += 1) {
    const body = { name: `question ${n}`, message: { content: 'How?' } }
    posts.push((await owner().rest<{ id: string }>('POST', `/channels/${forum}/threads`, body)).id)
  }
  await server.caughtUp()
  later(7 * 24 * hour)
  return posts
}

test('a bot clears a help forum of solved posts, but nobody may empty it in a minute', async () => {
  await start()
  const tally = await tallyInCharge()
  const posts = await oldPosts(170)
  const removeIt = remove(tally)
  const slowly = async (id: string) => {
    later(30 * second)
    await removeIt(id)
  }
  expect(await each(posts.slice(0, 85), slowly)).toBe(85)
  later(hour)
  expect(await each(posts.slice(85), removeIt)).toBe(60)
  expect(await stopped(tally.userId)).toBe(true)
})

/** Level bots do it to thousands, which takes long: here an eighth is too many. */
const eighth = { limits: { anti_member_update: { minute: 1, hour: 1 } } }

test('a level bot replaces the roles of a season, with one request or two, but nobody may take the roles of everybody', async () => {
  await start(eighth)
  const tally = await tallyInCharge()
  const make = async (name: string) =>
    (await owner().rest<{ id: string }>('POST', path('/roles'), { name, permissions: '0' })).id
  const [last, next] = [await make('Season 3'), await make('Season 4')]
  const people = server.oldMembers(700, last)
  const inOne = (id: string) => tally.rest('PATCH', path(`/members/${id}`), { roles: [next] })
  const inTwo = async (id: string) => {
    await tally.rest('DELETE', path(`/members/${id}/roles/${last}`))
    await tally.rest('PUT', path(`/members/${id}/roles/${next}`))
  }
  for (const id of people.slice(0, 210)) await inOne(id)
  await server.caughtUp()
  later(hour)
  for (const id of people.slice(210, 420)) await inTwo(id)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  later(hour)
  const empty = (id: string) => tally.rest('PATCH', path(`/members/${id}`), { roles: [] }).catch(() => undefined)
  for (let from = 420; from < 700 && server.incidents().length === 0; from += 50) {
    await Promise.all(people.slice(from, from + 50).map(empty))
    await server.caughtUp()
  }
  expect(await stopped(tally.userId)).toBe(true)
})
