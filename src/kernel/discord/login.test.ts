// @module-tag long
import { Client, GatewayIntentBits } from 'discord.js'
import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { freePort } from '#sandbox/demo/ports.ts'
import { until } from '#test/until.ts'
import { createWatchedSandbox } from '#test/watched-sandbox.ts'
import { createLog } from '../log.ts'
import { watchGateway } from './gateway-watch.ts'
import { closedForGood, lackingIntents, login } from './login.ts'

test('missing intents are named as in the developer portal', () => {
  expect(lackingIntents(0)).toEqual(['Server Members Intent', 'Message Content Intent'])
  expect(lackingIntents((1 << 15) | (1 << 19))).toEqual([])
  expect(lackingIntents(1 << 14)).toEqual(['Message Content Intent'])
})

test('each fatal close code has its own sentence and exit code', () => {
  expect(closedForGood(4004)).toMatchObject({ exitCode: 3, message: expect.stringContaining('DISCORD_TOKEN') })
  expect(closedForGood(4014, ['Message Content Intent'])).toMatchObject({
    exitCode: 4,
    message: expect.stringContaining('Switch on Message Content Intent at https://discord.com/developers'),
  })
  expect(closedForGood(4011)).toMatchObject({ exitCode: 2, message: expect.stringContaining('SHARDS=auto') })
  expect(closedForGood(4012)).toMatchObject({ exitCode: 5 })
})

interface Place {
  address: string
  close(): void
  /** Resolves once somebody has connected. */
  met?: Promise<void>
}

async function listening(server: Server, close: () => void = () => void server.close()): Promise<Place> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return { address: `ws://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`, close }
}

/** Starts a server that accepts connections and never sends anything. */
async function silence(): Promise<Place> {
  const held = new Set<Socket>()
  const { promise: met, resolve } = Promise.withResolvers<void>()
  const server = createServer(socket => {
    held.add(socket.on('error', () => {}))
    resolve()
  })
  const place = await listening(server, () => {
    server.close()
    for (const socket of held) socket.destroy()
  })
  return { ...place, met }
}

const nowhere = (address: string): Place => ({ address, close: () => {} })
const wrong = () => listening(createHttpServer((_request, answer) => answer.writeHead(404).end()))

/** Long enough for any server that answers, on any machine. */
const longMs = 60_000

test.each<[string, () => Place | Promise<Place>, string]>([
  ['answers every request with 404', wrong, '404'],
  ['is an address where nobody listens', async () => nowhere(`ws://127.0.0.1:${await freePort(0)}/`), 'ECONNREFUSED'],
  ['has a name that nobody knows', () => nowhere('ws://no-such-host.invalid/'), 'E'],
  ['accepts connections and stays silent', silence, 'no answer'],
])('a gateway that %s is told from the API that answers, with the cause', async (_what, find, cause) => {
  const sandbox = await createWatchedSandbox()
  const { address, close, met } = await find()
  sandbox.context.conditions.gatewayAddress = address
  const watch = watchGateway(createLog('silent', []), longMs)
  const later = globalThis.setTimeout
  let giveUp = () => {}
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation((work: () => void, ms?: number) => {
    if (ms === longMs) giveUp = work
    return later(work, ms)
  })
  const { promise: managed, resolve: isManaged } = Promise.withResolvers<Parameters<typeof watch.buildStrategy>[0]>()
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: sandbox.api },
    ws: {
      buildStrategy(manager) {
        isManaged(manager)
        return watch.buildStrategy(manager)
      },
    },
  })
  try {
    const signedIn = login(client, applicationOf(sandbox).token, sandbox.api, watch, met ? 300 : longMs)
    await met
    if (met) giveUp()
    const failure = await signedIn.catch((error: unknown) => error)
    expect(failure).toMatchObject({ exitCode: 5, message: expect.stringContaining(`its gateway at ${address}`) })
    expect(failure).toMatchObject({ message: expect.stringContaining(cause) })
  } finally {
    // A client that is destroyed while it still connects throws the error with which the connection ends.
    const manager = await managed
    timers.mockRestore()
    const isOver = met === undefined || new Promise(done => manager.once('closed', done))
    close()
    await isOver
    await client.destroy()
    await sandbox.close()
  }
})

test('a client that is stopped between two connection attempts does not reconnect', async () => {
  const sandbox = await createWatchedSandbox()
  const { address, close } = await wrong()
  sandbox.context.conditions.gatewayAddress = address
  const watch = watchGateway(createLog('silent', []), longMs)
  let attempts = 0
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: sandbox.api },
    ws: {
      buildStrategy(manager) {
        const strategy = watch.buildStrategy(manager)
        const { retrieveSessionInfo } = manager.options
        manager.options.retrieveSessionInfo = shardId => {
          attempts += 1
          return retrieveSessionInfo(shardId)
        }
        return strategy
      },
    },
  })
  const connections: string[] = []
  const note = (message: unknown) => {
    const { request } = message as { request: { host: string; path: string } }
    if (request.path.startsWith('/?v=')) connections.push(request.host)
  }
  channel('http.client.request.created').subscribe(note)
  onTestFinished(async () => {
    channel('http.client.request.created').unsubscribe(note)
    close()
    await sandbox.close()
  })
  await expect(login(client, applicationOf(sandbox).token, sandbox.api, watch)).rejects.toThrow('its gateway at')
  await client.destroy()
  const [before, made] = [attempts, connections.length]
  expect(made).toBeGreaterThan(0)
  await until('the library to try again', () => attempts > before)
  expect(connections).toHaveLength(made)
})
