// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { isKnown } from '../journal/record.ts'

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
