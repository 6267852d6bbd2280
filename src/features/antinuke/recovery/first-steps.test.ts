// @module-tag long
import { afterEach, expect, test, vi } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { whenStopped } from '../engine/punish/settled.ts'
import { noteBegun, untilBegun } from './first-steps.ts'
import { recoveryOf } from './progress.ts'
import { change, insert } from './store.ts'

let server: GuardedServer
afterEach(() => server.app.close())

/** No test is so slow. */
const neverMs = 3_600_000

test('what can wait goes on once the first steps have left, or after a second; at once where nothing is put back', async () => {
  server = await guardedServer()
  const { guildId } = server
  const { services } = server.app.product
  await untilBegun(services, guildId, neverMs)
  // It is written down, and nobody goes on with it.
  const recovery = insert(services, guildId, null)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const done: string[] = []
    const wait = (what: string) => untilBegun(services, guildId).then(() => void done.push(what))
    const first = wait('first')
    await Promise.resolve()
    expect(done).toEqual([])
    noteBegun(services, guildId)
    await first
    const second = wait('second')
    await vi.advanceTimersByTimeAsync(999)
    expect(done).toEqual(['first'])
    await vi.advanceTimersByTimeAsync(1)
    await second
  } finally {
    vi.useRealTimers()
  }
  change(services, recovery, { state: 'stopped' })
  await untilBegun(services, guildId, neverMs)
})

test('while a server is put back, it says when its first channels have left', async () => {
  server = await guardedServer()
  const { app, guildId } = server
  const { services } = app.product
  const rooms = await server.make('channels', 6, 'room')
  await server.caughtUp()
  const waits: Promise<void>[] = []
  // Called before anything is put back: whoever waits then is told by the steps alone.
  whenStopped(services, async its => void waits.push(untilBegun(its, guildId, neverMs)))
  const from = app.sandbox.requests().length
  await whileAllowed(rooms.map(id => () => app.as('rogue').rest('DELETE', `/channels/${id}`)))
  await until('somebody to wait', () => waits.length > 0)
  await Promise.all(waits)
  const asked = app.sandbox.requests().slice(from)
  expect(
    asked.some(
      ({ caller, method, path }) => caller === 'bot' && method === 'POST' && path === `/guilds/${guildId}/channels`,
    ),
  ).toBe(true)
  await until('the recovery', () => recoveryOf(services, guildId, 1)?.state === 'done')
})
