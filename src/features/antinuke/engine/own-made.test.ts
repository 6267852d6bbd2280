// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'

/** Deleting what one has just made counts nothing, but it does not allow deleting anything else. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const minute = 61_000

type Do = (method: string, path: string, body?: unknown) => Promise<{ id?: string } | undefined>
const asRogue: Do = (...request) => server.app.as('rogue').rest(...request)
const asTally: Do = async (...request) => {
  const answer = await server.asBot('Tally').rest(...request)
  if (!answer.ok) throw new Error('refused')
  return answer.status === 204 ? undefined : answer.json()
}

const stopped = async (userId: string, work: readonly (() => Promise<unknown>)[]) => {
  for (const one of work) {
    if (server.isBanned(userId)) break
    await one().catch(() => undefined)
    await server.caughtUp()
  }
  expect(await until('the ban', () => server.isBanned(userId))).toBe(true)
}

test.each([
  ['a person', 1, minute],
  ['a bot over an hour', 3, 65 * minute],
])('what %s made does not allow more deletions', async (who, rounds, pause) => {
  server = await guardedServer({ autoRecovery: false })
  const act = who === 'a person' ? asRogue : asTally
  const userId = who === 'a person' ? server.app.as('rogue').userId : server.asBot('Tally').userId
  await server.app.as('owner').rest('PUT', path(`/members/${userId}/roles/${server.role('Admin')}`))
  const rooms = await server.make('channels', 8)
  const made: string[] = []
  for (let round = 0; round < rounds; round++) {
    for (let place = 0; place < 60; place++)
      made.push((await act('POST', path('/channels'), { name: `mine-${round}-${place}` }))?.id ?? '')
    server.app.sandbox.advance(minute)
  }
  await server.caughtUp()
  server.app.sandbox.advance(pause)
  for (const id of made) await act('DELETE', `/channels/${id}`)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  await stopped(
    userId,
    rooms.map(id => () => act('DELETE', `/channels/${id}`)),
  )
  expect(rooms.filter(id => server.world().channelIds.has(id)).length).toBeGreaterThanOrEqual(4)
})
