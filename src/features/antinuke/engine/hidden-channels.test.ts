// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { shareOf } from './membership.ts'
import { readRoster } from './read-roster.ts'

/** Channels that one person hides and shows again, and what is reported about them. */

let server: GuardedServer
let ahead = 0
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const rogue = () => server.app.as('rogue')
const owner = () => server.app.as('owner')
const view = '1024'
const set = (channel: string, role: string, bits: { allow: string; deny: string }) =>
  rogue().rest('PUT', `/channels/${channel}/permissions/${role}`, { type: 0, ...bits })
const later = (ms: number) => {
  ahead += ms
  server.app.sandbox.advance(ms)
}

test('showing a channel to one role takes back nothing that was hidden from another', async () => {
  server = await guardedServer({ autoRecovery: false })
  const newRole = async (name: string) =>
    (await owner().rest<{ id: string }>('POST', path('/roles'), { name, permissions: '0' })).id
  const [members, nobodys] = [await newRole('Member'), await newRole('Nobody')]
  server.oldMembers(95, members)
  server.oldMembers(5)
  const { services } = server.app.product
  readRoster(services, server.guildId)
  await until('the members to be read', () => shareOf(services, server.guildId, members) > 0.5)
  const rooms = await server.make('channels', 60)
  await server.caughtUp()
  for (const room of rooms) {
    await set(room, members, { allow: '0', deny: view }).catch(() => undefined)
    await set(room, nobodys, { allow: view, deny: '0' }).catch(() => undefined)
    await server.caughtUp()
  }
  expect(await until('the ban', () => server.isBanned(rogue().userId))).toBe(true)
})

test('the log channel hears once an hour about somebody who keeps hiding channels', async () => {
  ahead = 0
  server = await guardedServer({ autoRecovery: false }, { now: () => Date.now() + ahead })
  const log = server.app.channel('general')
  server.set({ logChannel: log, limits: { anti_channel: { minute: 1, hour: 20 } } })
  const categories: string[] = []
  for (let n = 0; n < 5; n += 1) {
    const { id } = await owner().rest<{ id: string }>('POST', path('/channels'), { name: `season ${n}`, type: 4 })
    const room = (k: number) => owner().rest('POST', path('/channels'), { name: `room ${n} ${k}`, parent_id: id })
    await Promise.all(Array.from({ length: 30 }, (_, k) => room(k)))
    categories.push(id)
  }
  await server.caughtUp()
  const told = () =>
    server.app.messages(log).filter(({ embeds }) => embeds.some(({ title }) => title === 'Many channels are hidden'))
  const hide = async (count: number) => {
    for (const id of categories.splice(0, count)) {
      await set(id, server.guildId, { allow: '0', deny: view })
      later(61_000)
    }
    await server.caughtUp()
  }
  await hide(2)
  await until('the message', () => told().length > 0)
  await hide(1)
  later(3_600_000)
  await hide(2)
  await until('the next message', () => told().length > 1)
  expect(told()).toHaveLength(2)
  expect(server.incidents()).toEqual([])
})
