import { channel } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { renameId } from '#kernel/guilds/rename-id.ts'
import { until } from '#test/until.ts'
import { afterRequests } from '#kit/after-requests.ts'
import { tables as incidents } from '../incidents/table.ts'
import { postponeReading } from '../journal/read-soon.ts'
import { rehearseRecovery } from '../recovery/rehearsal.ts'
import { deletionOf, rehearse, startRehearsing, stopRehearsing } from './rehearsal.ts'
import { tables as engine } from './table.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('a rehearsal goes as far as the request, and nothing of it stays or is sent', async () => {
  server = await guardedServer()
  const { services } = server.app.product
  const { sandbox } = server.app
  const stored = () => Object.values({ ...engine, ...incidents }).map(({ table }) => services.db.$count(table))
  // The bot is doing other things, too.
  const sent = () => sandbox.requests().filter(({ path }) => path.startsWith('/guilds/0/')).length
  const before = [await Promise.all(stored()), sent()]
  // A shutdown would wait for answers that never come.
  const waitedFor: Promise<unknown>[] = []
  const listening = { ...services, background: (running: Promise<unknown>) => void waitedFor.push(running) }
  for (let round = 0; round < 3; round += 1) expect(rehearse(listening)).toBe(1)
  // What is noted for the timeline comes later.
  await new Promise<void>(resolve => void afterRequests(resolve))
  expect([await Promise.all(stored()), sent()]).toEqual(before)
  expect(waitedFor).toEqual([])
})

test('writing the new id of a channel everywhere is prepared by a rehearsal, so that the first one that comes back does not wait for it', async () => {
  server = await guardedServer()
  const { services } = server.app.product
  rehearse(services)
  const prepare = vi.spyOn(services.db.$client, 'prepare')
  const by = { userId: null, via: 'test' }
  renameId(services, server.guildId, { from: server.app.channel('woodwork'), to: '5' }, by)
  expect(prepare.mock.calls.filter(([sql]) => /^update|^select exists/i.test(sql))).toEqual([])
})

test('the path of a sanction is rehearsed, too, from its lane to its bytes, and no connection is opened for it', async () => {
  server = await guardedServer()
  const { services } = server.app.product
  const requests = channel('http.client.request.created')
  const sent: ClientRequest[] = []
  const noteRequest = (about: unknown) => {
    const { request } = about as { request: ClientRequest }
    if (request.host === 'localhost' && request.path.includes('/bans/')) sent.push(request)
  }
  requests.subscribe(noteRequest)
  startRehearsing(services)
  const request = await until('a rehearsal', () => sent[0])
  stopRehearsing(services)
  requests.unsubscribe(noteRequest)
  await until('a connection', () => request.socket)
  expect(request.method).toBe('PUT')
  expect(request.socket).not.toBeInstanceOf(Socket)
})

test('nothing is rehearsed while a server is attacked, as that server needs the processor', async () => {
  server = await guardedServer()
  const { services } = server.app.product
  stopRehearsing(services)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    // Of a server that does not exist, whose memory ends with each rehearsal.
    const forgotten = vi.spyOn(services.memory, 'forgetGuild')
    const [attackedMs, minuteMs] = [9900, 60_000]
    postponeReading(services, server.guildId)
    startRehearsing(services)
    expect(await rehearseRecovery(services, 3)).toEqual([])
    await vi.advanceTimersByTimeAsync(attackedMs)
    expect(forgotten.mock.calls).toEqual([])
    await vi.advanceTimersByTimeAsync(minuteMs)
    expect(forgotten.mock.calls[0]).toEqual(['0'])
    stopRehearsing(services)
  } finally {
    vi.useRealTimers()
  }
})

test('no order of fields is the usual one: code that has seen only one would be compiled again for the first real entry', () => {
  /** Compilers go by the order of fields, and by none once there are more than four of them. */
  const most = 4
  const entries = Array.from({ length: 12 }, (_, place) => deletionOf(place, 1_700_000_000_000, '1'))
  const orders = (all: readonly object[]) => new Set(all.map(one => Object.keys(one).join())).size
  expect(orders(entries)).toBeGreaterThan(most)
  expect(orders(entries.flatMap(({ changes }) => changes ?? []))).toBeGreaterThan(most)
})
