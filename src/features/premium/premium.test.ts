import { applicationOf } from '#sandbox/demo/environment.ts'
import { keepEntitlement } from '#sandbox/world/store/entitlements.ts'
import { GatewayDispatchEvents } from 'discord-api-types/v10'
import { beforeEach, expect, test } from 'vitest'
import { directMessagesTo } from '#test/direct-messages.ts'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

const dayMs = 86_400_000
let app: Harness
let owner: Visitor
/** The product's clock; it stands still, so that a month is exactly a month. */
let now = Date.now()
const openServer = serverPerTest({ now: () => now, env: { PREMIUM: 'granted' } })
beforeEach(async () => {
  app = await openServer()
  owner = await app.signIn('owner')
})

const ask = (login: string, text: string) => app.answer(login, text)
const address = () => `/api/guild/${app.guildId}/premium`
const status = async () => (await owner.call('GET', address())).body
const has = () => app.product.services.entitlements.has(app.guildId, 'premium')
const tick = () => app.product.services.scheduler.tick()
const operator = (login: string) => Object.assign(app.product.services.config, { ownerIds: [app.as(login).userId] })
const notices = (login: string, title: string) =>
  directMessagesTo(app, app.as(login).userId).filter(message => message.embeds[0]?.title === title)

/** A product that Discord sells for servers, and this server's entitlements. */
function entitlements() {
  const application = applicationOf(app.sandbox)
  const sku = {
    id: '900000000000000001',
    type: 5 as const,
    application_id: application.id,
    name: 'Premium',
    slug: 'premium',
    flags: 1 << 7,
  }
  application.skus = [sku]
  const context = app.sandbox.context
  const bought = {
    id: context.nextId(),
    sku_id: sku.id,
    application_id: application.id,
    user_id: app.as('owner').userId,
    guild_id: app.guildId,
    deleted: false,
    starts_at: new Date(now).toISOString(),
    ends_at: null as string | null,
    type: 8 as const,
    consumed: false,
  }
  return {
    bought,
    buy: () => keepEntitlement(context, bought, GatewayDispatchEvents.EntitlementCreate),
    end: () =>
      keepEntitlement(
        context,
        { ...bought, ends_at: new Date(now).toISOString() },
        GatewayDispatchEvents.EntitlementUpdate,
      ),
    refund: () => keepEntitlement(context, { ...bought, deleted: true }, GatewayDispatchEvents.EntitlementDelete),
    /** Without an event, as if the bot had been offline. */
    silently: (changes: Partial<typeof bought>) => context.world.entitlements.set(bought.id, { ...bought, ...changes }),
  }
}

test('a server’s month is claimed once, by somebody with Manage Server, and ends after a notice', async () => {
  expect(await status()).toMatchObject({ state: 'off', claimedAt: null })
  expect(await ask('owner', '.premium')).toContain('claim a free month with `.premium claim`')
  expect(await ask('member1', '.premium claim')).toContain('You need Manage Server')
  const claimed = await owner.call('POST', `${address()}/claim`)
  const end = now + 30 * dayMs
  expect(claimed).toMatchObject({ status: 200, body: { state: 'on', by: 'claim', until: end, claimedAt: now } })
  expect(has()).toBe(true)
  expect(await ask('owner', '.premium status')).toContain(
    `until <t:${Math.ceil(end / 1000)}:D>, through its free month`,
  )
  const again = await owner.call('POST', `${address()}/claim`)
  expect(again).toMatchObject({ status: 409, body: { code: 'premium.claimed' } })
  expect(await ask('owner', '.premium claim')).toContain('A server has one.')
  await tick()
  now = end - 3 * dayMs - 1
  await tick()
  expect(notices('owner', 'Premium ends soon')).toHaveLength(0)
  now += 1
  await tick()
  expect(notices('owner', 'Premium ends soon').map(textOf)).toEqual([
    expect.stringContaining(`<t:${Math.ceil(end / 1000)}:D>`),
  ])
  await app.restart()
  owner = await app.signIn('owner')
  await tick()
  expect(has()).toBe(true)
  now = end
  expect(has()).toBe(false)
  await tick()
  await tick()
  expect(notices('owner', 'Premium ends soon')).toHaveLength(1)
  expect(notices('owner', 'Premium has ended')).toHaveLength(1)
  expect((await owner.call('GET', `/api/guild/${app.guildId}/doctor`)).body).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ feature: 'premium' })]),
  })
})

test('a notice that Discord did not take while it refused the token follows', async () => {
  await owner.call('POST', `${address()}/claim`)
  await tick()
  now += 27 * dayMs
  app.sandbox.context.conditions.failNext = { count: 2, status: 401, route: 'POST /channels/:channel_id/messages' }
  await tick()
  now += 60_000
  await tick()
  expect(notices('owner', 'Premium ends soon')).toHaveLength(1)
})

test.each([
  ['at once', () => Promise.resolve()],
  ['after a restart', () => app.restart()],
])('what ended by a clock that was a month ahead goes on %s, and the features with it', async (_when, settle) => {
  const nickname = () => app.product.services.client.guilds.cache.get(app.guildId)?.members.me?.nickname
  const later = async () => {
    now += 20_000
    await tick()
    await tick()
  }
  await owner.call('POST', `${address()}/claim`)
  await owner.call('POST', `/api/guild/${app.guildId}/personalizer`, { personalizerUpdate: true, name: 'Tide' })
  await later()
  await until('its name', () => nickname() === 'Tide')
  const begun = now
  now += 31 * dayMs
  expect(has()).toBe(false)
  await later()
  await until('the plain name', () => nickname() === null)
  now = begun + dayMs
  await settle()
  expect(has()).toBe(true)
  await later()
  await later()
  await until('its name again', () => nickname() === 'Tide')
})

test('the month stays used when everything about the server is erased', async () => {
  await owner.call('POST', `${address()}/claim`)
  const { db } = app.product.services
  const { forgetGuild } = await import('#kernel/guilds/forget.ts')
  forgetGuild(app.product.services, app.guildId)
  expect(db.$client.prepare('SELECT count(*) FROM premium_periods').pluck().get()).toBe(0)
  expect(await status()).toMatchObject({ state: 'off', claimedAt: now })
  expect((await owner.call('POST', `${address()}/claim`)).status).toBe(409)
  const kept = db.$client.prepare('SELECT * FROM premium_claims').all()
  expect(JSON.stringify(kept)).not.toContain(app.guildId)
})

test('only the operator grants and revokes, by typed commands; days add up', async () => {
  expect(await ask('owner', '.premium grant here 10')).toContain('Only the people who run the bot may do this.')
  expect(has()).toBe(false)
  operator('owner')
  expect(await ask('owner', `.premium grant ${app.guildId} 10`)).toContain('Tidewater Makers has premium until')
  expect(await ask('owner', '.premium grant here 5')).toContain(`<t:${Math.ceil((now + 15 * dayMs) / 1000)}:D>`)
  await owner.call('POST', `${address()}/claim`)
  expect(await status()).toMatchObject({ by: 'grant', until: now + 45 * dayMs })
  for (const [typed, told] of [
    ['.premium grant here 0', 'days'],
    ['.premium grant here soon', 'days'],
    ['.premium grant Tidewater 3', `Did you mean ${app.guildId}, Tidewater Makers?`],
    ['.premium grant 100000000000000001 3', 'I am in no server with the ID 100000000000000001.'],
  ] as const)
    expect(await ask('owner', typed)).toContain(told)
  expect(await status()).toMatchObject({ until: now + 45 * dayMs })
  expect(await ask('owner', '.premium revoke here')).toContain('has lost what it was granted.')
  expect(await status()).toMatchObject({ state: 'off', until: null })
  await tick()
  expect(await ask('owner', '.premium revoke here')).toContain('no premium to take back')
  await expect(app.as('owner').slash(app.channel('general'), 'premium grant')).rejects.toThrow('no subcommand grant')
  const listed = (await owner.call('GET', '/api/commands')).body as { commands: { name: string }[] }
  const names = listed.commands.map(({ name }) => name).filter(name => name.startsWith('premium'))
  expect(names).toEqual(['premium status', 'premium claim'])
})

test('purchases on Discord count, through its events', async () => {
  const { buy, end, refund } = entitlements()
  buy()
  await until('premium', has)
  expect(await status()).toMatchObject({ by: 'discord', until: null })
  expect((await owner.call('POST', `${address()}/claim`)).body).toMatchObject({ code: 'premium.endless' })
  operator('owner')
  expect(await ask('owner', '.premium revoke here')).toContain('only Discord can end')
  end()
  await until('its end', () => !has())
  buy()
  await until('premium again', has)
  refund()
  await until('the refund', () => !has())
  await tick()
})

test('purchases and refunds while the bot was offline are found when it starts', async () => {
  const { silently } = entitlements()
  silently({})
  await app.restart()
  await until('premium', has)
  silently({ deleted: true })
  await app.restart()
  await until('the refund', () => !has())
  owner = await app.signIn('owner')
  expect(await status()).toMatchObject({ state: 'off', by: null })
})

test('the page shows the servers that somebody may open, and whether they may claim', async () => {
  const listed = async (visitor: Visitor, ids: string) => visitor.call('GET', `/api/premium/servers?ids=${ids}`)
  const foreign = [...app.sandbox.context.world.guilds.keys()].filter(id => id !== app.guildId)
  const { body } = await listed(owner, [app.guildId, ...foreign].join(','))
  expect(body).toMatchObject({ servers: [{ id: app.guildId, name: 'Tidewater Makers', state: 'off', mayClaim: true }] })
  expect((await listed(await app.signIn('member1'), app.guildId)).body).toEqual({ servers: [] })
  expect((await listed(owner, 'nonsense')).status).toBe(400)
  expect((await listed(app.visitor(), app.guildId)).status).toBe(401)
  expect((await app.visitor().call('GET', '/api/premium')).body).toEqual({ mode: 'granted' })
})
