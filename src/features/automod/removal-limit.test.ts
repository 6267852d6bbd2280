// @module-tag long
import { afterEach, beforeEach, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'

/** Auto-moderation as a weapon: rules that everybody breaks, and a ban for the first strike. */

let server: GuardedServer
let ahead = 0
beforeEach(async () => {
  ahead = 0
  server = await guardedServer({}, { now: () => Date.now() + ahead })
})
afterEach(() => server.app.close())

const harsh = {
  automodUpdate: true,
  enabled: 'on',
  limit_lines: 'on',
  max_lines: 1,
  max_strikes: 1,
  automod_action: 'BAN',
}
async function setUp(login: string): Promise<void> {
  const visitor = await server.app.signIn(login)
  expect(await visitor.call('POST', `/api/guild/${server.guildId}/basic`, harsh)).toMatchObject({ status: 200 })
}
async function write(people: readonly string[]): Promise<void> {
  const { accounts } = server.app.sandbox.context.world
  for (const id of people) {
    const login = accounts.get(id)?.login ?? ''
    await server.app.as(login).say(server.app.channel('general'), 'hello\nfriends')
  }
}
/** What the tester says would be done to a message's author, with rules that apply to moderators too. */
async function foretold(memberId: string): Promise<unknown> {
  const visitor = await server.app.signIn('owner')
  const body = { text: 'hello\nfriends', channelId: server.app.channel('general'), memberId, settings: { debug: 'on' } }
  return (await visitor.call('POST', `/api/guild/${server.guildId}/automod/test`, body)).body
}
const isTimedOut = (id: string) => (server.world().members.get(id)?.communication_disabled_until ?? null) !== null
const banned = (people: readonly string[]) => people.filter(server.isBanned)

test('no more long-standing members are banned per minute and per hour than anybody may ban', async () => {
  await setUp('rogue')
  const people = server.oldMembers(9)
  await write(people)
  await until('all to be dealt with', () => people.every(id => server.isBanned(id) || isTimedOut(id)))
  expect(banned(people)).toHaveLength(4)
  expect(server.incidents()).toEqual([])
  const [next = ''] = server.oldMembers(1)
  expect(await foretold(next)).toMatchObject({
    action: 'TIMEOUT',
    outcome: expect.stringContaining('That is the limit: Ban. They would be timed out for a day instead'),
  })
  expect(await foretold(server.app.as('owner').userId)).toMatchObject({
    action: null,
    outcome: expect.stringContaining('They would be spared: Nobody can time out the server owner.'),
  })
  server.set({ limits: { anti_ban: { minute: 5, hour: 5 } } })
  ahead += 61_000
  const others = server.oldMembers(2)
  await write(others)
  await until('them to be timed out', () => others.every(isTimedOut))
  expect(banned(others)).toEqual([])
  // Extra owners may do what the owner may.
  server.set({ extraOwners: [server.app.as('rogue').userId] })
  const last = server.oldMembers(2)
  await write(last)
  expect(await until('the bans', () => banned(last).length === 2)).toBe(true)
})

test('raiders are banned, however many', async () => {
  await setUp('rogue')
  const { context } = server.app.sandbox
  const raiders = Array.from({ length: 9 }, () => {
    const id = createAccount(context, 'raider')
    joinGuild(context, id, server.guildId)
    return id
  })
  await write(raiders)
  expect(await until('the bans', () => banned(raiders).length === 9)).toBe(true)
})

test('settings made by the owner are followed', async () => {
  await setUp('owner')
  const people = server.oldMembers(9)
  await write(people)
  expect(await until('the bans', () => banned(people).length === 9)).toBe(true)
})
