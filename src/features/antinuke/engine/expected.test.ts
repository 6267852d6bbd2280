import { channel } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { whenPunishingIsExpected } from '#kernel/discord/lanes.ts'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('what stops somebody is made ready when something is seen that an entry should explain', async () => {
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

test('after a start, a connection is open on which nothing has been sent yet, for the first sanction', async () => {
  const opened: Socket[] = []
  const note = (message: unknown) => void opened.push((message as { socket: Socket }).socket)
  channel('net.client.socket').subscribe(note)
  onTestFinished(() => {
    channel('net.client.socket').unsubscribe(note)
  })
  server = await guardedServer()
  const silent = await until('a connection', () =>
    opened.find(one => !one.connecting && one.bytesWritten === 0 && one.bytesRead === 0),
  )
  expect(silent.destroyed).toBe(false)
})
