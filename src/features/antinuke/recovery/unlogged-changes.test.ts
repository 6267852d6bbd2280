// @module-tag long
import { afterEach, expect, test, vi } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { neverOver, overAtOnce } from '#test/never-over.ts'
import { until } from '#test/until.ts'
import { lateMs } from '../engine/stopped-people.ts'
import { eventsOf } from '../incidents/incidents.ts'
import { isKnown } from '../journal/record.ts'
import { latest } from '../journal/state-at.ts'
import { recoveryOf } from './progress.ts'

/**
 * Discord writes no entry for a channel that is moved into a category in sync with it, nor for the roles to which an
 * emoji is limited.
 */

let server: GuardedServer
afterEach(async () => {
  vi.restoreAllMocks()
  await server.app.close()
})

const path = (more: string) => `/guilds/${server.guildId}${more}`
const rogue = () => server.app.as('rogue')
const owner = () => server.app.as('owner')
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let ahead = 0
/** The stopped clock's time (Unix ms), if it is stopped. */
let at: number | undefined

async function begin() {
  ahead = 0
  at = undefined
  server = await guardedServer({}, { now: () => at ?? Date.now() + ahead })
  // Somebody who may not see a channel may not put it back either.
  await owner().rest('PATCH', path(`/roles/${server.role('Palisade')}`), { permissions: '8' })
  await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
  const doomed = await server.make('channels', 6, 'doomed')
  const rooms = await server.make('channels', 5)
  const { id: archive } = await owner().rest<{ id: string }>('POST', path('/channels'), {
    name: 'archive',
    type: 4,
    permission_overwrites: [{ id: server.guildId, type: 0, deny: '1024', allow: '0' }],
  })
  const { id: emoji } = await owner().rest<{ id: string }>('POST', path('/emojis'), { name: 'smile', image: picture })
  await server.caughtUp()
  return { doomed, rooms, archive, emoji }
}

/** Discord lets one channel at a time change its category. */
async function putAway(who: Member, ids: readonly string[], archive: string): Promise<void> {
  for (const id of ids) await who.rest('PATCH', path('/channels'), [{ id, parent_id: archive, lock_permissions: true }])
}
const archived = (ids: readonly string[]) =>
  ids.map(id => {
    const channel = server.app.sandbox.context.world.channels.get(id)?.channel
    if (!channel || !('permission_overwrites' in channel)) return undefined
    return [channel.parent_id !== null, (channel.permission_overwrites ?? []).length > 0]
  })
const all = (ids: readonly string[], is: boolean) => ids.map(() => [is, is])
const rolesOf = async (emoji: string) =>
  (await owner().rest<{ roles: string[] }>('GET', path(`/emojis/${emoji}`))).roles

async function destroy(ids: readonly string[], who = rogue()) {
  await whileAllowed(ids.map(id => () => who.rest('DELETE', `/channels/${id}`)))
  await until('the recovery', () => recoveryOf(server.app.product.services, server.guildId, 1)?.state === 'done')
}

test.each([
  ['just before', 0],
  ['between', 1],
])('what was put away %s what somebody is named for is where it was, and the timeline says so', async (_, first) => {
  const { doomed, rooms, archive, emoji } = await begin()
  // What is shortly before stays so, however slow the machine is.
  at = Date.now()
  if (first > 0) await rogue().rest('DELETE', `/channels/${doomed[0]}`)
  await putAway(rogue(), rooms, archive)
  await rogue().rest('PATCH', path(`/emojis/${emoji}`), { roles: [server.role('Moderator')] })
  await server.caughtUp()
  expect(archived(rooms)).toEqual(all(rooms, true))
  await destroy(doomed.slice(first))
  expect(archived(rooms)).toEqual(all(rooms, false))
  expect(await rolesOf(emoji)).toEqual([])
  const told = eventsOf(server.app.product.services, { guildId: server.guildId, number: 1 })
  expect(told.flatMap(({ lane, parts }) => (lane === 'restore' ? [(parts as string[])[0]] : []))).toEqual(
    expect.arrayContaining([expect.stringContaining('moved into another category (5)')]),
  )
})

test.each([
  ['at once after it', 0, false],
  ['a while after it', 4000, false],
  ['when nobody waits for it any longer', 4000, true],
])(
  'what was put away before the ban and is told %s, is where it was, though no entry comes with it',
  async (_, lateBy, isGivenUp) => {
    const { doomed, rooms, archive } = await begin()
    server.set({ limits: { anti_channel: { minute: 5, hour: 5 } } })
    const { services } = server.app.product
    const recovery = () => recoveryOf(services, server.guildId, 1)
    // All of it is done before the bot hears of any, and everything after the last entry is late.
    const { context } = server.app.sandbox
    const pass = context.emit
    const held: Parameters<typeof pass>[0][] = []
    context.emit = dispatch => void held.push(dispatch)
    for (const id of doomed) await rogue().rest('DELETE', `/channels/${id}`)
    const untilEntries = held.length
    await putAway(rogue(), rooms, archive)
    context.emit = dispatch => void held.push(dispatch)
    at = Date.now()
    if (isGivenUp) overAtOnce(lateMs)
    else neverOver(lateMs)
    for (const dispatch of held.splice(0, untilEntries)) pass(dispatch)
    await until('the ban', () => server.isBanned(rogue().userId))
    // Once nobody waits any longer, it is over before the rest is reported.
    await until('the recovery', () => recovery() !== undefined && (!isGivenUp || recovery()?.state === 'done'))
    at += lateBy
    context.emit = pass
    for (const dispatch of held) pass(dispatch)
    await server.caughtUp()
    await until('the rooms to be where they were', () => archived(rooms).every(one => one?.every(is => !is)))
    await until('the recovery', () => recovery()?.state === 'done')
    expect(archived(rooms)).toEqual(all(rooms, false))
  },
)

test('what was put away long before, or again since, stays; so does what they could not have put away', async () => {
  const { doomed, rooms, archive, emoji } = await begin()
  const [long = '', again = ''] = rooms
  await putAway(owner(), [long], archive)
  await server.caughtUp()
  ahead += 60_000
  const { id } = await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Builders', permissions: '16' })
  const builder = server.app.as('member3')
  await owner().rest('PUT', path(`/members/${builder.userId}/roles/${id}`))
  await server.caughtUp()
  ahead += 60_000
  await builder.rest('DELETE', `/channels/${doomed[0]}`)
  await owner().rest('PATCH', path(`/emojis/${emoji}`), { roles: [server.role('Moderator')] })
  await putAway(owner(), [again], archive)
  await server.caughtUp()
  ahead += 20_000
  await owner().rest('PATCH', path('/channels'), [{ id: again, parent_id: null }])
  await server.caughtUp()
  await putAway(owner(), [again], archive)
  await server.caughtUp()
  ahead += 20_000
  await destroy(doomed.slice(1), builder)
  expect(archived([long, again])).toEqual(all([long, again], true))
  expect(await rolesOf(emoji)).toEqual([server.role('Moderator')])
})

test('channels that each take over what the attackers made of their category come back, too', async () => {
  const { doomed, rooms, archive } = await begin()
  const away = { type: 0, deny: '1024', allow: '0' }
  await owner().rest('DELETE', `/channels/${archive}/permissions/${server.guildId}`)
  for (const id of rooms) {
    await owner().rest('PATCH', path('/channels'), [{ id, parent_id: archive }])
    // Not in sync with it: changes of the category do not reach them.
    await owner().rest('PUT', `/channels/${id}/permissions/${server.role('Moderator')}`, { type: 0, allow: '2048' })
  }
  await server.caughtUp()
  at = Date.now() + 60_000
  await rogue().rest('DELETE', `/channels/${doomed[0]}`)
  await rogue().rest('PUT', `/channels/${archive}/permissions/${server.guildId}`, away)
  for (const id of rooms)
    await rogue().rest('PATCH', path('/channels'), [{ id, parent_id: archive, lock_permissions: true }])
  await server.caughtUp()
  const hidden = () =>
    rooms.filter(id => {
      const channel = server.app.sandbox.context.world.channels.get(id)?.channel
      return channel && JSON.stringify(channel).includes('"deny":"1024"')
    })
  expect(hidden()).toEqual(rooms)
  await destroy(doomed.slice(1))
  expect(hidden()).toEqual([])
})

test('a changed welcome screen is reported, and left to people', async () => {
  const { doomed } = await begin()
  const screen = (description: string) =>
    owner().rest('PATCH', path('/welcome-screen'), { enabled: true, description, welcome_channels: [] })
  await screen('Welcome to Tidewater')
  // Discord reports only the server: that is a reason to read what newcomers see.
  await owner().rest('PATCH', path(''), { afk_timeout: 900 })
  const { services } = server.app.product
  const known = () => latest(services, server.guildId, 'welcome', server.guildId)
  await until('the journal to know it', () => known()?.['description'] === 'Welcome to Tidewater')
  await screen('free nitro at evil.example')
  await destroy(doomed)
  const { report = [] } = recoveryOf(services, server.guildId, 1) ?? {}
  expect(report.filter(({ kind }) => kind === 'welcome')).toMatchObject([{ result: 'impossible' }])
  const { description } = await owner().rest<{ description: string }>('GET', path('/welcome-screen'))
  expect(description).toContain('evil')
})
