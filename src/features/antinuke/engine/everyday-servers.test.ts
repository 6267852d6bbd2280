// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises'
import { SnowflakeUtil } from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { addBot } from '#sandbox/world/guild/integrations.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { takeIn } from './intake.ts'
import { noteMember, rosterOf } from './roster.ts'

/** What happens in servers without anybody attacking them. */
let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')
const services = () => server.app.product.services

function raid(size: number): string[] {
  const { context } = server.app.sandbox
  return Array.from({ length: size }, () => {
    const id = createAccount(context, 'raider')
    joinGuild(context, id, server.guildId)
    return id
  })
}

async function banned(raiders: readonly string[]): Promise<void> {
  for (const id of raiders) await server.app.as('moderator').rest('PUT', path(`/bans/${id}`))
  await server.caughtUp()
}

test('members who could not be read when the bot started are read once Discord answers', async () => {
  server = await guardedServer()
  const raiders = raid(40)
  await server.caughtUp()
  const { conditions } = server.app.sandbox.context
  conditions.failNext = { count: 100_000, status: 503, route: 'GET /guilds/:guild_id/members' }
  await server.app.restart()
  await until('the first try', () => server.app.logged.some(line => line.includes('members were not read')))
  conditions.failNext = undefined
  await until('the second', () => rosterOf(services(), server.guildId).newcomers.size >= raiders.length)
  await banned(raiders)
  expect(server.incidents()).toEqual([])
  expect(server.world().bans.size).toBe(raiders.length)
})

test('raiders who were seen to join are known as raiders when the bot is back, before members could be read', async () => {
  server = await guardedServer()
  const raiders = raid(20)
  await server.caughtUp()
  const { conditions } = server.app.sandbox.context
  conditions.failNext = { count: 100_000, status: 503, route: 'GET /guilds/:guild_id/members' }
  await server.app.restart()
  await until('the first try', () => server.app.logged.some(line => line.includes('members were not read')))
  await banned(raiders)
  expect(server.incidents()).toEqual([])
  expect(server.world().bans.size).toBe(raiders.length)
})

test('the first of a raid of thousands are known as raiders to its end', async () => {
  server = await guardedServer()
  const raiders = raid(10)
  await server.caughtUp()
  const joined_at = new Date(services().now()).toISOString()
  for (let n = 0n; n < 6000n; n += 1n) {
    const user = { id: String(900_000_000_000_000_000n + n), username: 'x' }
    noteMember(services(), server.guildId, { user, roles: [], joined_at } as never)
  }
  await banned(raiders)
  expect(server.incidents()).toEqual([])
  expect(server.world().bans.size).toBe(raiders.length)
})

test('onboarding with all the questions that Discord allows is set up in one go, and once more without them', async () => {
  server = await guardedServer()
  const admin = server.app.as('admin')
  const prompts = Array.from({ length: 15 }, (_, at) => ({
    id: String(1000 + at),
    type: 0,
    title: `Question ${at}`,
    single_select: false,
    required: false,
    in_onboarding: false,
    options: [{ title: 'Yes', description: '', role_ids: [], channel_ids: [server.app.channel('general')] }],
  }))
  await admin.rest('PUT', path('/onboarding'), { prompts, enabled: false, mode: 1 })
  await admin.rest('PUT', path('/onboarding'), { prompts: [], enabled: false, mode: 1 })
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('a level bot gives a role that tidies up threads in one channel', async () => {
  server = await guardedServer()
  const tally = server.asBot('Tally')
  await owner().rest('PUT', path(`/members/${tally.userId}/roles/${server.role('Admin')}`))
  const { id } = await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Helper', permissions: '0' })
  const allow = { type: 0, allow: String(1n << 34n), deny: '0' }
  await owner().rest('PUT', `/channels/${server.app.channel('general')}/permissions/${id}`, allow)
  for (const member of server.oldMembers(20)) await tally.rest('PUT', path(`/members/${member}/roles/${id}`))
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('bots leave, and their roles with them', async () => {
  server = await guardedServer()
  const { context } = server.app.sandbox
  const [juke, tally] = [server.asBot('Jukebox').userId, server.asBot('Tally').userId]
  leaveGuild(context, juke, server.guildId)
  leaveGuild(context, tally, server.guildId)
  addBot(context, { userId: owner().userId }, server.guildId, juke, 1024n)
  await server.caughtUp()
  leaveGuild(context, juke, server.guildId)
  await server.caughtUp()
  // What no entry explains within five seconds counts as done by somebody unknown.
  await sleep(6000)
  expect(server.incidents()).toEqual([])
})

test('an administrator who was pruned is not whoever pruned', async () => {
  server = await guardedServer()
  const inactive = await server.hire('Admin')
  await owner().rest('DELETE', path(`/members/${inactive.userId}`))
  await server.caughtUp()
  const id = String(SnowflakeUtil.generate({ timestamp: services().now() }))
  takeIn(services(), server.guildId, { id, action_type: 21, user_id: inactive.userId, target_id: null, options: {} })
  await server.caughtUp()
  expect(server.incidents().map(({ actorId }) => actorId)).not.toContain(inactive.userId)
})
