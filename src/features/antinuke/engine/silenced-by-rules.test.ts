// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { latest } from '../journal/state-at.ts'

/** Discord's AutoMod, turned against everybody. */

let server: GuardedServer
afterEach(() => server.app.close())

const rules = () => `/guilds/${server.guildId}/auto-moderation/rules`
const block = [{ type: 1, metadata: {} }]
const timeout = [...block, { type: 3, metadata: { duration_seconds: 2_419_200 } }]

test('a rule that every message meets is everyday work until it times everybody out; then it goes, with whoever made it', async () => {
  server = await guardedServer()
  const rogue = server.app.as('rogue')
  const { id } = await rogue.rest<{ id: string }>('POST', rules(), {
    name: 'Words',
    event_type: 1,
    trigger_type: 1,
    trigger_metadata: { keyword_filter: ['*e*'] },
    actions: block,
    enabled: true,
  })
  const { services } = server.app.product
  await until('the rule to be known', () => latest(services, server.guildId, 'rule', id) !== undefined)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  await rogue.rest('PATCH', `${rules()}/${id}`, { actions: timeout })
  await until('the ban', () => server.isBanned(rogue.userId))
  await until('the rule to be gone', () => !server.world().autoModerationRules.has(id))
  expect(server.incidents()).toMatchObject([{ actorId: rogue.userId, module: 'anti_guild_update' }])
})

test('everyday: rules against words, links and shouting, which time out for a day', async () => {
  server = await guardedServer()
  const make = (name: string, trigger_metadata: object) =>
    server.app.as('rogue').rest('POST', rules(), {
      name,
      event_type: 1,
      trigger_type: 1,
      trigger_metadata,
      actions: timeout,
      enabled: true,
    })
  await make('Coins', { keyword_filter: ['*coin*', 'crypto*'] })
  await make('Links and shouting', { regex_patterns: ['https?://.*', '[A-Z]{20,}'] })
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})
