import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Client, type RateLimitData, RateLimitError, REST, type RESTOptions } from 'discord.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '#test/until.ts'
import { expectPunishing, inAnyOrder, inLane, waitOf } from './lanes.ts'
import { spreadOverInstances, closeSpareConnection } from './rest-instances.ts'
import { sendAtOnce } from './send-at-once.ts'
import { sendInLanes } from './send-in-lanes.ts'
import { keepSpare } from './spare-connection.ts'

let connections: Socket[] = []
let asked: { url: string; connection: number; body: string; reason: string | undefined }[] = []
/** Whether the connection of a request breaks instead of answering it. */
let breaks: (request: IncomingMessage) => boolean = () => false
/** The status of the answer. */
let status: (request: IncomingMessage) => number | Promise<number> = () => 200
const json = { 'content-type': 'application/json' }
let headers: Record<string, string> = json
const server = createServer((request, response) => {
  let body = ''
  request.on('data', piece => (body += String(piece)))
  request.on('end', () => {
    const reason = request.headers['x-audit-log-reason']
    const connection = connections.indexOf(request.socket)
    asked.push({ url: `${request.method} ${request.url}`, connection, body, reason: reason?.toString() })
    if (breaks(request)) request.socket.destroy()
    else void answer(request, response)
  })
})
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(await status(request), headers).end('{"done":true}')
}
server.on('connection', socket => connections.push(socket))

let address: URL
beforeEach(async () => {
  connections = []
  asked = []
  breaks = () => false
  status = () => 200
  headers = json
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`)
})
afterEach(async () => {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
})

const ready = async (spare: { take(): Socket | undefined }) =>
  until('a connection', () => connections.length > 0 && spare.take())

/** The parts of a client that send requests. */
function clientOf(options: Partial<RESTOptions> = {}): Client {
  const client = { rest: new REST({ api: address.href, ...options }), token: 'a.b.c' } as unknown as Client
  spreadOverInstances(client)
  return client
}
const punish = (client: Client) =>
  inLane('punish', () =>
    inAnyOrder(() => client.rest.put('/guilds/1/bans/2', { body: { delete_message_seconds: 0 }, reason: 'a reason' })),
  )
const expected = { url: 'PUT /api/v10/guilds/1/bans/2', body: '{"delete_message_seconds":0}', reason: 'a%20reason' }

test("a request's bytes leave in the same turn of the event loop", async () => {
  const spare = keepSpare(address)
  spare.expect()
  const socket = await ready(spare)
  const answer = sendAtOnce(socket, `${address.href}/here?now`, { method: 'DELETE', headers: { some: 'thing' } })
  await new Promise<void>(resolve => process.nextTick(resolve))
  expect(socket.bytesWritten).toBeGreaterThan(0)
  const { ok, status, headers, json } = await answer
  expect([ok, status, headers.get('Content-Type'), headers.has('none')]).toEqual([true, 200, 'application/json', false])
  expect(await json()).toEqual({ done: true })
  expect(asked).toMatchObject([{ url: 'DELETE /api/here?now', connection: 0 }])
  spare.close()
})

test('one connection is kept ready, replaced when it is taken or breaks, and closed in the end', async () => {
  const spare = keepSpare(address)
  expect(spare.take()).toBeUndefined()
  for (let time = 0; time < 3; time += 1) spare.expect()
  const taken = await ready(spare)
  expect(connections).toHaveLength(1)
  taken.destroy()
  await until('the next one', () => connections.length === 2)
  // A connection that the other side has closed is not used.
  connections[1]?.end()
  await until('it to be gone', () => connections[1]?.closed)
  expect(spare.take()).toBeUndefined()
  spare.expect()
  await until('a third one', () => connections.length === 3)
  spare.close()
  await until('it to be closed', () => connections[2]?.closed)
  expect(spare.take()).toBeUndefined()
})

test('a sanction leaves on the open connection, which is not used twice', async () => {
  const client = clientOf()
  expectPunishing(client)
  await until('a connection', () => connections.length === 1)
  expect(await punish(client)).toEqual({ done: true })
  expect(asked).toEqual([{ ...expected, connection: 0 }])
  await until('the next one', () => connections.length === 2)
  expect(await punish(client)).toEqual({ done: true })
  expect(asked[1]).toEqual({ ...expected, connection: 1 })
  closeSpareConnection(client)
})

test('when the connection breaks, the sanction leaves on another one at once', async () => {
  const client = clientOf()
  breaks = ({ socket }) => socket === connections[0]
  expectPunishing(client)
  await until('a connection', () => connections.length === 1)
  expect(await punish(client)).toEqual({ done: true })
  expect(asked.map(({ connection }) => connection === 0)).toEqual([true, false])
  closeSpareConnection(client)
})

test('requests sent on it are counted, also when they are sent again on another one', async () => {
  const client = clientOf()
  const { left } = sendInLanes(client.rest)
  breaks = ({ socket }) => socket === connections[0]
  expectPunishing(client)
  await until('a connection', () => connections.length === 1)
  expect(await punish(client)).toEqual({ done: true })
  expect([asked.length, left('punish').requests]).toEqual([2, 2])
  closeSpareConnection(client)
})

test('a sanction that Cloudflare refuses for an hour is tried again after a minute', async () => {
  const told: RateLimitData[] = []
  const client = clientOf({ rejectOnRateLimit: limit => told.push(limit) > 0 })
  sendInLanes(client.rest)
  status = () => 429
  headers = { 'retry-after': '3600', 'content-type': 'text/plain' }
  expectPunishing(client)
  await until('a connection', () => connections.length === 1)
  await expect(punish(client)).rejects.toThrow(RateLimitError)
  expect(asked.map(({ connection }) => connection)).toEqual([0])
  expect(told.map(limit => Math.floor(waitOf(limit) / 1000))).toEqual([60])
  closeSpareConnection(client)
})

test('a request that is sent again waits for its turn and leaves on an ordinary connection', async () => {
  const client = clientOf()
  const { left } = sendInLanes(client.rest)
  status = async ({ socket }) => {
    if (socket !== connections[0]) return 200
    await until('the next one', () => connections.length === 2)
    return 502
  }
  expectPunishing(client)
  await until('a connection', () => connections.length === 1)
  expect(await punish(client)).toEqual({ done: true })
  expect(asked.map(({ connection }) => connection)).toEqual([0, 2])
  expect(left('punish').requests).toBe(2)
  closeSpareConnection(client)
})

test('other requests leave on ordinary connections', async () => {
  const client = clientOf()
  expectPunishing(client)
  await until('a connection', () => connections.length === 1)
  await inAnyOrder(() => client.rest.put('/guilds/1/bans/2'))
  expect(asked).toMatchObject([{ connection: 1 }])
  closeSpareConnection(client)
})
