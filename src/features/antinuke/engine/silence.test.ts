// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { until } from '#test/until.ts'
import { shareOf } from './membership.ts'
import { readRoster } from './read-roster.ts'

/** Everybody silenced for an hour, every hour, or pinged through a role, and everything numbered. */

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
const rogue = () => server.app.as('rogue')
const stopped = () => until('the ban', () => server.isBanned(rogue().userId))

async function silence(people: readonly string[]): Promise<void> {
  for (const id of people) {
    const until = new Date(server.app.sandbox.context.now() + 3_600_000).toISOString()
    await rogue()
      .rest('PATCH', path(`/members/${id}`), { communication_disabled_until: until })
      .catch(() => undefined)
  }
  await server.caughtUp()
}

test('somebody who silences everybody every hour is stopped at the second time', async () => {
  await start()
  const people = server.oldMembers(140)
  await silence(people)
  expect(server.incidents()).toEqual([])
  later(3_590_000)
  await silence(people.slice(0, 40))
  expect(await stopped()).toBe(true)
})

test('everyday: a hundred are timed out during a raid, and those who begin again are timed out again', async () => {
  await start()
  const people = server.oldMembers(100)
  await silence(people)
  later(3_590_000)
  await silence(people.slice(0, 25))
  later(4 * 3_600_000)
  await silence(people)
  expect(server.incidents()).toEqual([])
})

/** A role that this many of a hundred members hold, as the bot knows. */
async function roleOf(holders: number, mentionable: boolean): Promise<string> {
  const { id } = await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Member', mentionable })
  server.oldMembers(holders, id)
  server.oldMembers(100 - holders)
  const { services } = server.app.product
  readRoster(services, server.guildId)
  await until('the members to be read', () => shareOf(services, server.guildId, id) > 0)
  return id
}
async function ping(who: Member, role: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1)
    await who.say(server.app.channel('general'), `<@&${role}> look ${n}`).catch(() => undefined)
  await server.caughtUp()
}

test('pinging the role of nearly everybody is pinging everybody', async () => {
  await start()
  const role = await roleOf(95, false)
  await ping(rogue(), role, 3)
  expect(server.incidents()).toEqual([])
  await ping(rogue(), role, 6)
  expect(await stopped()).toBe(true)
})

test('everyday: staff ping the role of a third, and members a role that everybody may ping', async () => {
  await start()
  await ping(rogue(), await roleOf(33, false), 12)
  await ping(server.app.as('member1'), await roleOf(90, true), 12)
  expect(server.incidents()).toEqual([])
})

test('somebody who numbers all channels is stopped within the minute; thirty are numbered and closed to a role', async () => {
  await start()
  const rooms = await server.make('channels', 60)
  const team = server.role('Moderator')
  const rename = async (ids: readonly string[], name: string) => {
    for (const [place, id] of ids.entries()) {
      const body = { name: `${name}-${place}`, topic: name }
      await rogue()
        .rest('PATCH', `/channels/${id}`, body)
        .catch(() => undefined)
      const quiet = { type: 0, allow: '0', deny: '2048' }
      if (name === 'kiln') await rogue().rest('PUT', `/channels/${id}/permissions/${team}`, quiet)
      await server.caughtUp()
      if (server.incidents().length > 0) return place + 1
    }
    return ids.length
  }
  expect(await rename(rooms.slice(0, 30), 'kiln')).toBe(30)
  later(3_700_000)
  expect(await rename(rooms, 'pwned')).toBeLessThan(60)
  expect(await stopped()).toBe(true)
})
