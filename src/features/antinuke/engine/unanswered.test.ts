// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { addMember } from '#sandbox/world/seed/draft.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { personOf } from './roster.ts'

/**
 * While Discord does not say who somebody is: not knowing yet is not the same as knowing that they could not have done
 * it.
 */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const services = () => server.app.product.services
const isAsked = () => server.app.logged.some(line => line.includes('who did something is not known'))

/** The bot starts while nobody can be looked up, not even by reading all members. */
async function restartedUnanswered(): Promise<void> {
  const { conditions } = server.app.sandbox.context
  conditions.failNext = { count: 100_000, status: 503, route: 'GET /guilds/:guild_id/members' }
  await server.app.restart()
  await until('the first try', () => server.app.logged.some(line => line.includes('members were not read')))
}
const answerAgain = () => {
  server.app.sandbox.context.conditions.failNext = undefined
}
const isKnown = (id: string) => until('them to be known', () => personOf(services(), server.guildId, id))

test('three moderators who ban two each are counted one by one, and their bans stay', async () => {
  server = await guardedServer()
  const team = await Promise.all([1, 2, 3].map(() => server.hire('Moderator')))
  await restartedUnanswered()
  const people = server.oldMembers(6)
  for (const [n, one] of team.entries())
    for (const id of people.slice(2 * n, 2 * n + 2)) await one.rest('PUT', path(`/bans/${id}`))
  await server.caughtUp()
  await until('a look-up to fail', isAsked)
  answerAgain()
  for (const { userId } of team) await isKnown(userId)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  expect(server.world().bans.size).toBe(6)
})

test('an attacker is stopped by the roles that the journal has for them', async () => {
  server = await guardedServer({ autoRecovery: false })
  const rogue = await server.hire('Admin')
  await restartedUnanswered()
  const rooms = await server.make('channels', 4)
  await whileAllowed(rooms.map(id => () => rogue.rest('DELETE', `/channels/${id}`)))
  expect(await until('the ban', () => server.isBanned(rogue.userId))).toBe(true)
  expect(server.incidents().map(({ actorId }) => actorId)).toEqual([rogue.userId])
})

test.each(['an attacker is stopped', 'everyday work is left alone'])(
  'if the journal knows nothing about somebody, what they did is judged once Discord answers: %s',
  async what => {
    server = await guardedServer({ autoRecovery: false })
    await restartedUnanswered()
    const { context } = server.app.sandbox
    // Somebody who came with their roles while the bot was away.
    const crew = Array.from({ length: what === 'an attacker is stopped' ? 1 : 3 }, () => {
      const id = createAccount(context, 'staff')
      addMember(server.world(), id, '2023-05-01T00:00:00Z', [server.role('Admin')])
      return server.app.as(`staff${id}`)
    })
    const rooms = await server.make('channels', 6)
    const each = rooms.length / crew.length
    for (const [n, one] of crew.entries())
      for (const id of rooms.slice(n * each, (n + 1) * each)) await one.rest('DELETE', `/channels/${id}`)
    await server.caughtUp()
    await until('a look-up to fail', isAsked)
    expect(server.incidents()).toEqual([])
    answerAgain()
    if (crew.length === 1) await until('the ban', () => server.isBanned(crew[0]?.userId ?? ''))
    else for (const { userId } of crew) await isKnown(userId)
    await server.caughtUp()
    expect(server.incidents().map(({ actorId }) => actorId)).toEqual(crew.length === 1 ? [crew[0]?.userId] : [])
  },
)
