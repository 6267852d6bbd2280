// @module-tag long
import { GatewayIntentBits as Intent, GuildFeature } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire, type WireWorld } from '#test/sandbox/wire-world.ts'
import { type Conditions, defaultConditions } from './conditions.ts'

const intents = [
  Intent.Guilds,
  Intent.GuildModeration,
  Intent.GuildWebhooks,
  Intent.GuildInvites,
  Intent.GuildIntegrations,
  Intent.GuildMembers,
]
const open = (conditions: Partial<Conditions> = {}) => openWire(intents, conditions)

const guildOf = (world: WireWorld) => {
  const state = world.sandbox.context.world.guilds.get(world.guildId)
  if (!state) throw new Error('no guild')
  return state.guild
}
const edit = (world: WireWorld, body: object, who = 'bot') => world.ask(who, `PATCH /guilds/${world.guildId}`, { body })
const featuresBut = (world: WireWorld, ...without: string[]) =>
  (guildOf(world).features as string[]).filter(one => !without.includes(one))

test('the list of features replaces those that can be changed; the others stay', async () => {
  const world = await open()
  const added = await edit(world, { features: ['COMMUNITY', 'INVITES_DISABLED', 'PARTNERED', 'NO_SUCH'] })
  expect(added.body.features.toSorted()).toEqual(['COMMUNITY', 'INVITES_DISABLED', 'NEWS', 'VANITY_URL'])
  expect((await edit(world, { features: ['COMMUNITY', 'PRUNE_REQUIRES_ADMIN'] })).body.code).toBe(50_013)
  const owned = await edit(world, { features: ['COMMUNITY', 'PRUNE_REQUIRES_ADMIN'] }, 'owner')
  expect(owned.body.features).toContain('PRUNE_REQUIRES_ADMIN')
  expect((await edit(world, { features: ['COMMUNITY', 'PRUNE_REQUIRES_ADMIN', 'DISCOVERABLE'] })).body.code).toBe(
    40_006,
  )
  const emptied = await edit(world, { features: [] }, 'owner')
  expect(emptied.body.features.toSorted()).toEqual(['NEWS', 'VANITY_URL'])
  expect((await edit(world, { features: ['INVITES_DISABLED'] })).body.features).not.toContain('INVITES_DISABLED')
  await world.settle()
  expect(await world.logged(1, 2)).toMatchObject([
    { changes: [{ key: 'features' }] },
    { changes: [{ key: 'features', old_value: expect.arrayContaining(['COMMUNITY']) }] },
  ])
  expect(world.sandbox.violations()).toEqual([])
})

test('without COMMUNITY the required channels can be deleted, and both are needed to switch it on again', async () => {
  const world = await open()
  const [rules, safety, general] = ['rules', 'safety', 'general'].map(name => world.channel(name))
  expect((await world.ask('bot', `DELETE /channels/${rules}`)).body.code).toBe(50_074)
  expect((await edit(world, { rules_channel_id: null })).body.code).toBe(40_006)
  expect((await world.ask('bot', `PATCH /channels/${rules}`, { body: { type: 5 } })).body.code).toBe(50_086)
  await edit(world, { features: featuresBut(world, 'COMMUNITY') })
  expect((await world.ask('bot', `DELETE /channels/${rules}`)).status).toBe(200)
  const features = [...guildOf(world).features, 'COMMUNITY']
  expect((await edit(world, { features })).body.code).toBe(40_006)
  expect((await edit(world, { features, rules_channel_id: world.channel('Bench talk') })).body.code).toBe(50_086)
  const back = await edit(world, { features, rules_channel_id: general, public_updates_channel_id: safety })
  expect(back.body).toMatchObject({ rules_channel_id: general, features: expect.arrayContaining(['COMMUNITY']) })
  expect(world.sandbox.violations()).toEqual([])
})

test("the updates channel of a community follows Discord's news through a webhook of Discord's", async () => {
  const world = await open()
  const safety = world.channel('safety')
  await edit(world, { features: featuresBut(world, 'COMMUNITY') })
  world.take('WEBHOOKS_UPDATE')
  await edit(world, {
    features: [...guildOf(world).features, 'COMMUNITY'],
    rules_channel_id: '1',
    public_updates_channel_id: safety,
  })
  expect((await world.heard('CHANNEL_CREATE'))['name']).toBe('rules')
  expect(await world.heard('WEBHOOKS_UPDATE')).toMatchObject({ channel_id: safety })
  const [hook] = (await world.ask('bot', `GET /channels/${safety}/webhooks`)).body
  expect(hook).toMatchObject({ type: 2, channel_id: safety })
  expect((await world.ask('bot', `DELETE /webhooks/${hook.id}`)).body.code).toBe(50_073)
  expect((await world.ask('bot', `PATCH /webhooks/${hook.id}`, { body: { name: 'Mine' } })).body.code).toBe(50_073)
  await edit(world, { features: featuresBut(world, 'COMMUNITY') })
  expect((await world.ask('bot', `GET /channels/${safety}/webhooks`)).body).toEqual([])
  expect(world.sandbox.violations()).toEqual([])
})

test('what is lost with COMMUNITY is a condition', async () => {
  const left = async (community: Conditions['community']) => {
    const world = await open({ community })
    const body = { enabled: true }
    await world.ask('owner', `PATCH /guilds/${world.guildId}/member-verification`, { body })
    const { body: guild } = await edit(world, { features: featuresBut(world, 'COMMUNITY') })
    return [guild.rules_channel_id !== null, guild.features.includes('MEMBER_VERIFICATION_GATE_ENABLED')]
  }
  const { community } = defaultConditions
  expect(await left(community)).toEqual([true, true])
  expect(await left({ ...community, keepsPointers: false, keepsScreening: false })).toEqual([false, false])
})

test('whether a community needs safety settings is a condition', async () => {
  const code = async (requiresSafety: boolean) => {
    const world = await open({ community: { ...defaultConditions.community, requiresSafety } })
    return (await edit(world, { explicit_content_filter: 0 })).body.code
  }
  expect(await code(false)).toBeUndefined()
  expect(await code(true)).toBe(40_006)
})

test('only the owner transfers the server, and only to a person who has passed screening', async () => {
  const world = await open()
  const admin = world.idOf('admin')
  expect((await edit(world, { owner_id: admin }, 'admin')).body.code).toBe(50_013)
  expect((await edit(world, { owner_id: world.idOf('tally') }, 'owner')).body.code).toBe(50_132)
  expect((await edit(world, { owner_id: world.idOf('stranger') }, 'owner')).body.code).toBe(10_007)
  expect((await edit(world, { owner_id: admin }, 'owner')).body.owner_id).toBe(admin)
  expect(await world.heard('GUILD_UPDATE')).toMatchObject({ owner_id: admin })
  await world.settle()
  expect(await world.logged(1)).toMatchObject([
    { changes: [{ key: 'owner_id', old_value: world.idOf('owner'), new_value: admin }] },
  ])
  const mfa = `POST /guilds/${world.guildId}/mfa` as const
  expect((await world.ask('owner', mfa, { body: { level: 1 } })).body.code).toBe(50_013)
  expect((await world.ask('admin', mfa, { body: { level: 7 } })).body.code).toBe(50_017)
  expect((await world.ask('admin', mfa, { body: { level: 1 } })).body).toEqual({ level: 1 })
  expect(await world.heard('GUILD_UPDATE')).toMatchObject({ mfa_level: 1 })
  expect(world.sandbox.violations()).toEqual([])
})

test('a widget is set up, shows everybody who is online, and has an invite without a creator', async () => {
  const world = await open()
  const path = `/guilds/${world.guildId}/widget` as const
  const general = world.channel('general')
  expect((await world.ask('bot', `GET ${path}`)).body).toEqual({ enabled: false, channel_id: null })
  expect((await world.ask('', `GET ${path}.json`)).body.code).toBe(50_004)
  expect((await world.ask('moderator', `PATCH ${path}`, { body: { enabled: true } })).body.code).toBe(50_013)
  const set = { enabled: true, channel_id: general }
  expect((await world.ask('bot', `PATCH ${path}`, { body: set, reason: 'site' })).body).toEqual(set)
  expect(await world.heard('GUILD_UPDATE')).toMatchObject({ widget_enabled: true, widget_channel_id: general })
  const shown = (await world.ask('', `GET ${path}.json`)).body
  expect(shown).toMatchObject({ name: 'Tidewater Makers', members: expect.arrayContaining([expect.anything()]) })
  const invite = await world.heard('INVITE_CREATE')
  expect(invite).toMatchObject({ channel_id: general })
  expect(invite).not.toHaveProperty('inviter')
  expect(shown.instant_invite).toContain(invite['code'])
  expect((await world.ask('', `GET ${path}.json`)).body.instant_invite).toBe(shown.instant_invite)
  const picture = await fetch(`${world.sandbox.api}/v10${path}.png?style=banner2`)
  expect(picture.headers.get('content-type')).toBe('image/png')
  await world.settle()
  expect(await world.logged(1)).toMatchObject([
    { reason: 'site', changes: [{ key: 'widget_enabled' }, { key: 'widget_channel_id' }] },
  ])
  world.sandbox.gateway.invalidate(false)
  expect(await world.heard('GUILD_CREATE')).not.toHaveProperty('widget_enabled')
  expect(world.sandbox.violations()).toEqual([])
})

test("a template copies the server's structure, and is marked as outdated once that changes", async () => {
  const world = await open()
  const path = `/guilds/${world.guildId}/templates` as const
  const body = { name: 'Makers', description: 'Ours' }
  expect((await world.ask('moderator', `POST ${path}`, { body })).body.code).toBe(50_013)
  const made = (await world.ask('bot', `POST ${path}`, { body })).body
  expect(made).toMatchObject({ ...body, is_dirty: null, source_guild_id: world.guildId })
  const { roles, channels } = made.serialized_source_guild
  expect(roles[0]).toMatchObject({ id: 0, name: '@everyone' })
  expect(roles.some((role: { name: string }) => role.name === 'Palisade')).toBe(false)
  expect(new Set(channels.map((channel: { type: number }) => channel.type))).toEqual(new Set([0, 2, 4, 15]))
  expect((await world.ask('bot', `POST ${path}`, { body })).body.code).toBe(30_031)
  await world.ask('bot', `DELETE /channels/${world.channel('woodwork')}`)
  expect((await world.ask('bot', `GET ${path}`)).body).toMatchObject([{ is_dirty: true }])
  const synced = (await world.ask('bot', `PUT ${path}/${made.code}`)).body
  expect(synced.is_dirty).toBeNull()
  expect(synced.serialized_source_guild.channels).toHaveLength(channels.length - 1)
  expect((await world.ask('bot', `PATCH ${path}/${made.code}`, { body: { name: 'Us' } })).body.name).toBe('Us')
  expect((await world.ask('', `GET /guilds/templates/${made.code}`)).body.name).toBe('Us')
  expect((await world.ask('bot', `DELETE ${path}/${made.code}`)).body.name).toBe('Us')
  expect((await world.ask('', `GET /guilds/templates/${made.code}`)).body.code).toBe(10_057)
  expect(world.sandbox.violations()).toEqual([])
})

test("only members see a server's preview, or everybody once it is discoverable", async () => {
  const world = await open()
  const path = `GET /guilds/${world.guildId}/preview` as const
  expect((await world.ask('stranger', path)).body.code).toBe(10_004)
  expect((await world.ask('bot', path)).body).toMatchObject({ name: 'Tidewater Makers', approximate_member_count: 15 })
  guildOf(world).features.push('DISCOVERABLE' as never)
  expect((await world.ask('stranger', path)).status).toBe(200)
  expect(world.sandbox.violations()).toEqual([])
})

test("whether a bot may remove another application's integration is a condition; a member's client always may", async () => {
  const remove = async (who: string, foreignIntegrations: Conditions['foreignIntegrations']) => {
    const world = await open({ foreignIntegrations })
    const path = `/guilds/${world.guildId}/integrations` as const
    expect((await world.ask(who, `DELETE ${path}/1`)).body.code).toBe(10_005)
    const answer = await world.ask(who, `DELETE ${path}/${world.idOf('tally')}`, { reason: 'rogue' })
    await world.settle()
    const types = world.take('GUILD_MEMBER_REMOVE', 'GUILD_INTEGRATIONS_UPDATE', 'INTEGRATION_DELETE').map(({ t }) => t)
    return { code: answer.body?.code ?? answer.status, types, logged: (await world.logged(82)).length }
  }
  const gone = {
    code: 204,
    types: ['GUILD_MEMBER_REMOVE', 'GUILD_INTEGRATIONS_UPDATE', 'INTEGRATION_DELETE'],
    logged: 1,
  }
  expect(await remove('bot', 'refused')).toEqual({ code: 50_001, types: [], logged: 0 })
  expect(await remove('bot', 'removed')).toEqual(gone)
  expect(await remove('owner', 'refused')).toEqual(gone)
})

test('an application that is authorized for more is announced as changed, and logged', async () => {
  const world = await open()
  const id = world.idOf('tally')
  const authorize = async (scope: string) => {
    const route = `POST /oauth2/authorize?client_id=${id}&scope=${scope}` as const
    const body = { authorize: true, guild_id: world.guildId }
    expect((await world.ask('owner', route, { body })).status).toBe(200)
    await world.settle()
  }
  await world.ask('owner', `DELETE /guilds/${world.guildId}/members/${id}`)
  await authorize('bot')
  expect(await world.heard('INTEGRATION_CREATE')).toMatchObject({ id, scopes: ['bot'] })
  await authorize('bot')
  expect(world.take('INTEGRATION_UPDATE')).toEqual([])
  await authorize('bot+applications.commands')
  const scopes = ['bot', 'applications.commands']
  expect(await world.heard('INTEGRATION_UPDATE')).toMatchObject({ id, scopes, guild_id: world.guildId })
  expect(await world.logged(81)).toMatchObject([
    {
      user_id: world.idOf('owner'),
      target_id: id,
      changes: [{ key: 'scopes', old_value: ['bot'], new_value: scopes }],
    },
  ])
  const listed = (await world.ask('bot', `GET /guilds/${world.guildId}/integrations`)).body
  expect(listed.find((one: { id: string }) => one.id === id).scopes).toEqual(scopes)
  expect(world.sandbox.violations()).toEqual([])
})

test('incident actions expire by themselves and are then absent', async () => {
  const world = await open()
  const until = (hours: number) => new Date(world.sandbox.context.now() + hours * 3_600_000).toISOString()
  const put = (body: object) => world.ask('bot', `PUT /guilds/${world.guildId}/incident-actions`, { body })
  await put({ invites_disabled_until: until(1), dms_disabled_until: until(2) })
  expect(await world.heard('GUILD_UPDATE')).toMatchObject({ incidents_data: { dms_disabled_until: expect.anything() } })
  const data = async () => (await world.ask('bot', `GET /guilds/${world.guildId}`)).body.incidents_data
  world.sandbox.advance(3_600_000)
  expect(await data()).toMatchObject({ invites_disabled_until: null, dms_disabled_until: expect.anything() })
  world.sandbox.advance(3_600_000)
  expect(await data()).toBeNull()
  await world.settle()
  expect(world.take('GUILD_UPDATE')).toEqual([])
  expect(world.sandbox.violations()).toEqual([])
})

test('pending members are let in when screening is removed from the features', async () => {
  const world = await open()
  const screening = { enabled: true }
  await world.ask('owner', `PATCH /guilds/${world.guildId}/member-verification`, { body: screening })
  await world.ask('stranger', 'POST /invites/kiln24', { body: {} })
  expect(await world.heard('GUILD_MEMBER_ADD')).toMatchObject({ pending: true })
  await edit(world, { features: featuresBut(world, 'MEMBER_VERIFICATION_GATE_ENABLED') })
  expect(await world.heard('GUILD_MEMBER_UPDATE')).toMatchObject({ pending: false })
})

test('each picture of a server is uploaded, announced, logged and served byte by byte', async () => {
  const world = await open()
  guildOf(world).features.push(GuildFeature.Banner)
  for (const [field, folder] of [
    ['icon', 'icons'],
    ['splash', 'splashes'],
    ['discovery_splash', 'discovery-splashes'],
    ['banner', 'banners'],
    ['home_header', 'home-headers'],
  ] as const) {
    const bytes = Buffer.from('iVBORw0KGgo=', 'base64')
    const changed = await edit(world, { [field]: `data:image/png;base64,${bytes.toString('base64')}` })
    const hash = changed.body[field] as string
    expect(hash).toEqual(expect.any(String))
    expect(await world.heard('GUILD_UPDATE')).toMatchObject({ [field]: hash })
    await world.settle()
    expect(await world.logged(1)).toMatchObject([{ changes: [{ key: `${field}_hash`, new_value: hash }] }])
    const served = await fetch(`${world.sandbox.url}/cdn/${folder}/${world.guildId}/${hash}.png`)
    expect([served.status, Buffer.from(await served.arrayBuffer())]).toEqual([200, bytes])
    expect((await edit(world, { [field]: null })).body[field]).toBeNull()
    await world.heard('GUILD_UPDATE')
  }
  expect((await world.ask('bot', `GET /guilds/${world.guildId}/preview`)).body.home_header).toBeNull()
  expect(world.sandbox.violations()).toEqual([])
})
