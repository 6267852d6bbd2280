// @module-tag long
import { PermissionFlagsBits as P } from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { hasReadMembers, isHeldByNobody } from './membership.ts'

/** Deleted roles, by who misses them. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')
const rogue = () => server.app.as('rogue')

/** Roles that have existed for a while. */
async function roles(count: number, permissions = '0'): Promise<string[]> {
  const make = async (_: unknown, n: number) =>
    (await owner().rest<{ id: string }>('POST', path('/roles'), { name: `event ${n}`, permissions })).id
  return Promise.all(Array.from({ length: count }, make))
}
async function start(): Promise<void> {
  server = await guardedServer({ autoRecovery: false })
  await until('the members to be read', () => hasReadMembers(server.app.product.services, server.guildId))
}
const later = () => server.app.sandbox.advance(3_700_000)

/** @returns how many were deleted before somebody was stopped */
async function remove(ids: readonly string[]): Promise<number> {
  for (const [place, id] of ids.entries()) {
    await rogue().rest('DELETE', path(`/roles/${id}`))
    await server.caughtUp()
    if (server.incidents().length > 0) return place + 1
  }
  return ids.length
}

test('everyday: eleven roles that nobody has and no channel names are tidied away; somebody who deletes them all is stopped', async () => {
  await start()
  const unused = await roles(24)
  later()
  expect(await remove(unused.slice(0, 11))).toBe(11)
  expect(server.incidents()).toEqual([])
  later()
  expect(await remove(unused.slice(11))).toBe(12)
  expect(await until('the ban', () => server.isBanned(rogue().userId))).toBe(true)
})

test.each([
  ['somebody was given', async (id: string) => owner().rest('PUT', path(`/members/${owner().userId}/roles/${id}`))],
  [
    'a channel has permissions for',
    async (id: string) =>
      owner().rest('PUT', `/channels/${server.app.channel('general')}/permissions/${id}`, { type: 0, allow: '2048' }),
  ],
])('roles that %s count whole', async (_, use) => {
  await start()
  const used = await roles(3)
  for (const id of used) await use(id)
  later()
  await server.caughtUp()
  expect(await remove(used)).toBe(3)
  expect(await until('the ban', () => server.isBanned(rogue().userId))).toBe(true)
})

test('so do roles with which somebody could do harm, and all roles until the members were read', async () => {
  await start()
  const strong = await roles(3, String(P.ManageMessages))
  later()
  expect(await remove(strong)).toBe(3)
  expect(await until('the ban', () => server.isBanned(rogue().userId))).toBe(true)
  expect(isHeldByNobody(server.app.product.services, '1', strong[0] ?? '')).toBe(false)
})

test('somebody to whom onboarding gives a role holds it, although no entry says so', async () => {
  await start()
  const [role = ''] = await roles(1)
  const { services } = server.app.product
  expect(isHeldByNobody(services, server.guildId, role)).toBe(true)
  const [member = ''] = server.oldMembers(1, role)
  await owner().rest('PATCH', path(`/members/${member}`), { nick: 'Wren' })
  await server.caughtUp()
  expect(isHeldByNobody(services, server.guildId, role)).toBe(false)
})
