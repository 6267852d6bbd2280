// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { banInTurn, type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'

/** Several administrators made at once: a server's new staff, or an attacker's. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const role = async (name: string) =>
  (await server.app.as('owner').rest<{ id: string }>('POST', path('/roles'), { name, permissions: '8' })).id

test('an administrator appointed by the owner appoints four more at once', async () => {
  server = await guardedServer()
  const deputy = await role('Deputy')
  const delegate = await server.hire('Admin')
  for (const id of server.oldMembers(4)) await delegate.rest('PUT', path(`/members/${id}/roles/${deputy}`))
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test.each([
  ['who have just joined', 3],
  ['who have been here for years', 6],
  ['which are bots', 3],
] as const)('administrators by the dozen, %s: %i are too many', async (who, count) => {
  server = await guardedServer({ autoRecovery: false })
  const { context } = server.app.sandbox
  const giver = await server.hire('Admin')
  const crew = await role('Crew')
  const receivers =
    who !== 'who have just joined'
      ? server.oldMembers(count)
      : Array.from({ length: count }, () => {
          const id = createAccount(context, 'pup')
          joinGuild(context, id, server.guildId)
          return id
        })
  if (who === 'which are bots')
    for (const id of receivers) {
      const account = context.world.accounts.get(id)
      if (account) account.user.bot = true
    }
  await server.caughtUp()
  const [last = '', ...first] = receivers.toReversed()
  for (const id of first) await giver.rest('PUT', path(`/members/${id}/roles/${crew}`))
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  await giver.rest('PUT', path(`/members/${last}/roles/${crew}`))
  expect(await until('the ban', () => server.isBanned(giver.userId))).toBe(true)
})

test('moderators appointed by an administrator may ban two people each in a quarter of an hour', async () => {
  server = await guardedServer({ autoRecovery: false })
  const admin = await server.hire('Admin')
  const team = await Promise.all(Array.from({ length: 8 }, () => server.hire()))
  for (const { userId } of team) {
    await admin.rest('PUT', path(`/members/${userId}/roles/${server.role('Moderator')}`))
    server.app.sandbox.advance(60_000)
  }
  await server.caughtUp()
  await banInTurn(server, team, server.oldMembers(16))
  expect(server.incidents()).toEqual([])
  expect(server.world().bans.size).toBe(16)
})
