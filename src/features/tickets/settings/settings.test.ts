// @module-tag long
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { ticketCategoryPresses as presses } from './table.ts'

let harness: Harness
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
})

const roleCalled = (name: string): string => {
  const role = harness.product.services.client.guilds.cache
    .get(harness.guildId)
    ?.roles.cache.find(one => one.name === name)
  if (!role) throw new Error(`no role ${name}`)
  return role.id
}

const under = (path: string) => `/api/guild/${harness.guildId}/tickets${path}`

test('general settings are posted and shown as documented', async () => {
  const owner = await harness.signIn('owner')
  const role = roleCalled('Keeper')
  expect((await owner.call('GET', under('/general'))).body).toMatchObject({
    settings: {
      support_team_roles: null,
      additional_roles: [],
      two_step_close: true,
      two_step_ticket: true,
      auto_pin_ticket: false,
      ticket_padding: '4',
    },
    roles: expect.arrayContaining([{ id: role, name: 'Keeper', color: expect.stringMatching(/^#[0-9A-F]{6}$/) }]),
  })
  const posted = {
    supportTeamRoles: role,
    additionalRoles: [{ id: role, name: 'Keeper' }],
    twoStepClose: false,
    twoStepTicket: false,
    autoPinTicket: true,
    ticketPadding: 3,
  }
  expect((await owner.call('POST', under('/general'), posted)).status).toBe(200)
  expect((await owner.call('GET', under('/general'))).body).toMatchObject({
    settings: {
      support_team_roles: role,
      additional_roles: [{ id: role, name: 'Keeper' }],
      two_step_close: false,
      ticket_padding: '3',
    },
  })
  const legacy = await owner.call('POST', under('/general'), { additionalRoles: [role] })
  expect(legacy.status).toBe(200)
  const shown = async () =>
    ((await owner.call('GET', under('/general'))).body as { settings: { additional_roles: unknown } }).settings
  expect((await shown()).additional_roles).toEqual([{ id: role, name: 'Keeper' }])
  const twice = { additionalRoles: [role, { id: role, name: 'Keeper' }, role] }
  expect((await owner.call('POST', under('/general'), twice)).status).toBe(200)
  expect((await shown()).additional_roles).toEqual([{ id: role, name: 'Keeper' }])
  const everyone = await owner.call('POST', under('/general'), { additionalRoles: [harness.guildId] })
  expect(everyone).toMatchObject({ status: 400, body: { error: expect.stringContaining('everybody would see') } })
  expect((await owner.call('POST', under('/general'), { additionalRoles: ['123456789012345678'] })).status).toBe(400)
  expect((await owner.call('POST', under('/general'), { ticketPadding: '1' })).body).toMatchObject({
    fields: { ticketPadding: expect.any(String) },
  })
})

test('limits and transcripts are posted within their key', async () => {
  const owner = await harness.signIn('owner')
  expect((await owner.call('GET', under('/limits'))).body).toMatchObject({
    success: true,
    limits: {
      maxTicketsPerUser: 3,
      maxOpenTickets: 50,
      cooldownPeriod: 300,
      rateLimitEnabled: true,
      autoCloseInactive: true,
      inactiveThreshold: 7,
      userLimits: { default: 3, premium: 5, vip: 10 },
      roleLimits: {},
    },
  })
  const role = roleCalled('Keeper')
  const limits = { maxOpenTickets: 60, userLimits: { vip: 12 }, roleLimits: { [role]: 8 } }
  expect((await owner.call('POST', under('/limits'), { limits })).body).toMatchObject({ success: true })
  expect((await owner.call('GET', under('/limits'))).body).toMatchObject({
    limits: { maxOpenTickets: 60, userLimits: { default: 3, premium: 5, vip: 12 }, roleLimits: { [role]: 8 } },
  })
  const wrong = await owner.call('POST', under('/limits'), { limits: { maxTicketsPerUser: 21 } })
  expect(wrong).toMatchObject({ status: 400, body: { fields: { maxTicketsPerUser: expect.any(String) } } })
  expect((await owner.call('POST', under('/limits'), { maxTicketsPerUser: 4 })).status).toBe(400)
  for (const nobodys of [harness.guildId, '123456789012345678'])
    expect(await owner.call('POST', under('/limits'), { limits: { roleLimits: { [nobodys]: 4 } } })).toMatchObject({
      status: 400,
      body: { fields: { roleLimits: expect.any(String) } },
    })

  const config = { format: 'txt', retention: 90, enabled: false, logChannel: harness.channel('general') }
  expect((await owner.call('POST', under('/transcript'), { config })).status).toBe(200)
  expect((await owner.call('GET', under('/transcript'))).body).toMatchObject({
    success: true,
    config: { ...config, autoGenerate: true, includeAttachments: true, webhookUrl: '', dmUser: false },
    channels: expect.arrayContaining([expect.objectContaining({ id: config.logChannel, type: 0 })]),
  })
  const token = 'x'.repeat(60)
  for (const webhookUrl of [
    'https://example.org/api/webhooks/123456789012345678/abc',
    `https://example.org/api/webhooks/123456789012345678/${token}`,
    `https://discord.com.example.org/api/webhooks/123456789012345678/${token}`,
    `https://discord.com@example.org/api/webhooks/123456789012345678/${token}`,
    `https://discord.com:8443/api/webhooks/123456789012345678/${token}`,
    `https://example.org/?https://discord.com/api/webhooks/123456789012345678/${token}`,
    `http://discord.com/api/webhooks/123456789012345678/${token}`,
    `https://127.0.0.1/api/webhooks/123456789012345678/${token}`,
    `https://discord.com/api/webhooks/123456789012345678/${token}/../../../users/@me`,
    `https://discord.com/api/webhooks/123456789012345678/${token}#@example.org`,
    `https://discord.com/api/webhooks/123456789012345678/${token}?wait=true`,
    `javascript:alert(1)//discord.com/api/webhooks/123456789012345678/${token}`,
  ])
    expect(await owner.call('POST', under('/transcript'), { config: { webhookUrl } })).toMatchObject({
      status: 400,
      body: { fields: { webhookUrl: 'Please enter a valid URL of a Discord webhook.' } },
    })
})

test('categories are added, created, made the default and removed', async () => {
  const owner = await harness.signIn('owner')
  const made = await owner.call('POST', under('/categories'), { type: 'open', categoryId: null, categoryName: 'Help' })
  expect(made).toMatchObject({ status: 200, body: { success: true, category: { name: 'Help' } } })
  const { id: help } = (made.body as { category: { id: string } }).category
  const second = await owner.call('POST', under('/categories'), { type: 'open', categoryName: 'More help' })
  const { id: more } = (second.body as { category: { id: string } }).category
  expect((await owner.call('POST', under('/categories'), { type: 'open', categoryId: help })).status).toBe(409)
  expect((await owner.call('POST', under('/categories'), { type: 'open' })).status).toBe(400)
  const general = { type: 'closed', categoryId: harness.channel('general') }
  expect((await owner.call('POST', under('/categories'), general)).status).toBe(404)
  expect((await owner.call('GET', under('/categories'))).body).toMatchObject({
    categories: {
      open: [
        { id: help, name: 'Help' },
        { id: more, name: 'More help' },
      ],
      closed: [],
      defaultOpen: help,
      defaultClosed: null,
    },
    channels: expect.arrayContaining([{ id: help, name: 'Help', used: 0 }]),
  })
  await owner.call('PATCH', under('/categories/default'), { categoryId: more, type: 'open' })
  expect((await owner.call('DELETE', under(`/categories/${more}?type=open`))).status).toBe(200)
  expect((await owner.call('GET', under('/categories'))).body).toMatchObject({
    categories: { open: [{ id: help }], defaultOpen: help },
  })
  expect((await owner.call('DELETE', under(`/categories/${more}?type=open`))).status).toBe(404)
  expect((await owner.call('PATCH', under('/categories/default'), { categoryId: more, type: 'open' })).status).toBe(404)
})

test('the hub shows everything at once', async () => {
  const owner = await harness.signIn('owner')
  expect((await owner.call('GET', under(''))).body).toMatchObject({
    guild: { id: harness.guildId },
    settings: {
      enabled: true,
      limit: 10,
      log_channel: null,
      support_role: null,
      ping_role: null,
      ticket_open_category: null,
      panelData: { embedData: { title: 'Support Ticket', color: '#068ADD', button_label: 'Create Ticket' } },
      panels: [],
      categories: { open: [], closed: [] },
    },
    roles: expect.any(Array),
  })
})

test('a category that Discord created without a response is found when the request is repeated', async () => {
  const owner = await harness.signIn('owner')
  const body = { type: 'open', categoryName: 'Help', key: randomUUID() }
  const named = () =>
    harness.product.services.client.guilds.cache
      .get(harness.guildId)
      ?.channels.cache.filter(({ name }) => name === 'Help')
      .map(({ id }) => id)
  // A category that somebody else created before is not mistaken for it.
  await harness.as('owner').rest('POST', `/guilds/${harness.guildId}/channels`, { name: 'Help', type: 4 })
  await harness.heard()
  const [earlier] = named() ?? []
  const lost = { count: 1, status: 400, route: 'POST /guilds/:guild_id/channels', done: true }
  harness.sandbox.context.conditions.failNext = lost
  expect((await owner.call('POST', under('/categories'), body)).status).not.toBe(200)
  await harness.heard()
  const [made, ...others] = named()?.filter(id => id !== earlier) ?? []
  expect(others).toEqual([])
  expect(await owner.call('POST', under('/categories'), body)).toMatchObject({
    status: 200,
    body: { category: { id: made } },
  })
  expect(named()).toEqual([earlier, made])
})

test('a repeated request after a missing response creates one category', async () => {
  let owner = await harness.signIn('owner')
  const add = (key: string, categoryName = 'Help') =>
    owner.call('POST', under('/categories'), { type: 'open', categoryName, key })
  const key = randomUUID()
  // Even while the first request is still in progress.
  const answers = [...(await Promise.all([add(key), add(key)])), await add(key)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => (body as { category: { id: string } }).category.id)).size).toBe(1)
  expect(await add(key, 'Another')).toMatchObject({ status: 409, body: { code: 'request.key' } })
  await harness.restart()
  owner = await harness.signIn('owner')
  expect((await add(key)).body).toEqual(answers[0]?.body)
  expect(await add(key, 'Another')).toMatchObject({ status: 409, body: { code: 'request.key' } })
  expect((await add(randomUUID())).status).toBe(200)
  const { body } = await owner.call('GET', under('/categories'))
  expect((body as { categories: { open: unknown[] } }).categories.open).toHaveLength(2)
})

test('of requests for a category the newest fifty of each server are kept', async () => {
  const { db } = harness.product.services
  const byId = harness.as('owner').userId
  const ask = (guildId: string, key: string) =>
    db.insert(presses).values({ guildId, byId, key, asked: '', known: [] }).run()
  ask('1', 'of another')
  for (let number = 0; number < 50; number += 1) ask(harness.guildId, String(number))
  const owner = await harness.signIn('owner')
  const key = randomUUID()
  const added = await owner.call('POST', under('/categories'), { type: 'open', categoryName: 'Help', key })
  expect(added.status).toBe(200)
  const kept = db.select().from(presses).all()
  expect(kept.filter(({ guildId }) => guildId === '1').map(one => one.key)).toEqual(['of another'])
  const own = kept.filter(({ guildId }) => guildId === harness.guildId).map(one => one.key)
  expect(own).toEqual([...Array.from({ length: 49 }, (_, number) => String(number + 1)), key])
})
