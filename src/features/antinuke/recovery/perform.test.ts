import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { idMap } from './id-map.ts'
import { perform } from './perform.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('a channel that Discord has told to be gone is not asked for', async () => {
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
