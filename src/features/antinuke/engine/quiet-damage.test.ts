import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'

/** Damage that deletes nothing. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const rogue = () => server.app.as('rogue')
const owner = () => server.app.as('owner')
const hide = (id: string) =>
  rogue().rest('PUT', `/channels/${id}/permissions/${server.guildId}`, { type: 0, allow: '0', deny: '1024' })

const stopped = () => until('the ban', () => server.isBanned(rogue().userId))
/** Does one thing after the other until they are stopped. @returns how many were done */
async function each(ids: readonly string[], work: (id: string, place: number) => Promise<unknown>): Promise<number> {
  for (const [place, id] of ids.entries()) {
    await work(id, place).catch(() => undefined)
    await server.caughtUp()
    if (server.incidents().length > 0) return place + 1
  }
  return ids.length
}

test('whoever renames and hides all channels is stopped; a season put away is everyday work', async () => {
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

test('whoever takes all teams their power is stopped; six roles tidied up are everyday work', async () => {
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
