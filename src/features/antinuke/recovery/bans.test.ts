// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { isKnown } from '../journal/record.ts'
import { recoveryOf } from './progress.ts'

let server: GuardedServer
afterEach(() => server.app.close())

test('everybody whom a bulk ban banned is unbanned, in whatever order Discord reports them', async () => {
  server = await guardedServer({}, { sandbox: { conditions: { bulkBanExecutors: 'shown' } } })
  const { app, guildId } = server
  const people = server.oldMembers(60)
  await until('the members to be known', () => isKnown(app.product.services, guildId, 'member'))
  app.sandbox.context.conditions.auditTrouble.jitterMs = 400
  await app.as('rogue').rest('POST', `/guilds/${guildId}/bulk-ban`, { user_ids: people })
  await server.settled()
  await until('the bans to be lifted', () => people.every(id => !server.isBanned(id)))
  expect(server.isMember(app.as('rogue').userId)).toBe(false)
})

test('the cases of bans and timeouts that were lifted are no longer in force; those of others are', async () => {
  server = await guardedServer()
  const { app, guildId } = server
  const rogue = await server.hire('Admin')
  const [other = '', timedOut = '', ...people] = server.oldMembers(9)
  await until('the members to be known', () => isKnown(app.product.services, guildId, 'member'))
  await app.as('owner').rest('PUT', `/guilds/${guildId}/bans/${other}`)
  const until20Days = new Date(Date.now() + 20 * 86_400_000).toISOString()
  await rogue.rest('PATCH', `/guilds/${guildId}/members/${timedOut}`, { communication_disabled_until: until20Days })
  await whileAllowed(people.map(id => () => rogue.rest('PUT', `/guilds/${guildId}/bans/${id}`)))
  await server.settled()
  await until('the recovery', () => recoveryOf(app.product.services, guildId, 1)?.state === 'done')
  const query = 'SELECT target_id FROM moderation_cases WHERE active = 1 ORDER BY number'
  const inForce = app.product.services.db.$client.prepare(query).pluck().all()
  expect(inForce).toEqual([other, rogue.userId])
})
