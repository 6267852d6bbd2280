// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { defaultConditions } from '#sandbox/conditions.ts'
import { type GuardedServer, guardedServer, missed, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import antinuke from '../contract.ts'
import { sanctionTimer } from '../engine/punish/carry-out.ts'
import { sanctionsOf } from '../engine/punish/sanctions.ts'
import { cursorNow } from '../journal/state-at.ts'
import { runningIn } from '../recovery/store.ts'
import { restore } from '../time-machine/restore.ts'

/** What is under way while somebody says that the first incident was meant. */

let server: GuardedServer
afterEach(() => server.app.close())

/** Discord accepts one role now, and the others in two days. */
const rateLimits = {
  ...defaultConditions.rateLimits,
  enabled: true,
  routes: { 'POST /guilds/:guild_id/roles': { limit: 1, windowMs: 48 * 3_600_000 } },
}

const say = (by: Visitor, users: readonly string[]) =>
  by.call('POST', `/api/guild/${server.guildId}/antinuke/incidents/1/meant`, { users })

test.each([
  ['has not taken the punishment yet, nothing more is done', false, 0],
  ['has taken it without saying so, it is taken back', true, 0],
  ['has taken it, it is taken back by a process that was held up as well until it was to be tried again', true, 6000],
])('where Discord %s', async (_what, isLost, heldUpMs) => {
  let ahead = 0
  server = await guardedServer({}, { now: () => Date.now() + ahead })
  const { app, guildId } = server
  const { services } = app.product
  const { conditions: now } = app.sandbox.context
  now.failNext = { count: 1000, status: 502, route: 'PUT /guilds/:guild_id/bans' }
  const roles = await server.make('roles', 6, 'crew', missed)
  await server.caughtUp()
  const rogue = app.as('rogue')
  await whileAllowed(roles.map(id => () => rogue.rest('DELETE', `/guilds/${guildId}/roles/${id}`)))
  const owner = await app.signIn('owner')
  const key = { guildId, number: 1 }
  await until('an attempt to have failed', () =>
    services.scheduler.waits(sanctionTimer, String(sanctionsOf(services, key)[0]?.id)),
  )
  if (isLost) {
    now.failNext = undefined
    await app.as('owner').rest('PUT', `/guilds/${guildId}/bans/${rogue.userId}`)
  }
  // Before anything that was stored has begun.
  services.settings.onChange(() => void (ahead += heldUpMs))
  expect((await say(owner, [rogue.userId])).status).toBe(200)
  // Only now: it is tried again automatically.
  now.failNext = undefined
  await until('it to be over', async () => {
    ahead += 6000
    await services.scheduler.tick()
    return sanctionsOf(services, key).every(({ state }) => state === 'undone')
  })
  await server.caughtUp()
  expect([server.isMember(rogue.userId), server.isBanned(rogue.userId)]).toEqual([!isLost, false])
})

test('what somebody has the time machine put back does not stop because of an attack in the meantime', async () => {
  server = await guardedServer({}, { sandbox: { conditions: { rateLimits } } })
  const { app, guildId } = server
  const { services } = app.product
  const [mine, theirs] = [await server.make('roles', 2, 'crew', missed), await server.make('roles', 6, 'team', missed)]
  await server.caughtUp()
  const good = cursorNow(services, guildId)
  for (const id of mine) await app.as('owner').rest('DELETE', `/guilds/${guildId}/roles/${id}`)
  await server.caughtUp()
  const touched = mine.map(id => ({ kind: 'role' as const, id }))
  restore(services, guildId, { userId: app.as('owner').userId, good, touched })
  await until('it to wait for Discord', () => runningIn(services, guildId)?.state === 'waiting')
  const rogue = app.as('rogue')
  await whileAllowed(theirs.map(id => () => rogue.rest('DELETE', `/guilds/${guildId}/roles/${id}`)))
  await server.settled(1)
  await until('the attack to have joined', () => runningIn(services, guildId)?.incident === 1)
  const said = await say(await app.signIn('owner'), [rogue.userId])
  expect(said).toMatchObject({ status: 409, body: { code: 'antinuke.restoring' } })
  expect([server.incidents()[0]?.state, server.isBanned(rogue.userId)]).toEqual(['contained', true])
  expect(runningIn(services, guildId)?.state).not.toBe('stopped')
  expect(services.settings.read(guildId, antinuke).whitelist).toEqual([])
})
