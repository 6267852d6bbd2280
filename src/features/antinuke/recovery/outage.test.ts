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

test('the page says that putting back waits for Discord, and it goes on soon after a long outage', async () => {
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
  await server.settled()
  const waits = () => recovery()?.problem === 'Discord is not taking my requests right now.'
  await until('it to wait', waits)
  for (let minutes = 0; minutes < 60; minutes += 1) await pass(60_000)
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
