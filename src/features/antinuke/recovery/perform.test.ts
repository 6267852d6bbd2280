import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { idMap } from './id-map.ts'
import { perform } from './perform.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('nothing is requested for a channel that Discord has reported as deleted', async () => {
  server = await guardedServer()
  const { app, guildId } = server
  const { services } = app.product
  const id = app.channel('woodwork')
  await app.as('owner').rest('DELETE', `/channels/${id}`)
  await server.caughtUp()
  const guild = services.client.guilds.cache.get(guildId)
  if (!guild) throw new Error('the server is gone')
  const from = app.sandbox.requests().length
  const place = { guild, ids: idMap(services, guildId), read: () => Promise.resolve(undefined) }
  const edit = { do: 'edit', kind: 'channel', id, body: { parent_id: null } } as const
  expect(await perform(services, edit, place, 'test')).toMatchObject({ is: 'refused', status: 404 })
  const asked = app.sandbox.requests().slice(from)
  expect(asked.filter(({ caller, method }) => caller === 'bot' && method === 'PATCH')).toEqual([])
})

test('somebody who gets roles back keeps one that Discord has not reported to the bot yet', async () => {
  server = await guardedServer()
  const { app, guildId } = server
  const { services } = app.product
  const owner = app.as('owner')
  const { userId } = app.as('member1')
  const guild = services.client.guilds.cache.get(guildId)
  if (!guild) throw new Error('the server is gone')
  // Longer than any test.
  app.sandbox.context.conditions.gatewayLagMs = 3_600_000
  const { id: fresh } = await owner.rest<{ id: string }>('POST', `/guilds/${guildId}/roles`, { name: 'Fresh' })
  await owner.rest('PUT', `/guilds/${guildId}/members/${userId}/roles/${fresh}`)
  const place = { guild, ids: idMap(services, guildId), read: () => Promise.resolve(undefined) }
  const act = { do: 'member' as const, id: userId, give: [server.role('Moderator')], take: [] }
  expect(await perform(services, act, place, 'test')).toEqual({ is: 'done' })
  expect(server.rolesOf(userId)).toEqual(expect.arrayContaining([fresh, server.role('Moderator')]))
})
