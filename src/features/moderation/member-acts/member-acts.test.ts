import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import general, { noRule } from '#features/general/contract.ts'
import type { ShownMember } from '#kernel/members/contract.ts'
import { appointDelegate, type Delegate } from '#test/delegate.ts'
import { failing, losesAnswer } from '#test/discord-trouble.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { createMemberActs, type MemberActs } from '#test/member-acts.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import moderation from '../contract.ts'
import { memberActs } from './contract.ts'

/** What is done to somebody on their page. `member1` is a deputy below everybody but plain members. */
let app: Harness
let owner: Visitor
let deputy: Delegate
let acts: MemberActs
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead, writesPerMinute: 1000 })
  owner = await app.signIn('owner')
  deputy = await appointDelegate(app, owner)
  acts = createMemberActs(app)
})
afterAll(() => app.close())
beforeEach(() => {
  // Members looked up within the last minute do not count.
  ahead += 61_000
})

const idOf = (login: string) => app.as(login).userId
const offers = async (visitor: Visitor, userId: string) => {
  const { status, body } = await visitor.call('GET', acts.at(userId, 'acts'))
  expect(status).toBe(200)
  return (body as { acts: { act: string; why: string | null }[] }).acts
}
const offered = async (visitor: Visitor, userId: string) => (await offers(visitor, userId)).map(one => one.act)
const whyNot = async (visitor: Visitor, userId: string, name: string) =>
  (await offers(visitor, userId)).find(one => one.act === name)?.why
const shown = async (userId: string) =>
  ((await owner.call('GET', `/api/guild/${app.guildId}/members/${userId}`)).body as { member: ShownMember }).member
const world = () => app.sandbox.context.world.guilds.get(app.guildId)
const configure = (patch: object) =>
  app.product.services.settings.write(app.guildId, moderation, patch, { userId: null, via: 'test' })

test('the owner does each act, and page and cases show it at once, before Discord has sent the event', async () => {
  const userId = idOf('member2')
  configure({ reasonTemplates: [{ name: 'spam', text: 'Unwanted advertising' }] })
  app.sandbox.context.conditions.gatewayLagMs = 500
  expect(await offers(owner, userId)).toEqual(
    ['warn', 'timeout', 'note', 'kick', 'softban', 'ban'].map(name => ({ act: name, why: null })),
  )
  expect(await acts.act(owner, userId, 'warn', { reason: 'spam' })).toMatchObject({
    status: 200,
    told: [expect.stringMatching(/ was warned\. Case #1\.$/), 'Warnings that count: 1 of 3.', expect.any(String)],
  })
  expect(acts.casesOf(userId)[0]).toMatchObject({
    kind: 'warn',
    source: 'dashboard',
    moderatorId: idOf('owner'),
    reason: 'Unwanted advertising',
  })
  const timedOut = await acts.act(owner, userId, 'timeout', { duration: '1h 30m' })
  expect(timedOut.told?.[0]).toMatch(/ was timed out for 1 hour 30 minutes\. Case #2\.$/)
  expect((await shown(userId)).timedOutUntil).not.toBeNull()
  expect(await offered(owner, userId)).toEqual(['untimeout', 'warn', 'timeout', 'note', 'kick', 'softban', 'ban'])
  const longer = await acts.act(owner, userId, 'timeout', { duration: '2 days' })
  expect(longer.told).toContain('This replaces the timeout that would have ended in 1 hour 30 minutes.')
  const lifted = await acts.act(owner, userId, 'untimeout', { reason: 'sorted out' })
  expect(lifted.told?.[0]).toMatch(/ is no longer timed out\. Case #4\.$/)
  expect(await shown(userId)).toMatchObject({ timedOutUntil: null })
  const noted = await acts.act(owner, userId, 'note', { text: 'Asked twice for a role' })
  expect(noted.told?.[0]).toMatch(/^Saved that note about .+ as case #5\.$/)
  expect((await acts.act(owner, userId, 'kick')).told?.[0]).toMatch(/ was kicked\. Case #6\.$/)
  expect(await shown(userId)).toMatchObject({ state: 'gone' })
  expect(await offered(owner, userId)).toEqual(['note', 'ban', 'softban'])
  const banned = await acts.act(owner, userId, 'ban', { duration: '7d', delete: 'del-1d' })
  expect(banned.told).toEqual([expect.stringMatching(/ was banned for 1 week\. Case #7\.$/), 'The ban ends in 1 week.'])
  expect(await shown(userId)).toMatchObject({ state: 'banned' })
  expect(await offered(owner, userId)).toEqual(['unban', 'note'])
  expect((await acts.act(owner, userId, 'unban')).told?.[0]).toMatch(/ is no longer banned\. Case #8\.$/)
  expect(await shown(userId)).toMatchObject({ state: 'gone' })
  expect(await acts.act(owner, userId, 'unban')).toMatchObject({ status: 404, code: 'moderation.not-banned' })
  app.sandbox.context.conditions.gatewayLagMs = 0
  await app.heard()
})

test('a softban deletes what they wrote and leaves no ban', async () => {
  const { userId, say } = app.as('member3')
  const channel = app.channel('general')
  await say(channel, 'Cheap kilns, today only')
  const written = () => app.messages(channel).filter(({ content }) => content === 'Cheap kilns, today only')
  expect(written()).toHaveLength(1)
  const done = await acts.act(owner, userId, 'softban', { reason: 'spam' })
  expect(done.told?.[0]).toMatch(/ was softbanned\. Case #\d+\.$/)
  expect(written()).toEqual([])
  expect(acts.casesOf(userId)[0]).toMatchObject({
    kind: 'softban',
    source: 'dashboard',
    reason: 'Unwanted advertising',
  })
  expect(await shown(userId)).toMatchObject({ state: 'gone' })
  expect((await acts.act(owner, userId, 'softban')).status).toBe(200)
  await app.heard()
})

test('acts that somebody may not do in Discord are neither offered nor done', async () => {
  const userId = idOf('member4')
  await deputy.allow()
  expect(await offers(deputy.visitor, userId)).toEqual([])
  const before = acts.casesOf(userId).length
  for (const name of memberActs) {
    const refused = await acts.act(deputy.visitor, userId, name, { duration: '1h', text: 'x' })
    expect([name, refused.status, refused.code]).toEqual([name, 403, 'access.permissions'])
  }
  expect(acts.casesOf(userId)).toHaveLength(before)
  await deputy.allow('KickMembers')
  expect(await offered(deputy.visitor, userId)).toEqual(['warn', 'kick'])
  expect(await acts.act(deputy.visitor, userId, 'ban')).toMatchObject({ status: 403 })
  await deputy.allow('ModerateMembers', 'BanMembers')
  expect(await offered(deputy.visitor, userId)).toEqual(['timeout', 'note', 'softban', 'ban'])
})

test('members above the caller or the bot, the owner, the bot and oneself are refused, with a reason', async () => {
  await deputy.allow('KickMembers', 'BanMembers', 'ModerateMembers')
  const boss = app.as('owner')
  const refusedEverywhere = async (visitor: Visitor, userId: string, sentence: RegExp, names: readonly string[]) => {
    for (const name of names) {
      expect([name, await whyNot(visitor, userId, name)]).toEqual([name, expect.stringMatching(sentence)])
      const body = { ...(name === 'timeout' && { duration: '1h' }) }
      expect((await acts.act(visitor, userId, name, body)).error).toMatch(sentence)
    }
  }
  const sanctions = ['warn', 'timeout', 'kick', 'softban', 'ban']
  await refusedEverywhere(deputy.visitor, idOf('admin'), /your highest role must be above theirs/, sanctions)
  await refusedEverywhere(deputy.visitor, idOf('member1'), /^You cannot .+ yourself\.$/, sanctions)
  await refusedEverywhere(deputy.visitor, idOf('owner'), /^Nobody can .+ the server owner\.$/, sanctions)
  await refusedEverywhere(owner, app.botId, /^I cannot .+ myself\.$/, sanctions)
  const { id } = await boss.rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, { name: 'Heights' })
  const top = Math.max(...[...(world()?.roles.values() ?? [])].map(({ position }) => position))
  await boss.rest('PATCH', `/guilds/${app.guildId}/roles`, [{ id, position: top }])
  await boss.rest('PUT', `/guilds/${app.guildId}/members/${idOf('member5')}/roles/${id}`)
  await app.heard()
  await refusedEverywhere(owner, idOf('member5'), /Move my role up in Server Settings/, [
    'timeout',
    'kick',
    'softban',
    'ban',
  ])
  // A warning changes nothing in Discord, and a note can be kept about anybody.
  expect((await acts.act(owner, idOf('member5'), 'warn')).status).toBe(200)
  expect((await acts.act(deputy.visitor, idOf('admin'), 'note', { text: 'Helped' })).status).toBe(200)
})

test('members on the anti-nuke whitelist are spared, and the refusal names them', async () => {
  const userId = idOf('member6')
  const { settings } = app.product.services
  settings.write(app.guildId, antinuke, { enabled: true }, { userId: null, via: 'test' })
  await app.answer('owner', `.whitelist add <@${userId}>`)
  const admin = await app.signIn('admin')
  const { name } = await shown(userId)
  const sentence = `${name} is on the anti-nuke whitelist: only the server owner or an extra owner may do that to them.`
  expect(await whyNot(admin, userId, 'ban')).toBe(sentence)
  expect(await acts.act(admin, userId, 'ban')).toMatchObject({ status: 400, error: sentence })
  expect(await whyNot(owner, userId, 'ban')).toBeNull()
  settings.write(app.guildId, antinuke, { enabled: false }, { userId: null, via: 'test' })
})

test('the server’s rules for a command also apply to its act', async () => {
  const userId = idOf('member4')
  await deputy.allow('KickMembers')
  const rule = (command: string, decided: object) =>
    app.product.services.settings.write(
      app.guildId,
      general,
      { commandRules: { [command]: { ...noRule, ...decided } } },
      { userId: null, via: 'test' },
    )
  const refused = async (sentence: string) => {
    expect(await whyNot(deputy.visitor, userId, 'warn')).toBe(sentence)
    expect(await acts.act(deputy.visitor, userId, 'warn')).toMatchObject({ status: 403, error: sentence })
  }
  rule('warn', { disabled: true })
  await refused('That is switched off in this server.')
  rule('warn', { denyRoles: [deputy.role] })
  await refused('This server does not let one of your roles use that.')
  // The page has no channel, but members who can write in no allowed channel may not bypass the rule.
  rule('warn', { denyChannels: [app.channel('general')] })
  expect(await whyNot(deputy.visitor, userId, 'warn')).toBeNull()
  rule('warn', { allowChannels: [app.channel('general')] })
  expect((await acts.act(deputy.visitor, userId, 'warn')).status).toBe(200)
  rule('warn', { allowChannels: [app.channel('safety')] })
  const overwrite = { type: 0, allow: '0', deny: '1024' }
  await app.as('owner').rest('PUT', `/channels/${app.channel('safety')}/permissions/${app.guildId}`, overwrite)
  await app.heard()
  await refused('This server allows that in certain channels only.')
  rule('purge', { disabled: true })
  expect(await whyNot(deputy.visitor, userId, 'warn')).toBeNull()
})

test('while moderation is off, nothing is offered, and a request is refused just as the command is', async () => {
  configure({ enabled: false })
  expect(await offers(owner, idOf('member4'))).toEqual([])
  expect(await acts.act(owner, idOf('member4'), 'warn')).toMatchObject({
    status: 403,
    code: 'command.off',
    error: expect.stringContaining('The module Moderation is switched off in this server.'),
  })
  configure({ enabled: true })
})

test('durations are read as in a chat, with the same limits', async () => {
  const userId = idOf('member7')
  const said = async (name: string, duration: string) => (await acts.act(owner, userId, name, { duration })).fields
  expect(await said('timeout', '')).toEqual({ duration: expect.stringContaining('such as 10m, 1h30m or 2 days') })
  expect(await said('timeout', '10')).toEqual({ duration: expect.stringContaining('10m for minutes') })
  expect(await said('timeout', '29 days')).toEqual({ duration: 'Duration must be at most 28 days.' })
  expect(await said('ban', '5s')).toEqual({ duration: 'Duration must be at least 1 minute.' })
  expect(await acts.act(owner, userId, 'warn', { reason: 'x'.repeat(401) })).toMatchObject({ status: 400 })
  expect(await acts.act(owner, userId, 'note', { text: '  ' })).toMatchObject({ status: 400 })
  expect(acts.casesOf(userId)).toEqual([])
})

test('an act on somebody never seen in the server is refused', async () => {
  const isUnknown = (id: string) => world()?.members.has(id) !== true && acts.casesOf(id).length === 0
  const stranger = [...app.sandbox.context.world.accounts.keys()].find(isUnknown) ?? ''
  for (const id of [stranger, '100000000000000001', 'mara'])
    expect(await acts.act(owner, id, 'ban')).toMatchObject({ status: 404, code: 'members.unknown' })
  expect((await owner.call('GET', acts.at('100000000000000001', 'acts'))).status).toBe(404)
})

test('a refusal or missing response of Discord is explained, and the same press completes what was done', async () => {
  const userId = idOf('member8')
  const route = '/guilds/:guild_id/members/:user_id'
  const refused = await failing(app, 403, `DELETE ${route}`, () => acts.act(owner, userId, 'kick'))
  expect(refused).toMatchObject({ status: 400, error: expect.stringMatching(/^Discord|^I /) })
  expect(acts.casesOf(userId)).toEqual([])
  const key = randomUUID()
  const down = await failing(app, 500, `DELETE ${route}`, () => acts.act(owner, userId, 'kick', { key }))
  expect(down).toMatchObject({ status: 503, error: 'Discord is not answering right now. Try again in a minute.' })
  expect(acts.casesOf(userId)).toEqual([])
  const restore = losesAnswer(app, 'DELETE', /\/members\//, 1)
  const lost = await acts.act(owner, userId, 'kick', { key })
  restore()
  expect(lost.status).toBe(503)
  expect(world()?.members.has(userId)).toBe(false)
  await app.heard()
  ahead += 120_000
  await app.product.services.scheduler.tick()
  await until('the case', () => acts.casesOf(userId).length > 0)
  expect(await acts.act(owner, userId, 'kick', { key })).toMatchObject({
    status: 200,
    told: [expect.stringContaining('Case #')],
  })
  expect(acts.casesOf(userId)).toHaveLength(1)
})
