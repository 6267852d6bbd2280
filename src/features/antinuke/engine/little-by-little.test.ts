// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { until } from '#test/until.ts'
import { linksOf } from './passed-power.ts'

/** People who were just given power and who each do less than one whole thing, and teams that were just appointed. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const role = async (permissions: string) =>
  (await server.app.as('owner').rest<{ id: string }>('POST', path('/roles'), { name: 'Crew', permissions })).id

/** An administrator, and some people to whom they have just given a role. */
async function appointed(count: number, permissions: string): Promise<{ giver: Member; crew: Member[] }> {
  server = await guardedServer({ autoRecovery: false })
  const id = await role(permissions)
  const giver = await server.hire('Admin')
  const crew = await Promise.all(Array.from({ length: count }, () => server.hire()))
  await whileAllowed(
    crew.map(
      ({ userId }) =>
        () =>
          giver.rest('PUT', path(`/members/${userId}/roles/${id}`)),
    ),
  )
  await server.caughtUp()
  return { giver, crew }
}

const soon = () => new Date(server.app.product.services.now() + 86_400_000).toISOString()
const works: Record<string, (who: Member, id: string) => Promise<unknown>> = {
  hidden: (who, id) =>
    who.rest('PUT', `/channels/${id}/permissions/${server.guildId}`, { type: 0, allow: '0', deny: '1024' }),
  'timed out': (who, id) => who.rest('PATCH', path(`/members/${id}`), { communication_disabled_until: soon() }),
  emptied: (who, id) => who.rest('PATCH', path(`/roles/${id}`), { permissions: '0' }),
  'banned for good': (who, id) => who.rest('PUT', path(`/bans/${id}`)),
}

/** Each of them does some, one after the other. */
async function inTurn(crew: readonly Member[], what: string, ids: readonly string[], each: number): Promise<void> {
  for (const [n, who] of crew.entries()) {
    for (const id of ids.slice(n * each, (n + 1) * each)) await works[what]?.(who, id).catch(() => undefined)
    await server.caughtUp()
  }
}
const things = async (what: string, count: number): Promise<string[]> => {
  if (what === 'hidden') return server.make('channels', count)
  if (what !== 'emptied') return server.oldMembers(count)
  const make = async () => {
    const body = { name: 'team', permissions: '16' }
    return (await server.app.as('owner').rest<{ id: string }>('POST', path('/roles'), body)).id
  }
  return Promise.all(Array.from({ length: count }, make))
}

test.each([
  ['hidden', 9],
  ['emptied', 3],
  ['timed out', 9],
] as const)('what five puppets each do a little of adds up: %s', async (what, each) => {
  const { giver, crew } = await appointed(5, '8')
  await inTurn(crew, what, await things(what, crew.length * each), each)
  expect(await until('the ban', () => server.isBanned(crew.at(-1)?.userId ?? ''))).toBe(true)
  expect(server.isMember(giver.userId)).toBe(true)
})

test.each([
  ['hidden', 4],
  ['emptied', 1],
  ['timed out', 3],
  ['banned for good', 2],
] as const)('a team that was appointed just now may do that: %s, each %i', async (what, each) => {
  const { crew } = await appointed(3, '8')
  await inTurn(crew, what, await things(what, crew.length * each), each)
  expect(server.incidents()).toEqual([])
})

test('somebody who edits one channel alongside them takes no part in it', async () => {
  const { crew } = await appointed(5, '8')
  const [innocent, ...puppets] = crew
  const rooms = await things('hidden', 37)
  await inTurn(puppets, 'hidden', rooms, 9)
  await innocent?.rest('PATCH', `/channels/${rooms[36]}`, { topic: 'Be kind.' })
  await server.caughtUp()
  expect(server.isMember(innocent?.userId ?? '')).toBe(true)
})

test('somebody who makes six administrators within minutes is stopped', async () => {
  server = await guardedServer({ autoRecovery: false })
  const crew = await role('8')
  const giver = await server.hire('Admin')
  for (const id of server.oldMembers(6)) {
    expect(server.incidents()).toEqual([])
    await giver.rest('PUT', path(`/members/${id}/roles/${crew}`))
    server.app.sandbox.advance(80_000)
    await server.caughtUp()
  }
  expect(await until('the ban', () => server.isBanned(giver.userId))).toBe(true)
})

test('five in ten minutes and two more later are everyday work; so are administrators made by the owner', async () => {
  server = await guardedServer({ autoRecovery: false })
  const crew = await role('8')
  const giver = await server.hire('Admin')
  const people = server.oldMembers(15)
  for (const [n, id] of people.slice(0, 7).entries()) {
    if (n === 5) server.app.sandbox.advance(10 * 60_000)
    await giver.rest('PUT', path(`/members/${id}/roles/${crew}`))
    server.app.sandbox.advance(20_000)
  }
  for (const id of people.slice(7)) await server.app.as('owner').rest('PUT', path(`/members/${id}/roles/${crew}`))
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('an invite that expired long ago no longer links anybody', async () => {
  let ahead = 0
  server = await guardedServer({ autoRecovery: false }, { now: () => Date.now() + ahead })
  const crew = await role('16')
  const giver = await server.hire('Admin')
  const { code } = await giver.rest<{ code: string }>('POST', `/channels/${server.app.channel('general')}/invites`, {
    unique: true,
    max_age: 0,
    role_ids: [crew],
  })
  await server.caughtUp()
  const { services } = server.app.product
  expect(linksOf(services, server.guildId).invites.size).toBe(1)
  ahead = 31 * 24 * 3_600_000
  const { context } = server.app.sandbox
  const id = createAccount(context, 'guest')
  joinGuild(context, id, server.guildId, code)
  await server.caughtUp()
  expect(linksOf(services, server.guildId).invites.size).toBe(0)
  expect(linksOf(services, server.guildId).members.has(id)).toBe(false)
})
