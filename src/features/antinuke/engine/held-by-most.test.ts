// @module-tag long
import { PermissionFlagsBits } from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { hasReadMembers, noteRoles, shareOf } from './membership.ts'
import { readRoster } from './read-roster.ts'

/** Roles that nearly everybody holds: what is done to such a role is done to everybody. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')
const rogue = () => server.app.as('rogue')
const view = '1024'
const administrator = '8'

async function start(): Promise<void> {
  server = await guardedServer({ autoRecovery: false })
  await until('the members to be read', () => hasReadMembers(server.app.product.services, server.guildId))
}

/** A role that somebody has just given to that many people, who are old members like everybody else. */
async function given(holders: number, others: number, giver = owner()): Promise<string> {
  const { id } = await giver.rest<{ id: string }>('POST', path('/roles'), { name: 'Member', permissions: '0' })
  const people = server.oldMembers(holders)
  server.oldMembers(others)
  for (const one of people) await giver.rest('PUT', path(`/members/${one}/roles/${id}`))
  await server.caughtUp()
  return id
}
const share = (role: string) => shareOf(server.app.product.services, server.guildId, role)

test('who holds a role is known without reading all members again, and so is who no longer does', async () => {
  await start()
  const role = await given(30, 30)
  expect(share(role)).toBeGreaterThan(0.35)
  const held = share(role)
  const holders = [...server.world().members].filter(([, { roles }]) => roles.includes(role)).map(([id]) => id)
  for (const id of holders.slice(0, 15)) await owner().rest('DELETE', path(`/members/${id}/roles/${role}`))
  await server.caughtUp()
  expect(share(role)).toBeCloseTo(held / 2)
  for (const id of holders.slice(15)) await owner().rest('DELETE', path(`/members/${id}`))
  await server.caughtUp()
  expect(share(role)).toBeGreaterThan(held / 2)
})

test('what happened before all members were read counts once, and people who were read and have left are not counted', async () => {
  await start()
  const { id: role } = await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Member', permissions: '0' })
  const { services } = server.app.product
  server.oldMembers(30, role)
  server.oldMembers(30)
  readRoster(services, server.guildId)
  await until('all of them to be read again', () => share(role) > 0)
  const read = share(role)
  const note = (entryId: string, at: number) =>
    noteRoles(services, server.guildId, { added: [role], removed: [] }, { entryId, at })
  note('1', services.now() - 3_600_000)
  expect(share(role)).toBe(read)
  // Discord's audit log is read again where something is not explained.
  note('2', services.now())
  const given = share(role)
  expect(given).toBeGreaterThan(read)
  note('2', services.now())
  expect(share(role)).toBe(given)
  const others = [...server.world().members].filter(([, { roles }]) => roles.length === 0).map(([id]) => id)
  for (const id of others.slice(0, 20)) await owner().rest('DELETE', path(`/members/${id}`))
  await server.caughtUp()
  expect(share(role)).toBeGreaterThan(read * 1.2)
})

test('giving power in three channels to a role of most members is too much; for the role of a team it is everyday work', async () => {
  await start()
  const [team, members] = [await given(5, 0), await given(80, 10)]
  const manage = { type: 0, allow: '16', deny: '0' }
  const rooms = await server.make('channels', 6)
  const allow = (room: string, role: string) => rogue().rest('PUT', `/channels/${room}/permissions/${role}`, manage)
  for (const room of rooms.slice(0, 3)) await allow(room, team)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  server.app.sandbox.advance(3_700_000)
  for (const room of rooms.slice(3)) await allow(room, members).catch(() => undefined)
  expect(await until('the ban', () => server.isBanned(rogue().userId))).toBe(true)
})

test('somebody who gives everybody a new role and denies it all channels is stopped', async () => {
  await start()
  const rooms = await server.make('channels', 60)
  const role = await given(90, 10, rogue())
  expect(server.incidents()).toEqual([])
  for (const room of rooms)
    await rogue()
      .rest('PUT', `/channels/${room}/permissions/${role}`, { type: 0, allow: '0', deny: view })
      .catch(() => undefined)
  expect(await until('the ban', () => server.isBanned(rogue().userId))).toBe(true)
})

test('somebody who makes nearly everybody an administrator through one role is stopped at once', async () => {
  await start()
  const role = await given(80, 10)
  await rogue()
    .rest('PATCH', path(`/roles/${role}`), { permissions: administrator })
    .catch(() => undefined)
  expect(await until('the ban', () => server.isBanned(rogue().userId))).toBe(true)
})

test.each([
  ['a team in a small server, most of whose members are in it', 15, 0, administrator],
  ['a team of a tenth', 25, 225, administrator],
  ['members, who may post pictures now', 80, 10, '32768'],
])('everyday: permissions for %s', async (_, holders, others, permissions) => {
  await start()
  const role = await given(holders, others)
  await rogue().rest('PATCH', path(`/roles/${role}`), { permissions })
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('holders of a role that becomes dangerous are read, even if the clock was ahead at the last reading', async () => {
  let ahead = 30 * 86_400_000
  server = await guardedServer({ autoRecovery: false }, { now: () => Date.now() + ahead })
  await until('the members to be read', () => hasReadMembers(server.app.product.services, server.guildId))
  const { id: role } = await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Team', permissions: '0' })
  server.oldMembers(3, role)
  ahead = 0
  await owner().rest('PATCH', path(`/roles/${role}`), { permissions: String(PermissionFlagsBits.BanMembers) })
  expect(await until('its holders to be known', () => share(role) > 0)).toBe(true)
})
