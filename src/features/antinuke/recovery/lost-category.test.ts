// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { noteOf } from '../journal/notes.ts'
import { recoveryOf } from './progress.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('channels go back to a category that somebody unknown deleted, even if @everyone, which they name, was changed', async () => {
  server = await guardedServer()
  const { app, guildId } = server
  const { services } = app.product
  const owner = app.as('owner')
  const make = async (body: object) =>
    (await owner.rest<{ id: string }>('POST', `/guilds/${guildId}/channels`, body)).id
  const category = await make({ name: 'wing', type: 4 })
  const permission_overwrites = [{ id: guildId, type: 0, allow: '0', deny: '2048' }]
  const rooms: string[] = []
  for (const name of ['hall', 'loft']) rooms.push(await make({ name, parent_id: category, permission_overwrites }))
  const doomed = await server.make('channels', 5, 'doomed')
  await server.caughtUp()
  const isKnown = () => noteOf(services, guildId, 'webhooks') !== undefined && !noteOf(services, guildId, 'gap')
  await until('the server to be known', isKnown)
  const rogue = app.as('rogue')
  app.sandbox.context.conditions.auditExecutors = 'null'
  await rogue.rest('DELETE', `/channels/${category}`)
  await rogue.rest('PATCH', `/guilds/${guildId}`, { name: 'pwned' })
  for (const id of doomed) await rogue.rest('DELETE', `/channels/${id}`)
  await until('the recovery', () => recoveryOf(services, guildId, 1)?.state === 'done')
  const { channels } = app.sandbox.context.world
  const nameOf = (id: string | null | undefined) => (id ? channels.get(id)?.channel.name : undefined)
  const parents = rooms.map(id => {
    const channel = channels.get(id)?.channel
    return channel && 'parent_id' in channel ? nameOf(channel.parent_id) : undefined
  })
  expect(parents).toEqual(['wing', 'wing'])
})
