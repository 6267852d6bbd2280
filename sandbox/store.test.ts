import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire } from '#test/sandbox/wire-world.ts'
import { applicationOf } from './demo/environment.ts'

/** The bot's application sells a subscription and something that is used up. */
async function open() {
  const world = await openWire([Intent.Guilds])
  const application = applicationOf(world.sandbox)
  const sku = (id: string, type: 3 | 5) => ({ id, type, application_id: application.id, name: id, slug: id, flags: 4 })
  application.skus = [sku('501', 5), sku('301', 3)]
  return { ...world, base: `/applications/${application.id}` as const }
}

test('a test entitlement is created, consumed and deleted, each with an event to the application', async () => {
  const world = await open()
  const all = `${world.base}/entitlements` as const
  const make = (sku_id: string, owner_id: string) =>
    world.ask('bot', `POST ${all}`, { body: { sku_id, owner_id, owner_type: 1 } })
  expect((await world.ask('bot', `GET ${world.base}/skus`)).body).toHaveLength(2)
  expect((await make('9', world.guildId)).body.code).toBe(10_027)
  expect((await make('301', '1')).body.code).toBe(50_035)
  const { id } = (await make('301', world.guildId)).body
  expect(await world.heard('ENTITLEMENT_CREATE')).toMatchObject({ id, guild_id: world.guildId, starts_at: null })
  expect((await world.ask('bot', `GET ${all}?guild_id=${world.guildId}`)).body).toMatchObject([{ id }])
  expect((await world.ask('bot', `POST ${all}/${id}/consume`)).status).toBe(204)
  expect(await world.heard('ENTITLEMENT_UPDATE')).toMatchObject({ id, consumed: true })
  expect((await world.ask('bot', `POST ${all}/${id}/consume`)).body.code).toBe(40_018)
  expect((await world.ask('bot', `DELETE ${all}/${id}`)).status).toBe(204)
  expect(await world.heard('ENTITLEMENT_DELETE')).toMatchObject({ id, deleted: true })
  expect((await world.ask('bot', `GET ${all}`)).body).toEqual([])
  expect((await world.ask('bot', `GET ${all}?exclude_deleted=false`)).body).toMatchObject([{ id }])
  const foreign = `/applications/${world.idOf('tally')}/entitlements` as const
  expect((await world.ask('bot', `GET ${foreign}`)).body.code).toBe(20_012)
  expect((await world.ask('bot', `GET ${all}/1`)).body.code).toBe(10_029)
  expect(world.sandbox.violations()).toEqual([])
})

test('a monthly purchase is a subscription with an entitlement that ends and cannot be deleted', async () => {
  const world = await open()
  const bought = (await world.ask('member1', 'POST /store/skus/501/purchase', { body: {} })).body
  const subscription = await world.heard('SUBSCRIPTION_CREATE')
  expect(subscription).toMatchObject({ user_id: world.idOf('member1'), entitlement_ids: [bought.id], status: 0 })
  expect(await world.heard('ENTITLEMENT_CREATE')).toMatchObject({ id: bought.id })
  const entitlement = `${world.base}/entitlements/${bought.id}` as const
  expect((await world.ask('bot', `DELETE ${entitlement}`)).body.code).toBe(40_019)
  const list = `GET /skus/501/subscriptions?user_id=${world.idOf('member1')}` as const
  expect((await world.ask('bot', list)).body).toMatchObject([{ id: subscription['id'] }])
  const cancel = `DELETE /users/@me/billing/subscriptions/${String(subscription['id'])}` as const
  expect((await world.ask('member2', cancel)).body.code).toBe(50_001)
  await world.ask('member1', cancel)
  expect(await world.heard('SUBSCRIPTION_UPDATE')).toMatchObject({ status: 2, canceled_at: expect.any(String) })
  const one = `GET /skus/501/subscriptions/${String(subscription['id'])}` as const
  expect((await world.ask('bot', one)).body.status).toBe(2)
  world.sandbox.advance(31 * 86_400_000)
  const active = `GET ${world.base}/entitlements?only_active=true` as const
  expect((await world.ask('bot', active)).body).toEqual([])
  expect(world.sandbox.violations()).toEqual([])
})
