// @module-tag long
import { PermissionFlagsBits, PermissionsBitField } from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import leveling from '#features/leveling/contract.ts'
import moderation from '#features/moderation/contract.ts'
import greetings from '#features/greetings/contract.ts'
import { type DamagedServer, damagedServer, differing } from '#test/recovery.ts'
import { until } from '#test/until.ts'
import { recoveryById } from './store.ts'
import type { Touched } from './steps.ts'

let server: DamagedServer
afterEach(() => server.app.close())

const named = (kind: Touched['kind'], ids: readonly string[]): Touched[] => ids.map(id => ({ kind, id }))
const everySecond = (_id: string, index: number) => index % 2 === 0

test('channels, categories and roles that were deleted come back with everything that depended on them', async () => {
  server = await damagedServer({ channels: 40, roles: 20, members: 30 })
  const { app, guildId } = server
  const knownGood = await server.look()
  const rogue = app.as('admin')
  const channels = server.channels(knownGood).filter(everySecond)
  const roles = server.roles(knownGood).filter(everySecond)
  for (const id of channels) await rogue.rest('DELETE', `/channels/${id}`)
  for (const id of roles) await app.as('owner').rest('DELETE', `/guilds/${guildId}/roles/${id}`)
  const junk = await rogue.rest<{ id: string }>('POST', `/guilds/${guildId}/channels`, { name: 'raided' })
  const touched = [...named('channel', [...channels, junk.id]), ...named('role', roles)]
  const report = await server.over(server.begin({ knownGood, touched }))
  expect(differing(report)).toEqual([])
  const after = await server.look()
  expect([after.channel.size, after.role.size]).toEqual([knownGood.channel.size, knownGood.role.size])
  expect(after.channel.has(junk.id)).toBe(false)
  const names = (state: typeof knownGood) =>
    [...state.channel.values()].map(({ name, position }) => JSON.stringify([position, name])).toSorted()
  expect(names(after)).toEqual(names(knownGood))
})

test('what was changed is changed back, and what an innocent person changed in the meantime stays', async () => {
  server = await damagedServer({ channels: 30, roles: 16, members: 20 })
  const { app, guildId, world } = server
  const knownGood = await server.look()
  const owner = app.as('owner')
  const [first = '', second = '', third = ''] = server.channels(knownGood, 'others')
  const [role = '', other = ''] = server.roles(knownGood)
  const [rule = ''] = knownGood.rule.keys()
  const [hook = ''] = knownGood.webhook.keys()
  const member = app.as('member3').userId
  await owner.rest('PATCH', `/channels/${first}`, { name: 'owned', nsfw: true, permission_overwrites: [] })
  await owner.rest('PATCH', `/channels/${second}`, { topic: 'by an innocent' })
  await owner.rest('PATCH', `/channels/${third}`, { rate_limit_per_user: 21_600 })
  await owner.rest('PATCH', `/channels/${third}`, { nsfw: true })
  await owner.rest('PATCH', `/guilds/${guildId}/roles/${role}`, { name: 'owned', permissions: '8', hoist: true })
  await owner.rest('PATCH', `/guilds/${guildId}/roles/${other}`, { name: 'by an innocent' })
  await owner.rest('PATCH', `/guilds/${guildId}`, { name: 'owned', system_channel_id: null, description: null })
  await owner.rest('PATCH', `/guilds/${guildId}/members/${member}`, { roles: [], nick: 'owned' })
  await owner.rest('PATCH', `/guilds/${guildId}/auto-moderation/rules/${rule}`, { enabled: false, exempt_roles: [] })
  await owner.rest('PUT', `/guilds/${guildId}/onboarding`, { prompts: [] })
  await owner.rest('PATCH', `/guilds/${guildId}/welcome-screen`, { welcome_channels: [] })
  await owner.rest('PATCH', `/guilds/${guildId}/widget`, { enabled: false })
  await owner.rest('DELETE', `/webhooks/${hook}`)
  await owner.rest('PUT', `/guilds/${guildId}/bans/${app.as('member4').userId}`)
  const report = await server.over(
    server.begin({
      knownGood,
      banned: [app.as('member4').userId],
      touched: [
        { kind: 'channel', id: first },
        { kind: 'channel', id: third, fields: ['rate_limit_per_user'] },
        { kind: 'role', id: role },
        { kind: 'member', id: member },
        { kind: 'rule', id: rule },
        { kind: 'webhook', id: hook },
        ...(['guild', 'onboarding', 'welcome', 'widget'] as const).map(kind => ({ kind, id: guildId })),
      ],
    }),
  )
  expect(differing(report)).toEqual([])
  expect(report).toContainEqual(expect.objectContaining({ kind: 'webhook', field: 'url', result: 'impossible' }))
  const after = await server.look()
  expect(after.channel.get(second)).toMatchObject({ topic: 'by an innocent' })
  expect(after.channel.get(third)).toMatchObject({ nsfw: true })
  expect(after.role.get(other)).toMatchObject({ name: 'by an innocent' })
  expect(world().bans.has(app.as('member4').userId)).toBe(false)
})

test('if COMMUNITY was switched off, it comes back before announcements and stages', async () => {
  server = await damagedServer({ channels: 40, roles: 16, members: 16 })
  const { app, guildId } = server
  const knownGood = await server.look()
  const owner = app.as('owner')
  await owner.rest('PATCH', `/guilds/${guildId}`, { features: [] })
  const channels = [...knownGood.channel.keys()]
  for (const id of channels) await owner.rest('DELETE', `/channels/${id}`)
  const touched = [...named('channel', channels), { kind: 'guild' as const, id: guildId }]
  const report = await server.over(server.begin({ knownGood, touched }))
  expect(differing(report)).toEqual([])
  const after = await server.look()
  expect(after.channel.size).toBe(knownGood.channel.size)
  expect(after.guild.get(guildId)?.['features']).toContain('COMMUNITY')
})

test('what was in a channel that could not be recreated is not requested, and that is reported', async () => {
  server = await damagedServer({ channels: 20, roles: 16, members: 8 })
  const { app, guildId } = server
  const knownGood = await server.look()
  const owner = app.as('owner')
  const rooms = server.channels(knownGood, 'others')
  const [[hook, { channel_id: channel }] = ['', {}]] = [...knownGood.webhook].filter(
    ([, { type, channel_id: id }]) => type === 1 && rooms.includes(String(id)),
  )
  await owner.rest('DELETE', `/channels/${String(channel)}`)
  const me = app.product.services.client.guilds.cache.get(guildId)?.members.me
  const { Administrator, ManageChannels } = PermissionFlagsBits
  const permissions = String(PermissionsBitField.All & ~(Administrator | ManageChannels))
  for (const role of me?.roles.cache.values() ?? [])
    await owner.rest('PATCH', `/guilds/${guildId}/roles/${role.id}`, { permissions })
  const report = await server.over(server.begin({ knownGood, touched: named('channel', [String(channel)]) }))
  expect(app.sandbox.requests().filter(({ path }) => path.includes('undefined'))).toEqual([])
  expect(differing(report)).toContainEqual(
    expect.objectContaining({ objectId: hook, reason: 'The channel that it belongs to could not be recreated.' }),
  )
})

test('settings and rows get the new ids, with an entry in the history', async () => {
  server = await damagedServer({ channels: 20, roles: 16, members: 16 })
  const { app, guildId } = server
  const { settings } = app.product.services
  const knownGood = await server.look()
  const [log = ''] = server.channels(knownGood, 'others').filter(id => knownGood.channel.get(id)?.['type'] === 0)
  const [role = ''] = server.roles(knownGood)
  const author = { userId: app.as('owner').userId, via: 'test' }
  settings.write(guildId, moderation, { modlogChannel: log }, author)
  settings.write(guildId, leveling, { enabled: true, noXpRoles: [role] }, author)
  settings.write(guildId, greetings, { welcome_content: `Read <#${log}>` }, author)
  await app.as('owner').rest('DELETE', `/channels/${log}`)
  await app.as('owner').rest('DELETE', `/guilds/${guildId}/roles/${role}`)
  await until('the role to be taken out of the settings', () => settings.read(guildId, leveling).noXpRoles.length === 0)
  const touched = [...named('channel', [log]), ...named('role', [role])]
  await server.over(server.begin({ knownGood, touched }, 12))
  expect(server.now(log)).not.toBe(log)
  expect(settings.read(guildId, moderation).modlogChannel).toBe(server.now(log))
  expect(settings.read(guildId, leveling).noXpRoles).toEqual([server.now(role)])
  expect(settings.read(guildId, greetings).welcome_content).toBe(`Read <#${server.now(log)}>`)
  expect(settings.history(guildId, { limit: 3 }).map(({ author: by }) => by.via)).toEqual(
    Array.from({ length: 3 }, () => 'Restored after incident 12'),
  )
})

test('a second attack during a recovery joins it: what was recreated and destroyed again comes back once', async () => {
  server = await damagedServer({ channels: 40, roles: 16, members: 16 })
  const { app } = server
  const { services } = app.product
  const knownGood = await server.look()
  const rogue = app.as('admin')
  const doomed = server.channels(knownGood).filter(everySecond)
  const others = server.channels(knownGood).filter((id, index) => !everySecond(id, index))
  for (const id of doomed) await rogue.rest('DELETE', `/channels/${id}`)
  const first = server.begin({ knownGood, touched: named('channel', doomed) }, 1)
  const remade = await until('some to be made anew', () => {
    const ids = doomed.map(server.now).filter(id => !doomed.includes(id))
    return ids.length >= 3 && ids
  })
  const again = [...remade.slice(0, 2), ...others.slice(0, 4)]
  const between = await server.look()
  for (const id of again) await rogue.rest('DELETE', `/channels/${id}`)
  const second = server.begin({ knownGood: between, touched: named('channel', again) }, 1)
  expect(second).toBe(first)
  expect(differing(await server.over(first))).toEqual([])
  expect((await server.look()).channel.size).toBe(knownGood.channel.size)
  expect(recoveryById(services, first)?.incident).toBe(1)
  // A second run finds everything in place.
  const requests = app.sandbox.requests().length
  expect(differing(await server.over(server.begin({ knownGood, touched: named('channel', doomed) }, 1)))).toEqual([])
  const writes = app.sandbox
    .requests()
    .slice(requests)
    .filter(({ method }) => method !== 'GET')
  expect(writes).toEqual([])
  expect((await server.look()).channel.size).toBe(knownGood.channel.size)
})
