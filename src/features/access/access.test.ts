import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import autorole from '../autorole/contract.ts'
import invites from '../invites/contract.ts'
import leveling from '../leveling/contract.ts'
import access from './contract.ts'

let app: Harness
let now = Date.now()
let owner: Visitor
let admin: Visitor
let helper: Visitor
let helperId: string

beforeAll(async () => {
  app = await createHarness({ now: () => now })
  owner = await app.signIn('owner')
  admin = await app.signIn('admin')
  helper = await app.signIn('member1')
  helperId = app.as('member1').userId
})
afterAll(() => app.close())

const at = (path: string) => `/api/guild/${app.guildId}/${path}`
const give = (body: object, by = owner) =>
  by.call('POST', at('access'), { kind: 'member', id: helperId, expiresAt: null, ...body })
const take = (feature: string, by = owner, id = helperId) => by.call('DELETE', at(`access/${id}/${feature}`))
const status = async (method: string, path: string, body?: object, by = helper) =>
  (await by.call(method, at(path), body)).status
const grants = () => app.product.services.settings.read(app.guildId, access).grants
const cards = async () =>
  ((await helper.call('GET', '/api/user')).body as { data: { guilds: { id: string }[] } }).data.guilds.map(
    ({ id }) => id,
  )
const save = { modUpdate: true, max_warnings: 4 }

describe('what the owner grants a member', () => {
  test('view: the feature can be read, nothing can be changed, and nothing else is shown', async () => {
    expect(await status('GET', 'moderation/cases')).toBe(403)
    expect(await cards()).not.toContain(app.guildId)
    expect((await give({ feature: 'moderation', level: 'view' })).status).toBe(200)
    expect(await cards()).toContain(app.guildId)
    expect(await status('GET', 'moderation/cases')).toBe(200)
    expect(await status('GET', 'channels')).toBe(200)
    expect(await status('POST', 'basic', save)).toBe(403)
    expect(await status('GET', 'invites/board')).toBe(403)
    expect(await status('GET', 'export')).toBe(403)
    const { guild } = (await helper.call('GET', at('basic'))).body as { guild: Record<string, unknown> }
    expect(guild).toHaveProperty('max_warn')
    expect(guild).not.toHaveProperty('prefix')
    expect(guild).not.toHaveProperty('automod')
    const readOnly = async (by: Visitor) =>
      ((await by.call('GET', at('basic'))).body as { readOnly?: string[] }).readOnly
    expect(await readOnly(helper)).toContain('modUpdate')
    expect(await readOnly(admin)).toBeUndefined()
  })

  test('manage: that feature can be changed and switched, on the page and by its command, and no other', async () => {
    expect((await give({ feature: 'moderation', level: 'manage' })).status).toBe(200)
    expect(grants()).toHaveLength(1)
    expect(await status('POST', 'basic', save)).toBe(200)
    expect(await status('PATCH', 'modules/moderation', { enabled: true })).toBe(200)
    expect(await status('PATCH', 'modules/automod', { enabled: true })).toBe(403)
    expect(await status('POST', 'basic', { automodUpdate: true, anti_links: 'on' })).toBe(403)
    const said = await app.as('member1').say(app.channel('general'), '.maxwarn limit 3')
    expect(textOf(await app.answerTo(said))).not.toContain('You need')
    const other = await app.as('member1').say(app.channel('general'), '.automod on')
    expect(textOf(await app.answerTo(other))).toContain('You need Manage Server')
  })

  test('of the basics shows no other module, in commands as on pages', async () => {
    await give({ feature: 'general', level: 'manage' })
    const shown = async (module: string) =>
      textOf(await app.answerTo(await app.as('member1').say(app.channel('general'), `.config show ${module}`)))
    expect(await shown('general')).toContain('Bot Prefix')
    expect(await shown('automod')).toContain('Only members who were given access may do this.')
    await take('general')
  })

  test('of the basics alone saves no switch of another module that shares their form, and nothing beside it', async () => {
    await give({ feature: 'general', level: 'manage' })
    const read = async () => (await owner.call('GET', at('basic'))).body
    const before = await read()
    expect((await helper.call('GET', at('basic'))).body).toMatchObject({
      readOnly: expect.arrayContaining(['invite_tracking', 'flag_translation']),
    })
    expect(await status('POST', 'basic', { basicUpdate: true, prefix: '!', flag_translation: 'on' })).toBe(403)
    expect(await read()).toEqual(before)
    await take('general')
    await give({ feature: 'translation', level: 'manage' })
    expect(await status('POST', 'basic', { basicUpdate: true, prefix: '!' })).toBe(403)
    expect(await status('POST', 'basic', { basicUpdate: true, flag_translation: 'on' })).toBe(200)
    expect(await read()).toMatchObject({ guild: { prefix: '.', flag_translation: { enabled: true } } })
    await take('translation')
  })

  test('is reported to them, so that their pages can adapt', async () => {
    const own = (await helper.call('GET', at('own-access'))).body
    expect(own).toMatchObject({ level: 'visit', features: { moderation: 'manage', automod: 'visit' } })
    expect((await admin.call('GET', at('own-access'))).body).toMatchObject({ level: 'manage' })
  })

  test('shows them the changes of those features alone', async () => {
    await owner.call('POST', at('basic'), { basicUpdate: true, prefix: '!' })
    await owner.call('POST', at('basic'), { basicUpdate: true, prefix: '.' })
    const read = async (by: Visitor) =>
      ((await by.call('GET', at('history'))).body as { revisions: { feature: string }[] }).revisions
    expect(new Set((await read(helper)).map(({ feature }) => feature))).toEqual(new Set(['moderation']))
    expect((await read(admin)).map(({ feature }) => feature)).toContain('general')
  })

  test('ends when it is revoked', async () => {
    expect((await take('moderation')).status).toBe(200)
    expect(await status('GET', 'moderation/cases')).toBe(403)
    expect(await status('GET', 'own-access')).toBe(403)
    expect((await take('moderation')).status).toBe(404)
  })

  test('to everything equals Manage Server, but cannot be passed on', async () => {
    await give({ feature: 'all', level: 'manage' })
    expect(await status('GET', 'invites/board')).toBe(200)
    expect(await status('POST', 'basic', { basicUpdate: true, prefix: '.' })).toBe(200)
    expect(await status('GET', 'access')).toBe(200)
    expect((await give({ feature: 'automod', level: 'manage' }, helper)).status).toBe(403)
    expect((await give({ feature: 'automod', level: 'manage' }, admin)).status).toBe(403)
    expect((await take('all', admin)).status).toBe(403)
    await take('all')
  })
})

describe('what is granted to a role', () => {
  test('applies to whoever has the role, and ends with it', async () => {
    const boss = app.as('owner')
    const role = await boss.rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, { name: 'Greeters' })
    await until('the role to be known', () =>
      app.product.services.client.guilds.cache.get(app.guildId)?.roles.cache.has(role.id),
    )
    expect((await give({ kind: 'role', id: role.id, feature: 'greetings', level: 'manage' })).status).toBe(200)
    expect(await status('GET', 'greeting')).toBe(403)
    await boss.rest('PUT', `/guilds/${app.guildId}/members/${helperId}/roles/${role.id}`)
    await until('the role to be held', async () => (await status('GET', 'greeting')) === 200)
    const listed = (await admin.call('GET', at('access'))).body
    expect(listed).toMatchObject({ grants: [{ kind: 'role', name: 'Greeters', title: 'Greetings', level: 'manage' }] })
    await boss.rest('DELETE', `/guilds/${app.guildId}/roles/${role.id}`)
    await until('the grant to go with the role', () => grants().length === 0)
    expect(await status('GET', 'greeting')).toBe(403)
  })
})

describe('a role that is given automatically', () => {
  let roleId: string
  beforeAll(async () => {
    const made = await app
      .as('owner')
      .rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, { name: 'Regulars' })
    roleId = made.id
    await until('the role to be known', () =>
      app.product.services.client.guilds.cache.get(app.guildId)?.roles.cache.has(roleId),
    )
  })

  test('cannot be one that grants access', async () => {
    expect((await give({ kind: 'role', id: roleId, feature: 'invites', level: 'view' })).status).toBe(200)
    const wanted = { autoroleUpdate: true, memberRoles: [roleId] }
    const refused = await owner.call('POST', at('autorole'), wanted)
    expect(refused).toMatchObject({ status: 403, body: { error: expect.stringContaining('access to the dashboard') } })
    await take('invites', owner, roleId)
    expect((await owner.call('POST', at('autorole'), wanted)).status).toBe(200)
    await owner.call('POST', at('autorole'), { autoroleUpdate: true, memberRoles: [] })
  })

  test.each([
    ['Auto Roles', autorole, { memberRoles: (id: string) => [id] }],
    [leveling.title, leveling, { levelRoles: (id: string) => [{ level: 2, roleId: id }] }],
    [invites.title, invites, { ranks: (id: string) => [{ invites: 1, roleId: id }] }],
  ])('by %s cannot be given access', async (title, contract, patch) => {
    const [[key, value] = ['', () => []]] = Object.entries<(id: string) => unknown>(patch)
    const write = (to: unknown) =>
      app.product.services.settings.write(app.guildId, contract, { [key]: to }, { userId: null, via: 'test' })
    write(value(roleId))
    expect(await give({ kind: 'role', id: roleId, feature: 'invites', level: 'view' })).toMatchObject({
      status: 400,
      body: { fields: { id: `${title} gives this role to members by itself. Take it out there first.` } },
    })
    write([])
  })
})

test('whoever leaves has no access when they come back', async () => {
  const { userId } = app.as('member4')
  await give({ id: userId, feature: 'all', level: 'manage' })
  await app.as('member4').rest('DELETE', `/users/@me/guilds/${app.guildId}`)
  await until('the grant to go', () => grants().length === 0)
  const invite = await app.as('owner').rest<{ code: string }>('POST', `/channels/${app.channel('general')}/invites`, {})
  await app.as('member4').rest('POST', `/invites/${invite.code}`, {})
  const back = await app.signIn('member4')
  expect((await back.call('GET', at('invites/board'))).status).toBe(403)
})

test('a request that is still arriving when access is lost does nothing', async () => {
  await give({ feature: 'leveling', level: 'manage' })
  const url = new URL(at('progression/reset'), app.product.url)
  const body = JSON.stringify({ confirm: 'reset' })
  const held = request(url, {
    method: 'POST',
    headers: {
      cookie: helper.cookies(),
      origin: url.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  })
  const answered = once(held, 'response')
  held.flushHeaders()
  await once(held, 'continue')
  // The answer to another request says that the first check of this one is over.
  expect(await status('GET', 'own-access')).toBe(200)
  await take('leveling')
  held.end(body)
  const [response] = (await answered) as [IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(403)
})

test('a page that updates by itself ends with the access to it', async () => {
  await give({ feature: 'moderation', level: 'view' })
  const stream = await helper.follow(at('moderation/live'))
  expect(stream.status).toBe(200)
  const recheck = vi.spyOn(app.product.services.live, 'recheck')
  await take('moderation')
  expect(recheck).toHaveBeenCalledWith(app.guildId)
  recheck.mockRestore()
  await stream.ended
})

test('it sleeps during a timeout', async () => {
  await give({ feature: 'invites', level: 'view' })
  const member = `/guilds/${app.guildId}/members/${helperId}`
  const soon = new Date(Date.now() + 24 * 3_600_000).toISOString()
  await app.as('owner').rest('PATCH', member, { communication_disabled_until: soon })
  await until('the timeout to count', async () => (await status('GET', 'invites/board')) === 403)
  await app.as('owner').rest('PATCH', member, { communication_disabled_until: null })
  expect(await until('the access to be back', async () => (await status('GET', 'invites/board')) === 200)).toBe(true)
  await take('invites')
})

test('every change is in the history, with its author', async () => {
  await give({ feature: 'invites', level: 'view' })
  await take('invites')
  const { revisions } = (await admin.call('GET', at('history?feature=access&limit=2'))).body as {
    revisions: { author: { userId: string }; changes: { label: string; difference: object }[] }[]
  }
  expect(revisions.map(({ author }) => author.userId)).toEqual([app.as('owner').userId, app.as('owner').userId])
  expect(revisions[1]?.changes).toMatchObject([
    {
      label: 'Access',
      difference: { kind: 'list', added: [expect.stringContaining('Invite Tracking, may see')], removed: [] },
    },
  ])
})

test.each([
  ['a stranger', { id: '100000000000000001' }, 404],
  ['a bot', () => ({ id: app.botId }), 400],
  ['the owner', () => ({ id: app.as('owner').userId }), 400],
  ['everybody', () => ({ kind: 'role', id: app.guildId }), 400],
  ['a role of nowhere', { kind: 'role', id: '100000000000000001' }, 404],
  ['an unknown feature', { feature: 'nonsense' }, 404],
  ['the rights to give rights', { feature: 'access' }, 404],
  ['a time that is past', { expiresAt: 1 }, 400],
  ['the level of the owner', { level: 'owner' }, 400],
])('%s is refused, with the field at fault', async (_name, body, expected) => {
  const answer = await give({ feature: 'invites', level: 'view', ...(typeof body === 'function' ? body() : body) })
  expect(answer).toMatchObject({ status: expected, body: { fields: expect.any(Object) } })
  expect(grants()).toEqual([])
})

test('members are found by the beginning of their name, without bots and the owner', async () => {
  const { users } = app.product.services.client
  const find = async (id: string) => {
    const search = (await users.fetch(id)).username.slice(0, 4)
    const found = await owner.call('GET', at(`access/candidates?search=${encodeURIComponent(search)}`))
    return (found.body as { members: { id: string }[] }).members.map(one => one.id)
  }
  expect(await find(helperId)).toContain(helperId)
  expect(await find(app.botId)).not.toContain(app.botId)
  expect(await find(app.as('owner').userId)).not.toContain(app.as('owner').userId)
})

test('somebody who asks to be forgotten is named nowhere, not even in earlier changes', async () => {
  await give({ feature: 'invites', level: 'view' })
  const ofHistory = () => JSON.stringify(app.product.services.settings.history(app.guildId, { limit: 1000 }))
  expect(ofHistory()).toContain(helperId)
  await owner.call('POST', at('forget-user'), { userId: helperId })
  expect(grants()).toEqual([])
  expect(ofHistory()).not.toContain(helperId)
  expect(JSON.stringify((await owner.call('GET', at('export'))).body)).not.toContain(helperId)
})

test('access expires on time, and is removed from the list long after, in case the clock is wrong', async () => {
  const day = 24 * 3_600_000
  const { scheduler } = app.product.services
  await give({ feature: 'invites', level: 'view', expiresAt: now + 60_000 })
  expect(await status('GET', 'invites/board')).toBe(200)
  now += 60_001
  expect(await status('GET', 'invites/board')).toBe(403)
  expect((await owner.call('GET', at('access'))).body).toMatchObject({ grants: [] })
  now += day
  await scheduler.tick()
  expect(grants()).toHaveLength(1)
  now += 30 * day
  await scheduler.tick()
  expect(await until('the list to be swept', () => grants().length === 0)).toBe(true)
})

test('whoever left and came back while the bot was offline has no access', async () => {
  const { userId } = app.as('member4')
  const boss = await app.signIn('owner')
  await give({ id: userId, feature: 'all', level: 'manage' }, boss)
  const board = async () => (await (await app.signIn('member4')).call('GET', at('invites/board'))).status
  expect(await board()).toBe(200)
  await app.product.close()
  await app.as('member4').rest('DELETE', `/users/@me/guilds/${app.guildId}`)
  const invite = await app.as('owner').rest<{ code: string }>('POST', `/channels/${app.channel('general')}/invites`, {})
  await app.as('member4').rest('POST', `/invites/${invite.code}`, {})
  await app.restart()
  expect(grants()).toHaveLength(1)
  expect(await board()).toBe(403)
  expect((await (await app.signIn('owner')).call('GET', at('access'))).body).toMatchObject({ grants: [{ name: null }] })
})
