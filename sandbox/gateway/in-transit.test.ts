import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openWire } from '#test/sandbox/wire-world.ts'
import { until } from '#test/until.ts'
import { inTransit } from './in-transit.ts'

/** A connection that notes what arrives. */
function connection() {
  const arrived: string[] = []
  const socket = Object.assign(Object.create(WebSocket.prototype) as WebSocket, {
    send: (data: string) => void arrived.push(data),
    close: (code: number) => void arrived.push(`closed with ${code}`),
  })
  Object.defineProperty(socket, 'readyState', { value: WebSocket.OPEN })
  return { arrived, socket }
}

test('without a delay, frames arrive at once', () => {
  const { arrived, socket } = connection()
  inTransit(socket, () => 0).send('now')
  expect(arrived).toEqual(['now'])
})

test('no frame overtakes another, and the close overtakes none, whatever their delays', async () => {
  const { arrived, socket } = connection()
  const lags = [30, 0, 10, 0]
  const line = inTransit(socket, () => lags.shift() ?? 0)
  for (const frame of ['first', 'second', 'third']) line.send(frame)
  line.close(4000, 'dropped')
  expect(arrived).toEqual([])
  await until('the end', () => arrived.length === 4)
  expect(arrived).toEqual(['first', 'second', 'third', 'closed with 4000'])
})

test('the answer to a request may arrive before the events that it causes', async () => {
  const { sandbox, guildId, ask, take } = await openWire([Intent.Guilds])
  sandbox.context.conditions.gatewayLagMs = 3_600_000
  const { body } = await ask('bot', `POST /guilds/${guildId}/roles`, { body: { name: 'Potters' } })
  expect([body.name, take('GUILD_ROLE_CREATE')]).toEqual(['Potters', []])
})
