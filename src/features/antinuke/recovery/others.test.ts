// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { isKnown } from '../journal/record.ts'
import { recoveryOf } from './progress.ts'

/** What people other than the attackers did stays as it is, before, during and after an attack. */

let server: GuardedServer
afterEach(() => server.app.close())

const owner = () => server.app.as('owner')
const rogue = () => server.app.as('rogue')
const path = (more: string) => `/guilds/${server.guildId}${more}`

async function begin(deletedRolesLinger = true): Promise<string[]> {
  server = await guardedServer({}, { sandbox: { conditions: { deletedRolesLinger } } })
  await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
  return server.make('channels', 4)
}

async function destroy(...paths: string[]): Promise<void> {
  await whileAllowed(paths.map(one => () => rogue().rest('DELETE', one)))
  await server.settled()
  await until('the recovery', () => recoveryOf(server.app.product.services, server.guildId, 1)?.state === 'done')
}

const channels = (ids: readonly string[]) => ids.map(id => `/channels/${id}`)
const remade = (name: string) => server.role(name)

test.each([true, false])(
  'a role comes back to its holders and overwrites, but not to who was demoted meanwhile (ids linger: %s)',
  async lingers => {
    const [first = '', second = '', ...rooms] = await begin(lingers)
    const role = await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Helpers', permissions: '16' })
    const people = ['member3', 'member4'].map(login => server.app.as(login).userId)
    for (const id of people) await owner().rest('PUT', path(`/members/${id}/roles/${role.id}`))
    await owner().rest('PUT', `/channels/${second}/permissions/${role.id}`, { type: 0, deny: '2048' })
    await rogue().rest('DELETE', `/channels/${first}`)
    await owner().rest('DELETE', path(`/members/${people[0]}/roles/${role.id}`))
    await server.caughtUp()
    await destroy(path(`/roles/${role.id}`), ...channels(rooms))
    const back = remade('Helpers')
    expect(back).not.toBe(role.id)
    expect(people.map(id => server.rolesOf(id).includes(back))).toEqual([false, true])
    const { permission_overwrites: overwrites = [] } = await owner().rest<{
      permission_overwrites?: { id: string; deny: string }[]
    }>('GET', `/channels/${second}`)
    expect(overwrites.filter(({ deny }) => deny === '2048').map(({ id }) => id)).toEqual([back])
  },
)

test('channels in which others have written stay, though an attacker made them; unused ones are deleted', async () => {
  const rooms = await begin()
  const [used, empty] = await Promise.all(
    ['notes', 'junk'].map(name => rogue().rest<{ id: string }>('POST', path('/channels'), { name })),
  )
  await owner().say(used?.id ?? '', 'important')
  await server.caughtUp()
  await destroy(...channels(rooms))
  expect([used, empty].map(one => server.world().channelIds.has(one?.id ?? ''))).toEqual([true, false])
})

test('messages of a bot do not count as use of a channel', async () => {
  const rooms = await begin()
  const { id } = await rogue().rest<{ id: string }>('POST', path('/channels'), { name: 'free-nitro' })
  const said = await server.asBot('Tally').rest('POST', `/channels/${id}/messages`, { content: 'Welcome!' })
  expect(said.ok).toBe(true)
  await server.caughtUp()
  await destroy(...channels(rooms))
  expect(server.world().channelIds.has(id)).toBe(false)
})

test('somebody who writes a line in each of them saves none of them', async () => {
  const rooms = await begin()
  const junk = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      rogue().rest<{ id: string }>('POST', path('/channels'), { name: `free-nitro-${n}` }),
    ),
  )
  for (const { id } of junk) await server.app.as('member3').say(id, 'hello')
  await owner().say(junk[0]?.id ?? '', 'What is this?')
  await server.caughtUp()
  await destroy(...channels(rooms))
  expect(junk.map(({ id }) => server.world().channelIds.has(id))).toEqual([true, false, false, false, false, false])
})

test('bans that attackers lifted are set again', async () => {
  const rooms = await begin()
  const people = server.oldMembers(3)
  for (const id of people) await owner().rest('PUT', path(`/bans/${id}`), {})
  for (const id of people) await rogue().rest('DELETE', path(`/bans/${id}`))
  await server.caughtUp()
  await destroy(...channels(rooms))
  expect(people.map(id => server.isBanned(id))).toEqual([true, true, true])
})
