// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { until } from '#test/until.ts'
import { isKnown } from '../journal/record.ts'

/** Discord writes no entry for a channel that takes over the permissions of the category into which it is moved. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')

let ahead = 0
beforeEach(() => {
  ahead = 0
})

async function begin(count: number) {
  server = await guardedServer({}, { now: () => Date.now() + ahead })
  await owner().rest('PATCH', path(`/roles/${server.role('Palisade')}`), { permissions: '8' })
  await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
  const { id: archive } = await owner().rest<{ id: string }>('POST', path('/channels'), {
    name: 'archive',
    type: 4,
    permission_overwrites: [{ id: server.guildId, type: 0, deny: '1024', allow: '0' }],
  })
  const rooms = await server.make('channels', count)
  await server.caughtUp()
  return { rooms, archive }
}

/** Discord lets one channel at a time change its category. */
async function putAway(who: Member, ids: readonly string[], archive: string): Promise<void> {
  for (const id of ids) await who.rest('PATCH', path('/channels'), [{ id, parent_id: archive, lock_permissions: true }])
  await server.caughtUp()
}
const hiddenOf = (ids: readonly string[]) =>
  ids.filter(id => {
    const channel = server.app.sandbox.context.world.channels.get(id)?.channel
    return channel && 'permission_overwrites' in channel && (channel.permission_overwrites ?? []).length > 0
  })

/** Whether the bot has looked for the person who put channels away. */
const hasAsked = () => server.app.sandbox.requests().some(one => one.path.includes('/audit-logs?limit=100'))

test('a server that is put away within a minute comes back, as the work of somebody unknown', async () => {
  const { rooms, archive } = await begin(45)
  // Where that takes long, the first are back before the last are put away.
  await putAway(server.app.as('rogue'), rooms, archive)
  await until('an incident', () => server.incidents().length > 0)
  await until('all of it to be back', () => hiddenOf(rooms).length === 0)
  expect(server.incidents()).toMatchObject([{ actorId: null, module: 'anti_channel' }])
  expect(server.isMember(server.app.as('rogue').userId)).toBe(true)
})

test('putting a few away, and channels that follow a category that somebody hides, are no attack', async () => {
  const { rooms, archive } = await begin(30)
  const [few, others] = [rooms.slice(0, 12), rooms.slice(12)]
  await putAway(owner(), few, archive)
  const { id: season } = await owner().rest<{ id: string }>('POST', path('/channels'), { name: 'season', type: 4 })
  await putAway(owner(), others, season)
  await owner().rest('PUT', `/channels/${season}/permissions/${server.guildId}`, { type: 0, deny: '1024', allow: '0' })
  await until('them to follow', () => hiddenOf(others).length === others.length)
  for (const id of others.slice(0, 3))
    await owner().rest('PUT', `/channels/${id}/permissions/${server.guildId}`, { type: 0, deny: '3072', allow: '0' })
  await server.caughtUp()
  await until('the audit log to be asked', hasAsked)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  expect(hiddenOf(rooms)).toHaveLength(30)
})

test('putting as many away a few at a time, a minute apart, is no attack, however few an hour allows', async () => {
  const { rooms, archive } = await begin(45)
  server.set({ limits: { anti_channel: { minute: 3, hour: 4 } } })
  for (const from of [0, 15, 30]) {
    await putAway(owner(), rooms.slice(from, from + 15), archive)
    ahead += 61_000
    server.app.sandbox.advance(61_000)
  }
  await until('the audit log to be asked', hasAsked)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  expect(hiddenOf(rooms)).toHaveLength(45)
})

test('hiding the old category of channels from a role that nobody holds does not explain where they went', async () => {
  const { rooms, archive } = await begin(45)
  const { id: role } = await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Nobody', permissions: '0' })
  const { id: season } = await owner().rest<{ id: string }>('POST', path('/channels'), { name: 'season', type: 4 })
  for (const id of rooms) await owner().rest('PATCH', path('/channels'), [{ id, parent_id: season }])
  await server.caughtUp()
  const rogue = server.app.as('rogue')
  await rogue.rest('PUT', `/channels/${season}/permissions/${role}`, { type: 0, deny: '1024', allow: '0' })
  await putAway(rogue, rooms, archive)
  const isOpen = (id: string) => {
    const channel = server.app.sandbox.context.world.channels.get(id)?.channel
    const own = channel && 'permission_overwrites' in channel ? (channel.permission_overwrites ?? []) : []
    return own.every(one => one.id !== server.guildId)
  }
  await until('an incident', () => server.incidents().length > 0)
  await until('all of it to be back', () => rooms.every(isOpen))
  expect(server.incidents()).toMatchObject([{ actorId: null, module: 'anti_channel' }])
})
