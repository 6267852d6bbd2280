import { PermissionFlagsBits, Status } from 'discord.js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { createAccess } from './access.ts'

let app: Harness
beforeAll(async () => {
  app = await createHarness({ features: [] })
})
afterAll(() => app.close())
afterEach(() => {
  app.sandbox.context.conditions.failNext = undefined
})

const guild = () => {
  const found = app.product.services.client.guilds.cache.get(app.guildId)
  if (!found) throw new Error('the product does not see its guild')
  return found
}
const level = (login: string) => app.product.services.access.level(app.guildId, app.as(login).userId)
const becomes = (login: string, wanted: string) =>
  until(`${login} to have the level ${wanted}`, async () => (await level(login)) === wanted && wanted)

test('the owner is owner, an administrator manages, everybody else has no level', async () => {
  expect(await level('owner')).toBe('owner')
  expect(await level('admin')).toBe('manage')
  expect(await level('moderator')).toBe('none')
  expect(await level('member1')).toBe('none')
  expect(await app.product.services.access.level(app.guildId, '100000000000000001')).toBe('none')
  expect(await app.product.services.access.level(app.guildId, app.botId)).toBe('none')
  expect(await app.product.services.access.level('100000000000000001', app.as('owner').userId)).toBe('none')
})

test('Manage Server is enough, ends with the role, and is suspended during a timeout', async () => {
  const owner = app.as('owner')
  const { userId } = app.as('member2')
  const member = `/guilds/${app.guildId}/members/${userId}`
  const role = await owner.rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, {
    name: 'Helper',
    permissions: String(PermissionFlagsBits.ManageGuild),
  })
  await owner.rest('PUT', `${member}/roles/${role.id}`)
  expect(await becomes('member2', 'manage')).toBe('manage')
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  await owner.rest('PATCH', member, { communication_disabled_until: soon })
  expect(await becomes('member2', 'none')).toBe('none')
  await owner.rest('PATCH', member, { communication_disabled_until: null })
  expect(await becomes('member2', 'manage')).toBe('manage')
  await owner.rest('DELETE', `/guilds/${app.guildId}/roles/${role.id}`)
  expect(await becomes('member2', 'none')).toBe('none')
})

test('a member missing from the cache is fetched', async () => {
  guild().members.cache.delete(app.as('admin').userId)
  expect(await level('admin')).toBe('manage')
})

test('without the gateway, members are requested over REST; without an answer nobody has any rights', async () => {
  const { shard } = guild()
  const { userId } = app.as('rogue')
  expect(await level('rogue')).toBe('manage')
  shard.status = Status.Reconnecting
  try {
    const asked = () => app.sandbox.requests().filter(one => one.path.endsWith(`/members/${userId}`)).length
    const before = asked()
    expect(await level('rogue')).toBe('manage')
    expect(asked()).toBe(before + 1)
    app.sandbox.context.conditions.failNext = { count: 10, status: 500, route: '/members/' }
    expect(await level('rogue')).toBe('none')
  } finally {
    shard.status = Status.Ready
  }
})

test('a non-member who keeps trying costs one request to Discord, and is let in right after joining', async () => {
  const { client, access } = app.product.services
  const { userId } = app.as('stranger')
  const asked = () => app.sandbox.requests().filter(one => one.path.endsWith(`/members/${userId}`)).length
  const before = asked()
  for (let turn = 0; turn < 20; turn++) expect(await level('stranger')).toBe('none')
  expect(asked()).toBe(before + 1)
  client.emit('guildMemberAdd', await guild().members.fetch(app.as('admin').userId))
  expect(await level('stranger')).toBe('none')
  expect(asked()).toBe(before + 1)
  const invite = await app.as('owner').rest<{ code: string }>('POST', `/channels/${app.channel('general')}/invites`, {})
  await app.as('stranger').rest('POST', `/invites/${invite.code}`, {})
  access.supply((_guild, member) => (member.id === userId ? 'view' : 'none'))
  expect(await becomes('stranger', 'view')).toBe('view')
})

test('a feature can raise a level but never lower it', async () => {
  const access = createAccess({ client: app.product.services.client })
  const { userId } = app.as('member3')
  access.supply((_guild, member) => (member.id === userId ? 'owner' : 'none'))
  expect(await access.level(app.guildId, userId)).toBe('owner')
  expect(await access.level(app.guildId, app.as('admin').userId)).toBe('manage')
})

test('each level includes the ones below it', () => {
  const { allows } = app.product.services.access
  expect((['none', 'view', 'manage', 'owner'] as const).map(one => allows(one, 'manage'))).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(allows('none', 'signed-in')).toBe(true)
  expect(allows('view', 'view')).toBe(true)
  expect(allows('manage', 'owner')).toBe(false)
})
