// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { addBot } from '#sandbox/world/guild/integrations.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'

/** Somebody who was removed and is let in again is judged as if nothing had been done about them yet. */

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`

test.each(['KICK', 'BAN'] as const)(
  'a bot that a second administrator adds again goes again (%s)',
  async punishment => {
    server = await guardedServer({ punishment, autoRecovery: false })
    const { context } = server.app.sandbox
    const bot = server.asBot('Tally')
    leaveGuild(context, bot.userId, server.guildId)
    const rooms = await server.make('channels', 12)
    const accomplices = [await server.hire('Admin'), await server.hire('Admin'), await server.hire('Admin')]
    for (const { userId } of accomplices) {
      if (server.isBanned(bot.userId)) await server.app.as('owner').rest('DELETE', path(`/bans/${bot.userId}`))
      await server.caughtUp()
      addBot(context, { userId }, server.guildId, bot.userId, 8n)
      await until('them to be out', () => !server.isMember(userId))
      await until('the bot to be out', () => !server.isMember(bot.userId))
    }
    const answers = await Promise.all(rooms.map(id => bot.rest('DELETE', `/channels/${id}`)))
    expect(answers.filter(({ ok }) => ok)).toEqual([])
  },
)

test('what somebody does after being kicked and rejoining is judged afresh at once', async () => {
  server = await guardedServer({ punishment: 'KICK', autoRecovery: false })
  const rooms = await server.make('channels', 14)
  const who = await server.hire('Admin')
  const remove = (some: readonly string[]) => whileAllowed(some.map(id => () => who.rest('DELETE', `/channels/${id}`)))
  await remove(rooms.slice(0, 7))
  await until('the kick', () => !server.isMember(who.userId))
  await server.settled()
  await server.caughtUp()
  joinGuild(server.app.sandbox.context, who.userId, server.guildId)
  await server.app.as('owner').rest('PUT', path(`/members/${who.userId}/roles/${server.role('Admin')}`))
  await server.caughtUp()
  await remove(rooms.slice(7))
  expect(await until('the second kick', () => !server.isMember(who.userId))).toBe(true)
})
