// @module-tag long
import { SnowflakeUtil } from 'discord.js'
import { afterEach, expect, test, vi } from 'vitest'
import { addBot } from '#sandbox/world/guild/integrations.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { overAtOnce } from '#test/never-over.ts'
import { until } from '#test/until.ts'
import { judgeEntry } from './intake.ts'
import { noteMember, rosterOf } from './roster.ts'
import { graceMs, sightingsOf } from './sightings.ts'

/** What happens in servers without an attack. */
let server: GuardedServer
afterEach(async () => {
  vi.restoreAllMocks()
  await server.app.close()
})

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

test('raiders who were seen joining are known as raiders when the bot is back, before members could be read', async () => {
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

test('the first of a raid of thousands are known as raiders until its end', async () => {
  server = await guardedServer()
  const raiders = raid(10)
  await server.caughtUp()
  const joined_at = new Date(services().now()).toISOString()
  for (let n = 0n; n < 6000n; n += 1n) {
    const user = { id: String(900_000_000_000_000_000n + n), username: 'x' }
    noteMember(services(), server.guildId, { user, roles: [], joined_at } as never, 'told')
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

test('a level bot gives a role that may clean up threads in one channel', async () => {
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
  server = await guardedServer({ limits: { anti_role: { minute: 1, hour: 1 } } })
  // What no entry explains in time counts as done by somebody unknown: here there is no time.
  overAtOnce(graceMs)
  const { context } = server.app.sandbox
  const [juke, tally] = [server.asBot('Jukebox').userId, server.asBot('Tally').userId]
  leaveGuild(context, juke, server.guildId)
  leaveGuild(context, tally, server.guildId)
  addBot(context, { userId: owner().userId }, server.guildId, juke, 1024n)
  await server.caughtUp()
  leaveGuild(context, juke, server.guildId)
  await server.caughtUp()
  await until('whatever was seen to be judged', () => {
    const { open, timer } = sightingsOf(services(), server.guildId)
    return open.size === 0 && timer === undefined
  })
  expect(server.incidents()).toEqual([])
})

test('an administrator who was pruned is not taken for the one who pruned', async () => {
  server = await guardedServer()
  const inactive = await server.hire('Admin')
  await owner().rest('DELETE', path(`/members/${inactive.userId}`))
  await server.caughtUp()
  const id = String(SnowflakeUtil.generate({ timestamp: services().now() }))
  judgeEntry(services(), server.guildId, {
    id,
    action_type: 21,
    user_id: inactive.userId,
    target_id: null,
    options: {},
  })
  await server.caughtUp()
  expect(server.incidents().map(({ actorId }) => actorId)).not.toContain(inactive.userId)
})

/** A bot that the owner made an administrator. */
async function tallyInCharge() {
  const tally = server.asBot('Tally')
  await owner().rest('PUT', path(`/members/${tally.userId}/roles/${server.role('Admin')}`))
  return {
    userId: tally.userId,
    make: async (body: unknown) => {
      const answer = await tally.rest('POST', path('/channels'), body)
      return ((await answer.json()) as { id: string }).id
    },
    rest: tally.rest,
  }
}

test('voice rooms of one name come and go', async () => {
  server = await guardedServer()
  const tally = await tallyInCharge()
  for (let n = 0; n < 12; n += 1) {
    const id = await tally.make({ name: 'Duo', type: 2 })
    await server.caughtUp()
    if (n < 9) await tally.rest('DELETE', `/channels/${id}`)
    await server.caughtUp()
  }
  expect(server.incidents()).toEqual([])
  expect(server.isMember(tally.userId)).toBe(true)
})

test('a template of ten teams, each with the same channels, is imported', async () => {
  server = await guardedServer()
  const tally = await tallyInCharge()
  for (let n = 0; n < 10; n += 1) {
    const parent_id = await tally.make({ name: `Team ${n}`, type: 4 })
    for (const name of ['chat', 'files', 'voice']) await tally.make({ name, parent_id })
  }
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  expect(server.isMember(tally.userId)).toBe(true)
})

test('an auto-moderation bot times out fifty members for half an hour each within the hour', async () => {
  server = await guardedServer()
  const tally = await tallyInCharge()
  for (const id of server.oldMembers(50)) {
    server.app.sandbox.advance(60_000)
    const communication_disabled_until = new Date(server.app.sandbox.context.now() + 1_800_000).toISOString()
    await tally.rest('PATCH', path(`/members/${id}`), { communication_disabled_until })
  }
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('B1: staff remove permissions of three roles from thirty channels, and of forty members from one', async () => {
  server = await guardedServer()
  const admin = server.app.as('admin')
  const rooms = await server.make('channels', 30)
  const roles = await server.make('roles', 3, 'team')
  const allow = (room: string, id: string, type: 0 | 1) =>
    owner().rest('PUT', `/channels/${room}/permissions/${id}`, { type, allow: '2048', deny: '0' })
  const tidy = (room: string, id: string) => admin.rest('DELETE', `/channels/${room}/permissions/${id}`)
  for (const room of rooms) {
    server.app.sandbox.advance(20_000)
    for (const role of roles) await allow(room, role, 0)
    for (const role of roles) await tidy(room, role)
  }
  const people = server.oldMembers(40)
  for (const id of people) await allow(rooms[0] ?? '', id, 1)
  for (const id of people) await tidy(rooms[0] ?? '', id)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})
