// @module-tag long
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { antinukeSanctions } from '#features/antinuke/engine/table.ts'
import { automodStrikes } from '#features/automod/table.ts'
import { inviteCredits, inviteJoins } from '#features/invites/table.ts'
import { cases } from '#features/moderation/table.ts'
import { reputationGifts } from '#features/reputation/table.ts'
import { tickets } from '#features/tickets/table.ts'
import type { ShownMember } from '#kernel/members/contract.ts'
import { settingsHistory } from '#kernel/storage/table.ts'
import { createDelegatedAccess } from '../delegated-access.ts'
import { appointDelegate } from '../delegate.ts'
import { createHarness, type Harness } from '../harness.ts'
import type { Visitor } from '../visitor.ts'

/** The head of a member's page, and what it shows to whom. */
let app: Harness
let owner: Visitor
/** If set, the clock stands still at this moment (Unix ms). */
let stoppedAt: number | undefined
beforeAll(async () => {
  app = await createHarness({ now: () => stoppedAt ?? Date.now() })
  owner = await app.signIn('owner')
})
afterAll(() => app.close())

const look = async (userId: string, visitor = owner) => {
  const { status, body } = await visitor.call('GET', `/api/guild/${app.guildId}/members/${userId}`)
  return { status, ...(body as { member?: ShownMember; error?: string; code?: string }) }
}
const unknown = { status: 404, code: 'members.unknown', error: 'No member with this ID. Never seen here.' }
const account = (login: string) => app.as(login).userId

test('a member is shown as Discord shows them, with their roles, highest first', async () => {
  const boss = app.as('owner')
  const userId = account('member1')
  const make = (body: object) => boss.rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, body)
  const low = await make({ name: 'Woodwork', color: 0xc96b4a })
  const high = await make({ name: 'Helper' })
  await boss.rest('PATCH', `/guilds/${app.guildId}/roles`, [{ id: high.id, position: 2 }])
  for (const { id } of [low, high]) await boss.rest('PUT', `/guilds/${app.guildId}/members/${userId}/roles/${id}`)
  await app.heard()
  const { status, member } = await look(userId)
  expect(status).toBe(200)
  expect(member).toMatchObject({
    id: userId,
    state: 'here',
    owner: false,
    bot: false,
    timedOutUntil: null,
    withheld: null,
    avatarURL: expect.stringContaining(userId),
  })
  expect(member?.joinedAt).toBeGreaterThan(member?.createdAt ?? Infinity)
  const names = member?.roles.map(({ name }) => name) ?? []
  expect(names.indexOf('Helper')).toBeGreaterThanOrEqual(0)
  expect(names.indexOf('Helper')).toBeLessThan(names.indexOf('Woodwork'))
  expect(member?.roles).toContainEqual({ id: low.id, name: 'Woodwork', colour: '#C96B4A', managed: false })
  expect(names).not.toContain('@everyone')
  expect(await look(account('owner'))).toMatchObject({ member: { owner: true } })
  expect(await look(app.botId)).toMatchObject({ member: { bot: true } })
})

test('somebody who was never seen here has no page, whatever the address says', async () => {
  const member = app.sandbox.context.world.guilds.get(app.guildId)?.members
  const stranger = [...app.sandbox.context.world.accounts.keys()].find(id => !member?.has(id)) ?? ''
  for (const id of [stranger, '100000000000000001', 'mara', '$userId', '1'])
    expect(await look(id)).toMatchObject(unknown)
})

test('members who left are shown to people who may view the features that remember them, and bans to people who see bans', async () => {
  const boss = app.as('owner')
  const userId = account('member4')
  await app.answer('owner', `.warn <@${userId}> off topic`)
  await boss.rest('DELETE', `/guilds/${app.guildId}/members/${userId}`)
  await app.heard()
  expect(await look(userId)).toMatchObject({
    status: 200,
    member: { state: 'gone', joinedAt: null, roles: [], withheld: null, name: expect.any(String) },
  })

  const { visitor, allow } = await appointDelegate(app, owner)
  expect(await look(userId, visitor)).toMatchObject({ member: { state: 'gone', withheld: 'ban' } })
  await boss.rest('PUT', `/guilds/${app.guildId}/bans/${userId}`, {})
  const banned = account('member5')
  await boss.rest('PUT', `/guilds/${app.guildId}/bans/${banned}`, {})
  await app.heard()
  expect(await look(banned)).toMatchObject({ member: { state: 'banned' } })
  // To people who may not see bans, only the ban itself is withheld.
  expect(await look(banned, visitor)).toMatchObject({ member: { state: 'gone', withheld: 'ban' } })
  await allow('BanMembers')
  expect(await look(banned, visitor)).toMatchObject({ member: { state: 'banned', withheld: null } })
})

test('a timeout is shown to people who see it in Discord, and to the member', async () => {
  const { app: own, owner: boss, helper, helperId, at, give } = await createDelegatedAccess()
  try {
    const { userId } = own.as('member2')
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const patch = { communication_disabled_until: until }
    await own.as('owner').rest('PATCH', `/guilds/${own.guildId}/members/${userId}`, patch)
    await own.heard()
    expect((await helper.call('GET', at(`members/${userId}`))).status).toBe(403)
    expect((await own.visitor().call('GET', at(`members/${userId}`))).status).toBe(401)
    await give({ feature: 'invites', level: 'view' })
    const shown = async (visitor: Visitor, id: string) =>
      ((await visitor.call('GET', at(`members/${id}`))).body as { member: ShownMember }).member
    expect(await shown(boss, userId)).toMatchObject({ timedOutUntil: Date.parse(until), withheld: null })
    expect(await shown(helper, userId)).toMatchObject({ timedOutUntil: null, withheld: 'timeout' })
    expect(await shown(helper, helperId)).toMatchObject({ withheld: null })
  } finally {
    await own.close()
  }
})

test('a person who may view one feature learns nothing about people whom only another feature remembers', async () => {
  const { app: own, owner: boss, helper, at, give } = await createDelegatedAccess()
  try {
    await give({ feature: 'reputation', level: 'view' })
    const { userId } = own.as('member3')
    await own.answer('owner', `.warn <@${userId}> off topic`)
    await own.as('owner').rest('DELETE', `/guilds/${own.guildId}/members/${userId}`)
    await own.heard()
    expect((await boss.call('GET', at(`members/${userId}`))).status).toBe(200)
    expect(await helper.call('GET', at(`members/${userId}`))).toMatchObject({
      status: 404,
      body: { code: unknown.code },
    })
    await give({ feature: 'moderation', level: 'view' })
    expect(await helper.call('GET', at(`members/${userId}`))).toMatchObject({ body: { member: { state: 'gone' } } })
  } finally {
    await own.close()
  }
})

test('a person who may open the page of tickets but read none does not learn who opened one', async () => {
  const { app: own, helper, at, give } = await createDelegatedAccess()
  try {
    await give({ feature: 'tickets', level: 'view' })
    const { userId: openerId } = own.as('member3')
    const named = { openerId, openerName: 'member3', panelId: 'x', panelTitle: 'Help', name: 'ticket-1' }
    const [openedAt, lastMessageAt] = [Date.now(), Date.now()]
    own.product.services.db
      .insert(tickets)
      .values({ guildId: own.guildId, number: 1, kind: 'channel', ...named, state: 'open', openedAt, lastMessageAt })
      .run()
    await own.as('owner').rest('DELETE', `/guilds/${own.guildId}/members/${openerId}`)
    await own.heard()
    expect(await helper.call('GET', at(`members/${openerId}`))).toMatchObject({
      status: 404,
      body: { code: unknown.code },
    })
  } finally {
    await own.close()
  }
})

test('members who left also have a page because of what they did, for people who may view that', async () => {
  const { app: own, owner: boss, helper, at, give } = await createDelegatedAccess()
  try {
    const { guildId } = own
    const { db } = own.product.services
    const [targetId, moderatorId, giverId, inviterId, authorId] = Array.from(
      { length: 5 },
      (_, place) => own.as(`member${place + 1}`).userId,
    ) as [string, string, string, string, string]
    const when = Date.now()
    const warning = { number: 1, kind: 'warn', source: 'person', active: true, createdAt: when } as const
    db.insert(cases)
      .values({ guildId, ...warning, targetId, moderatorId })
      .run()
    db.insert(reputationGifts).values({ guildId, giverId, receiverId: targetId, at: when }).run()
    db.insert(inviteCredits).values({ guildId, userId: targetId, inviterId }).run()
    db.insert(settingsHistory)
      .values({ guildId, feature: 'leveling', userId: authorId, via: 'dashboard', at: when, changes: {} })
      .run()
    const gone = [moderatorId, giverId, inviterId, authorId]
    for (const id of gone) await own.as('owner').rest('DELETE', `/guilds/${guildId}/members/${id}`)
    await own.heard()
    for (const id of gone)
      expect(await boss.call('GET', at(`members/${id}`))).toMatchObject({ body: { member: { id, state: 'gone' } } })
    await give({ feature: 'reputation', level: 'view' })
    const statuses: number[] = []
    for (const id of gone) statuses.push((await helper.call('GET', at(`members/${id}`))).status)
    expect(statuses).toEqual([404, 200, 404, 404])
  } finally {
    await own.close()
  }
})

test('if a ban is unknown, the page says whether I may not see it or Discord does not answer', async () => {
  const { app: own, owner: boss, at } = await createDelegatedAccess()
  try {
    const { rest } = own.as('owner')
    const left = ['member5', 'member6'].map(login => own.as(login).userId)
    const guild = await own.product.services.client.guilds.fetch(own.guildId)
    for (const id of left) {
      await own.answer('owner', `.warn <@${id}> off topic`)
      await rest('PUT', `/guilds/${own.guildId}/bans/${id}`, {})
    }
    await own.heard()
    const shown = async (id = '') => (await boss.call('GET', at(`members/${id}`))).body
    const failing = vi.spyOn(guild.bans, 'fetch').mockRejectedValue(new Error('Discord is down'))
    expect(await shown(left[0])).toMatchObject({ member: { state: 'gone', withheld: 'bans-unread' } })
    failing.mockRestore()
    for (const { id } of guild.members.me?.roles.cache.values() ?? [])
      await rest('PATCH', `/guilds/${own.guildId}/roles/${id}`, { permissions: '1024' })
    await own.heard()
    expect(await shown(left[1])).toMatchObject({ member: { state: 'gone', withheld: 'bans-hidden' } })
  } finally {
    await own.close()
  }
})

test('a webhook that was punished is not a person who left', async () => {
  const channel = `/channels/${app.channel('general')}/webhooks`
  const { id } = await app.as('owner').rest<{ id: string }>('POST', channel, { name: 'Hook' })
  const sanction = { guildId: app.guildId, number: 1, userId: id, at: Date.now() }
  const steps = [{ do: 'delete-webhook', enough: true }]
  app.product.services.db
    .insert(antinukeSanctions)
    .values({ ...sanction, state: 'done', done: 'delete-webhook', steps })
    .run()
  expect(await look(id)).toMatchObject(unknown)
})

test('Discord is asked once about somebody who is viewed again, and one viewer cannot use up a server’s budget', async () => {
  // By any path: whether they are in the server, who they are, whether they are banned.
  const asked = () =>
    app.sandbox.requests().filter(({ caller, path }) => caller === 'bot' && path.includes('/100000000000')).length
  const ids = Array.from({ length: 40 }, (_, place) => String(100_000_000_000_001_000n + BigInt(place)))
  const fresh = '100000000000009999'
  const admin = await app.signIn('admin')
  // All seventy requests come within a minute, and the first thirty while an answer is still cached, however slow the
  // machine is.
  stoppedAt = Date.now()
  onTestFinished(() => void (stoppedAt = undefined))
  const before = asked()
  await Promise.all([look(ids[0] ?? '', admin), look(ids[0] ?? '', admin)])
  expect(asked() - before).toBe(2)
  for (let time = 0; time < 30; time += 1) expect((await look(ids[0] ?? '', admin)).status).toBe(404)
  expect(asked() - before).toBe(2)
  const answers: unknown[] = []
  for (const id of ids) answers.push(await look(id, admin))
  expect(answers.filter(answer => (answer as { status: number }).status === 404)).toHaveLength(30)
  expect(answers.at(-1)).toMatchObject({
    status: 429,
    error: expect.stringMatching(/^You have looked up too many people\. Try again in \d+ seconds\.$/),
  })
  expect(asked() - before).toBe(60)
  // People whom the gateway keeps up to date need no request.
  expect((await look(account('admin'), admin)).status).toBe(200)
  expect((await look(fresh)).status).toBe(404)
  expect((await owner.call('GET', `/api/guild/${app.guildId}/people?search=mem`)).status).toBe(200)
  // An answer that was requested for one viewer is reused for others.
  expect((await look(fresh, admin)).status).toBe(404)
})

test('strikes, joins and invites can be requested for one person', async () => {
  const { guildId } = app
  const { db } = app.product.services
  const [one, two] = [account('member6'), account('member7')]
  for (const userId of [one, two]) {
    const strike = { userId, userName: 'somebody', channelId: null, evidence: '', rule: 'spam', at: Date.now() }
    db.insert(automodStrikes)
      .values({ guildId, source: userId, ...strike })
      .run()
    db.insert(inviteJoins).values({ guildId, userId, via: 'invite', certainty: 'certain', at: Date.now() }).run()
    db.insert(inviteCredits)
      .values({ guildId, userId: userId === one ? two : one, inviterId: userId })
      .run()
  }
  const ask = async (path: string) => (await owner.call('GET', `/api/guild/${guildId}/${path}`)).body
  expect(await ask(`automod/strikes?user=${one}`)).toMatchObject({ members: [{ id: one, strikes: 1 }] })
  expect(await ask(`invites/joins?user=${one}`)).toMatchObject({ joins: [{ member: { id: one } }], total: 1 })
  expect(await ask(`invites/board?user=${one}`)).toMatchObject({ rows: [{ user: { id: one }, tracked: 1 }], total: 1 })
  expect(await ask(`invites/board?user=${app.botId}`)).toMatchObject({ rows: [], total: 0 })
  const both = (await ask('automod/strikes')) as { members: { id: string }[] }
  expect(both.members.map(({ id }) => id)).toEqual(expect.arrayContaining([one, two]))
})
