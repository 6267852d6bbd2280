import { channel } from 'node:diagnostics_channel'
import { afterEach, expect, test } from 'vitest'
import { whenPunishingIsExpected } from '#kernel/discord/lanes.ts'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('what stops somebody is made ready when something is seen that an entry should tell of', async () => {
  server = await guardedServer()
  const { app } = server
  const [channelId] = await server.make('channels', 1)
  await server.caughtUp()
  let times = 0
  whenPunishingIsExpected(app.product.services.client.rest, () => (times += 1))
  app.sandbox.context.conditions.auditLagMs = 3_600_000
  await app.as('rogue').rest('DELETE', `/channels/${channelId}`)
  await server.caughtUp()
  expect(times).toBe(1)
})

test('after a start the first sanction leaves by a connection that is open', async () => {
  server = await guardedServer({ limits: { anti_channel: { minute: 1, hour: 1 } }, autoRecovery: false })
  const { app } = server
  const sent: string[] = []
  // The library's HTTP client is another one.
  const note = (message: unknown) => {
    const { request } = message as { request: { method: string; path: string } }
    sent.push(`${request.method} ${request.path}`)
  }
  channel('http.client.request.created').subscribe(note)
  const [channelId] = await server.make('channels', 1)
  await server.caughtUp()
  await app.as('rogue').rest('DELETE', `/channels/${channelId}`)
  await server.settled()
  channel('http.client.request.created').unsubscribe(note)
  expect(sent).toEqual([`PUT /api/v10/guilds/${server.guildId}/bans/${app.as('rogue').userId}`])
})
