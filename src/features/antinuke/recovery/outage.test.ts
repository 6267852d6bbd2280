// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import type { IncidentReport } from '../incidents/contract.ts'
import { lastRecoveryOf } from './store.ts'

let server: GuardedServer
let ahead = 0
afterEach(() => server.app.close())

const pass = async (ms: number) => {
  ahead += ms
  await server.app.product.services.scheduler.tick()
}

/** An attack during which Discord stops saying which channels there are, so that putting back cannot begin. */
async function attackInOutage() {
  server = await guardedServer({}, { now: () => Date.now() + ahead })
  const { app, guildId } = server
  const recovery = () => lastRecoveryOf(app.product.services, guildId, 1)
  const rogue = await server.hire('Admin')
  const rooms = await server.make('channels', 6)
  await server.caughtUp()
  app.sandbox.context.conditions.failNext = { count: 100_000, status: 503, route: 'GET /guilds/:guild_id/channels' }
  await whileAllowed([
    () => rogue.rest('POST', `/guilds/${guildId}/channels`, { name: 'raided' }),
    ...rooms.map(id => () => rogue.rest('DELETE', `/channels/${id}`)),
  ])
  return { app, guildId, recovery }
}

test.each([
  ['does not answer', false],
  ['does not show the server', true],
])('the page says that putting back waits while Discord %s, and it goes on soon after', async (_how, isHidden) => {
  const { app, guildId, recovery } = await attackInOutage()
  await server.settled()
  const waits = () => recovery()?.problem === 'Discord is not taking my requests right now.'
  await until('it to wait', waits)
  const there = app.product.services.client.guilds.cache.get(guildId)
  if (!there) throw new Error('the server is there')
  there.available = !isHidden
  for (let minutes = 0; minutes < 60; minutes += 1) await pass(60_000)
  const inMs = (recovery()?.waitsUntil ?? 0) - ahead - Date.now()
  expect([inMs > 0, inMs <= 15_000]).toEqual([true, true])
  there.available = true
  const owner = await app.signIn('owner')
  const shown = async () =>
    ((await owner.call('GET', `/api/guild/${guildId}/antinuke/incidents/1`)).body as IncidentReport).recovery
  expect(await shown()).toMatchObject({ problem: 'Discord is not taking my requests right now.' })
  app.sandbox.context.conditions.failNext = undefined
  await pass(20_000)
  await until('the recovery to be over', async () => {
    await pass(1000)
    return recovery()?.state === 'done'
  })
  expect(await shown()).toMatchObject({ state: 'done', problem: null, waitsUntil: null })
})

test('after half a day of trying again, the page no longer says when', async () => {
  const { recovery } = await attackInOutage()
  await until('it to wait', () => recovery()?.waitsUntil)
  await pass(13 * 3_600_000)
  await until('its patience to be over', async () => {
    await pass(60_000)
    return recovery()?.waitsUntil === null
  })
  expect(recovery()).toMatchObject({ state: 'planning', problem: 'Discord is not taking my requests right now.' })
})
