// @module-tag long
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { until } from '#test/until.ts'
import { afterEach, expect, test } from 'vitest'
import { eventsOf } from '../incidents/incidents.ts'
import { noteOf } from '../journal/notes.ts'
import { recoveryOf } from './progress.ts'

let server: GuardedServer
afterEach(() => server.app.close())

const minuteMs = 60_000

const services = () => server.app.product.services
const there = () =>
  [...server.world().channelIds].filter(id =>
    server.app.sandbox.context.world.channels.get(id)?.channel.name?.startsWith('loop-'),
  )
const isIdle = () =>
  server.incidents().every(({ number }) => (recoveryOf(services(), server.guildId, number)?.state ?? 'done') === 'done')
/** What is reported about putting things back. */
const restored = () =>
  server
    .incidents()
    .flatMap(one => eventsOf(services(), one))
    .flatMap(({ lane, parts }) => (lane === 'restore' ? [String((parts as unknown[])[0])] : []))
async function destroy(by: Member): Promise<void> {
  for (const id of there()) await by.rest('DELETE', `/channels/${id}`)
  await server.caughtUp()
}

test('what keeps being destroyed is put back at longer and longer intervals, and then no more', async () => {
  let ahead = 0
  server = await guardedServer({}, { now: () => Date.now() + ahead })
  const { app, guildId } = server
  await until('the server to be known', () => noteOf(services(), guildId, 'members') !== undefined)
  const above = await server.hire('Keeper')
  const rooms = await server.make('channels', 3, 'loop')
  await server.caughtUp()
  const later = async (ms: number) => {
    ahead += ms
    app.sandbox.advance(ms)
    await services().scheduler.tick()
  }
  await destroy(above)
  expect(rooms).toHaveLength(3)
  await until('all of it to be back', () => there().length === 3 && isIdle())
  expect(restored().filter(text => text.includes('once more'))).toEqual([])

  await later(31_000)
  const waits = [1, 2, 5, 10, 30]
  for (const [place, minutes] of waits.entries()) {
    await destroy(above)
    await until(`wait ${place}`, () => restored().filter(text => text.includes('once more')).length === place + 1)
    expect(there()).toEqual([])
    // After ten minutes of quiet it is another incident.
    for (let left = minutes; left > 0; left -= 5) await later(Math.min(left, 5) * minuteMs)
    await until(`round ${place} to be back`, () => there().length === 3 && isIdle())
  }
  await destroy(above)
  await until('it to give up', () => restored().some(text => text.includes('I have stopped putting it back')))
  await later(30 * minuteMs)
  await destroy(above)
  expect(there()).toEqual([])
})

test('what a clock that was ahead has begun is neither the first blow nor a reason to wait longer once it is right', async () => {
  let ahead = 0
  server = await guardedServer({}, { now: () => Date.now() + ahead })
  const { app, guildId } = server
  await until('the server to be known', () => noteOf(services(), guildId, 'members') !== undefined)
  const above = await server.hire('Keeper')
  await server.make('channels', 3, 'loop')
  await server.caughtUp()
  const waits = () =>
    restored()
      .flatMap(text => /once more in .+/.exec(text) ?? [])
      .map(String)
  // An object that young is nobody's loss.
  app.sandbox.advance(minuteMs)
  ahead = 30 * 24 * 60 * minuteMs
  await destroy(above)
  await until('all of it to be back', () => there().length === 3 && isIdle())
  ahead += 31_000
  app.sandbox.advance(31_000)
  await destroy(above)
  await until('a wait', () => waits().length > 0)
  for (let left = 10; left > 0; left -= 2) {
    ahead += 2 * minuteMs
    app.sandbox.advance(2 * minuteMs)
    await services().scheduler.tick()
  }
  await until('all of it to be back again', () => there().length === 3 && isIdle())
  const before = waits()

  ahead = 0
  await destroy(above)
  await until('another one', () => waits().length > before.length || (there().length === 3 && isIdle()))
  expect(waits().toSorted()).toEqual([...before, 'once more in a minute.'].toSorted())
})
