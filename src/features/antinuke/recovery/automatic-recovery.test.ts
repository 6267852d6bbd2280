// @module-tag long
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { afterEach, expect, test } from 'vitest'
import { eventsOf } from '../incidents/incidents.ts'
import { noteOf } from '../journal/notes.ts'
import { recoveryOf } from './progress.ts'

let server: GuardedServer
afterEach(() => server.app.close())

const minuteMs = 60_000

test('what is destroyed again and again is put back at longer and longer intervals, and then no more', async () => {
  let ahead = 0
  server = await guardedServer({}, { now: () => Date.now() + ahead })
  const { app, guildId } = server
  const { services } = app.product
  await until('the server to be known', () => noteOf(services, guildId, 'members') !== undefined)
  const above = await server.hire('Keeper')
  const rooms = await server.make('channels', 3, 'loop')
  await server.caughtUp()
  const there = () =>
    [...server.world().channelIds].filter(id =>
      app.sandbox.context.world.channels.get(id)?.channel.name?.startsWith('loop-'),
    )
  const later = async (ms: number) => {
    ahead += ms
    app.sandbox.advance(ms)
    await services.scheduler.tick()
  }
  const restored = () =>
    server
      .incidents()
      .flatMap(one => eventsOf(services, one))
      .flatMap(({ lane, parts }) => (lane === 'restore' ? [String((parts as unknown[])[0])] : []))
  const isIdle = () =>
    server.incidents().every(({ number }) => (recoveryOf(services, guildId, number)?.state ?? 'done') === 'done')
  const destroy = async () => {
    for (const id of there()) await above.rest('DELETE', `/channels/${id}`)
    await server.caughtUp()
  }
  await destroy()
  expect(rooms).toHaveLength(3)
  await until('all of it to be back', () => there().length === 3 && isIdle())
  expect(restored().filter(text => text.includes('once more'))).toEqual([])

  await later(31_000)
  const waits = [1, 2, 5, 10, 30]
  for (const [place, minutes] of waits.entries()) {
    await destroy()
    await until(`wait ${place}`, () => restored().filter(text => text.includes('once more')).length === place + 1)
    expect(there()).toEqual([])
    // After ten minutes of quiet it is another incident.
    for (let left = minutes; left > 0; left -= 5) await later(Math.min(left, 5) * minuteMs)
    await until(`round ${place} to be back`, () => there().length === 3 && isIdle())
  }
  await destroy()
  await until('it to give up', () => restored().some(text => text.includes('I have stopped putting it back')))
  await later(30 * minuteMs)
  await destroy()
  expect(there()).toEqual([])
})
