import { ChannelType } from 'discord-api-types/v10'
import { assert, integer, property } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBot } from '#sandbox/world/guild/integrations.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { nextRename, renameIntervalMs } from './rename.ts'
import { channelName, countOf } from './channel-name.ts'

let harness: Harness
let owner: Visitor
let ahead = 0
const minute = 60_000
const context = () => harness.sandbox.context
const state = () => {
  const guild = context().world.guilds.get(harness.guildId)
  if (!guild) throw new Error('no guild')
  return guild
}
const people = () => state().members.size
const bots = () => [...state().members.keys()].filter(id => context().world.accounts.get(id)?.user.bot).length
const address = (more = '') => `/api/guild/${harness.guildId}/counters${more}`
const say = async (text: string) =>
  textOf(await harness.answerTo(await harness.as('owner').say(harness.channel('general'), text)))
const channels = () =>
  [...state().channelIds].flatMap(id => {
    const channel = context().world.channels.get(id)?.channel
    return channel?.type === ChannelType.GuildVoice ? [channel] : []
  })
const named = (name: string) => until(`a channel ${name}`, () => channels().find(channel => channel.name === name))
const join = () => {
  const id = createAccount(context(), 'visitor')
  joinGuild(context(), id, harness.guildId)
  return id
}
/** Waits until the bot has received the guild's data. */
const counted = () =>
  until(
    'the gateway',
    () => harness.product.services.client.guilds.cache.get(harness.guildId)?.memberCount === people(),
  )
async function later(ms: number) {
  ahead += ms
  harness.sandbox.advance(ms)
  await harness.product.services.scheduler.tick()
}
/** Runs everything that is due, without waiting. */
const settle = async () => {
  await later(1)
  await later(1)
}

beforeAll(async () => {
  harness = await createHarness({ now: () => Date.now() + ahead })
  owner = await harness.signIn('owner')
})
afterAll(() => harness.close())

test('a name shows the number where it should be', () => {
  expect(channelName('Members', 1234)).toBe('Members : 1,234')
  expect(channelName('We are {count}', null)).toBe('We are …')
  const figures = { users: 10, bots: 3, boosts: 2 }
  expect((['users', 'members', 'bots', 'boosts'] as const).map(kind => countOf(kind, figures))).toEqual([10, 7, 3, 2])
  expect(countOf('members', { ...figures, bots: null })).toBeNull()
})

test('a channel is never renamed more than twice in ten minutes, however much happens', () => {
  assert(
    property(
      integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 }),
      integer({ min: 0, max: 600_000 }),
      (now, ago) => {
        const at = nextRename(now, now - ago)
        expect(at - (now - ago)).toBeGreaterThanOrEqual(renameIntervalMs)
        expect(at).toBeGreaterThan(now)
        expect(nextRename(now, null) - now).toBeLessThanOrEqual(10_000)
      },
    ),
    { numRuns: 100 },
  )
  expect(renameIntervalMs).toBeGreaterThan(5 * minute)
})

test('a counter is created, follows joins and leaves, and handles many at once', async () => {
  expect(await say('.counter users All of us')).toContain('counts from now on')
  const channel = await named(`All of us : ${people()}`)
  expect(channel).toMatchObject({
    permission_overwrites: expect.arrayContaining([
      expect.objectContaining({ id: harness.guildId, deny: String(1n << 20n) }),
    ]),
  })
  const newcomers = [join(), join(), join()]
  await counted()
  await later(11_000)
  await named(`All of us : ${people()}`)
  for (const id of newcomers) leaveGuild(context(), id, harness.guildId)
  await counted()
  await later(11_000)
  expect(channels().some(({ name }) => name === `All of us : ${people() + 3}`)).toBe(true)
  await harness.restart()
  await later(renameIntervalMs)
  await named(`All of us : ${people()}`)
})

test('people and bots are distinguished, including those who joined while nothing was counted', async () => {
  owner = await harness.signIn('owner')
  const made = await owner.call('PUT', address('/bots'), { name: '{count} machines' })
  expect(made.status).toBe(200)
  expect((await owner.call('PUT', address('/members'), { name: 'People' })).status).toBe(200)
  await settle()
  await later(renameIntervalMs)
  await named(`${bots()} machines`)
  await named(`People : ${people() - bots()}`)
  const known = bots()
  const tally = [...context().world.applications.values()].find(({ name }) => name === 'Tally')
  if (!tally) throw new Error('no other bot')
  leaveGuild(context(), tally.botUserId, harness.guildId)
  await counted()
  await later(renameIntervalMs + 11_000)
  await named(`${known - 1} machines`)
  addBot(context(), { userId: harness.as('owner').userId }, harness.guildId, tally.id, 0n)
  await counted()
  await later(renameIntervalMs + 11_000)
  await named(`${known} machines`)
  const { body } = await owner.call('GET', address())
  expect(body).toMatchObject({
    counters: {
      enabled: true,
      list: expect.arrayContaining([expect.objectContaining({ kind: 'bots', name: '{count} machines', count: known })]),
    },
  })
})

test('creating it again keeps the channel, removing it deletes the channel, and one deleted by hand is dropped', async () => {
  const before = await named(`People : ${people() - bots()}`)
  expect(await say('.counter set members Humans')).toContain('within a few minutes')
  await later(renameIntervalMs + 11_000)
  expect((await named(`Humans : ${people() - bots()}`)).id).toBe(before.id)
  expect(await say('.counter')).toContain(`<#${before.id}>`)
  expect(await say('.counter remove members')).toContain('is gone, with its channel')
  expect(context().world.channels.has(before.id)).toBe(false)
  expect(await say('.counter remove members')).toContain('There is no counter')
  const machines = channels().find(({ name }) => name.endsWith('machines'))
  await harness.as('owner').rest('DELETE', `/channels/${machines?.id}`)
  await until('it to be forgotten', async () => !(await say('.counter list')).includes('**bots**'))
  expect((await owner.call('PUT', address('/dragons'), { name: 'x' })).status).toBe(404)
  expect((await owner.call('DELETE', address('/bots'))).status).toBe(404)
  expect((await owner.call('PUT', address('/users'), { name: ' ' })).status).toBe(400)
})

test('fifteen minutes of joins stay within the limit on renames', async () => {
  const { rateLimits } = context().conditions
  rateLimits.enabled = true
  const names = new Set<string>()
  for (let passed = 0; passed < 15; passed++) {
    join()
    await counted()
    await later(minute)
    for (const { name } of channels()) if (name.startsWith('All of us')) names.add(name)
  }
  await later(renameIntervalMs)
  rateLimits.enabled = false
  await named(`All of us : ${people()}`)
  expect(names.size).toBeGreaterThan(1)
  expect(names.size).toBeLessThanOrEqual(4)
  expect(harness.logged.filter(line => line.includes('rate limited'))).toEqual([])
})

test('a refused rename is tried again later, not at once', async () => {
  const own = channels().find(({ name }) => name.startsWith('All of us'))
  context().conditions.failNext = { count: 100, status: 500, route: 'PATCH /channels/:channel_id' }
  join()
  await counted()
  await later(renameIntervalMs + 11_000)
  await until('discord.js to give up', () => harness.logged.some(line => line.includes('channel not renamed')))
  context().conditions.failNext = undefined
  await later(renameIntervalMs + 11_000)
  expect((await named(`All of us : ${people()}`)).id).toBe(own?.id)
})

test('an outage does not remove a counter, and is not taken for a lack of permissions', async () => {
  context().conditions.failNext = { count: 100, status: 503, route: 'DELETE /channels/:channel_id' }
  const told = await say('.counter remove users')
  context().conditions.failNext = undefined
  expect(told).toContain('Discord is not answering')
  expect(await say('.counter list')).toContain('**users**')
  expect(await say('.counter remove users')).toContain('is gone, with its channel')
})
