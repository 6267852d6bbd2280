import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire, type WireWorld } from '#test/sandbox/wire-world.ts'
import { type Conditions, defaultConditions } from './conditions.ts'

const open = (conditions: Partial<Conditions> = {}) => openWire([Intent.Guilds, Intent.GuildModeration], conditions)

/** The demo's channels that everybody can read; the last three are to read alone. */
const readable = ['general', 'kiln-and-clay', 'woodwork', 'arrivals', 'show-and-tell', 'rules', 'announcements']

const few = { ...defaultConditions.onboarding, channels: 1, writableChannels: 1 }

function roleOf(world: WireWorld, name: string): string {
  for (const role of world.sandbox.context.world.guilds.get(world.guildId)?.roles.values() ?? [])
    if (role.name === name) return role.id
  throw new Error(`no role ${name}`)
}

const question = (world: WireWorld, over: object = {}) => ({
  id: '1',
  title: 'What do you make?',
  options: [
    {
      title: 'Pots',
      emoji_name: '🏺',
      role_ids: [roleOf(world, 'Potter')],
      channel_ids: [world.channel('kiln-and-clay')],
    },
    { title: 'Chairs', channel_ids: [world.channel('woodwork')] },
  ],
  single_select: true,
  ...over,
})

test('onboarding is saved as a whole, its roles are marked, and each question gets an audit log entry', async () => {
  const world = await open()
  const path = `/guilds/${world.guildId}/onboarding` as const
  expect((await world.ask('member1', `GET ${path}`)).body).toMatchObject({ enabled: false, prompts: [] })
  const default_channel_ids = readable.map(name => world.channel(name))
  const first = await world.ask('bot', `PUT ${path}`, {
    body: { enabled: true, mode: 0, default_channel_ids, prompts: [question(world)] },
    reason: 'spring',
  })
  expect(first).toMatchObject({
    status: 200,
    body: { enabled: true, default_channel_ids, prompts: [{ title: 'What do you make?', required: false }] },
  })
  const [prompt] = first.body.prompts
  expect(prompt.id).not.toBe('1')
  expect(prompt.options.map((one: { emoji: object }) => one.emoji)).toEqual([
    { id: null, name: '🏺', animated: false },
    { id: null, name: null, animated: false },
  ])
  expect(await world.heard('GUILD_ROLE_UPDATE')).toMatchObject({ role: { name: 'Potter', flags: 1 } })
  await world.heard('GUILD_UPDATE')
  await world.settle()
  expect(await world.logged(163)).toMatchObject([{ target_id: prompt.id, reason: 'spring' }])
  expect(await world.logged(166)).toMatchObject([
    { changes: expect.arrayContaining([{ key: 'enabled', old_value: false, new_value: true }]) },
  ])

  const renamed = await world.ask('bot', `PUT ${path}`, {
    body: { prompts: [question(world, { id: prompt.id, title: 'What are you making?' })] },
  })
  expect(renamed.body.prompts[0].id).toBe(prompt.id)
  await world.ask('bot', `PUT ${path}`, { body: { prompts: [] } })
  await world.settle()
  expect(await world.logged(164)).toMatchObject([
    { target_id: prompt.id, changes: expect.arrayContaining([expect.objectContaining({ key: 'title' })]) },
  ])
  expect(await world.logged(167)).toMatchObject([
    { changes: [{ key: 'prompts', old_value: [prompt.id], new_value: [] }] },
  ])
  expect(await world.logged(165)).toEqual([])
  expect(world.sandbox.violations()).toEqual([])
})

test('onboarding needs two permissions and enough channels that everybody can read', async () => {
  const world = await open()
  const put = async (who: string, body: object) =>
    (await world.ask(who, `PUT /guilds/${world.guildId}/onboarding`, { body })).body.code
  const ids = (...names: string[]) => names.map(name => world.channel(name))
  expect(await put('moderator', { enabled: false })).toBe(50_013)
  expect(await put('bot', { enabled: true, default_channel_ids: ids('general') })).toBe(350_000)
  expect(await put('bot', { default_channel_ids: ids('mod-log') })).toBe(350_003)
  expect(await put('bot', { default_channel_ids: ['1'] })).toBe(50_035)
  expect(await put('owner', { prompts: [question(world, { options: [] })] })).toBe(50_035)
  const { id: _, ...nameless } = question(world)
  expect(await put('owner', { prompts: [nameless] })).toBe(50_035)
  expect(await put('bot', { enabled: true, default_channel_ids: ids(...readable) })).toBeUndefined()
  expect(await put('bot', { default_channel_ids: ids('general') })).toBe(350_001)
})

test('a role with moderator permissions is accepted in a question, or refused', async () => {
  const code = async (refusesModeratorRoles: boolean) => {
    const world = await open({ onboarding: { ...few, refusesModeratorRoles } })
    const options = [{ title: 'Power', role_ids: [roleOf(world, 'Moderator')] }]
    const body = { prompts: [question(world, { options })] }
    return (await world.ask('bot', `PUT /guilds/${world.guildId}/onboarding`, { body })).body.code
  }
  expect(await code(false)).toBeUndefined()
  expect(await code(true)).toBe(50_035)
})

test('whether default channels can be hidden from @everyone while onboarding is off is a condition', async () => {
  const close = async (locksWhileOff: boolean) => {
    const world = await open({ onboarding: { ...few, locksWhileOff } })
    const channel = world.channel('general')
    const deny = '1024'
    const shut = async () => {
      const put = `PUT /channels/${channel}/permissions/${world.guildId}` as const
      const one = await world.ask('bot', put, { body: { type: 0, allow: '0', deny } })
      const permission_overwrites = [{ id: world.guildId, type: 0, allow: '0', deny }]
      const all = await world.ask('bot', `PATCH /channels/${channel}`, { body: { permission_overwrites } })
      return [one.body?.code, all.body.code]
    }
    const path = `PUT /guilds/${world.guildId}/onboarding` as const
    await world.ask('bot', path, { body: { enabled: true, default_channel_ids: [channel] } })
    const on = await shut()
    await world.ask('bot', path, { body: { enabled: false } })
    return { on, off: await shut() }
  }
  const refused = [350_003, 350_003]
  expect(await close(true)).toEqual({ on: refused, off: refused })
  expect(await close(false)).toEqual({ on: refused, off: [undefined, undefined] })
})

test('deleted roles and channels disappear from onboarding', async () => {
  const world = await open({ onboarding: few })
  const [general, kiln] = ['general', 'kiln-and-clay'].map(name => world.channel(name))
  const potter = roleOf(world, 'Potter')
  await world.ask('bot', `PUT /guilds/${world.guildId}/onboarding`, {
    body: { prompts: [question(world)], default_channel_ids: [general, kiln] },
  })
  await world.ask('bot', `PATCH /guilds/${world.guildId}/welcome-screen`, {
    body: { welcome_channels: [{ channel_id: kiln, description: 'Clay' }] },
  })
  await world.ask('bot', `DELETE /channels/${kiln}`)
  await world.ask('bot', `DELETE /guilds/${world.guildId}/roles/${potter}`)
  const left = (await world.ask('bot', `GET /guilds/${world.guildId}/onboarding`)).body
  expect(left.default_channel_ids).toEqual([general])
  expect(left.prompts[0].options[0]).toMatchObject({ role_ids: [], channel_ids: [] })
  const screen = (await world.ask('bot', `GET /guilds/${world.guildId}/welcome-screen`)).body
  expect(screen.welcome_channels).toEqual([])
})

test('a welcome screen is written, shown by a feature and hidden from members without it', async () => {
  const world = await open()
  const path = `/guilds/${world.guildId}/welcome-screen` as const
  expect((await world.ask('bot', `GET ${path}`)).body.code).toBe(10_069)
  expect((await world.ask('moderator', `PATCH ${path}`, { body: { enabled: true } })).body.code).toBe(50_013)
  const body = {
    enabled: true,
    description: 'Make something.',
    welcome_channels: [{ channel_id: world.channel('general'), description: 'Talk', emoji_name: '👋' }],
  }
  const { enabled: _, ...screen } = body
  const made = await world.ask('bot', `PATCH ${path}`, { body })
  expect(made.body).toEqual({
    ...screen,
    welcome_channels: [{ channel_id: world.channel('general'), description: 'Talk', emoji_id: null, emoji_name: '👋' }],
  })
  expect((await world.heard('GUILD_UPDATE'))['features']).toContain('WELCOME_SCREEN_ENABLED')
  expect((await world.ask('member1', `GET ${path}`)).status).toBe(200)
  const channel = { channel_id: world.channel('general'), description: 'Talk' }
  const six = Array.from({ length: 6 }, () => channel)
  expect((await world.ask('owner', `PATCH ${path}`, { body: { welcome_channels: six } })).body.code).toBe(50_035)
  await world.ask('bot', `PATCH ${path}`, { body: { enabled: false } })
  expect((await world.ask('member1', `GET ${path}`)).body.code).toBe(50_013)
  expect((await world.ask('bot', `GET ${path}`)).body.description).toBe('Make something.')
  expect(world.sandbox.violations()).toEqual([])
})

test('only people can save a server guide; bots can read it and see it logged', async () => {
  const world = await open()
  const path = `/guilds/${world.guildId}/new-member-welcome` as const
  expect((await world.ask('bot', `GET ${path}`)).status).toBe(204)
  const action = { channel_id: world.channel('general'), action_type: 0, title: 'Say hello' }
  const body = {
    enabled: true,
    welcome_message: { author_ids: [world.idOf('owner')], message: 'Hello.' },
    new_member_actions: [action, { ...action, title: 'Read', action_type: 1 }],
    resource_channels: [{ channel_id: world.channel('rules'), title: 'Rules' }],
  }
  expect((await world.ask('bot', `PUT ${path}`, { body })).body.code).toBe(20_001)
  expect((await world.ask('member1', `PUT ${path}`, { body })).body.code).toBe(50_013)
  await world.ask('owner', `PUT ${path}`, { body })
  await world.heard('GUILD_UPDATE')
  expect((await world.ask('bot', `GET ${path}`)).body).toMatchObject(body)
  await world.ask('owner', `PUT ${path}`, { body: { enabled: false } })
  await world.settle()
  expect(await world.logged(190)).toMatchObject([{ user_id: world.idOf('owner') }])
  expect(await world.logged(191)).toMatchObject([{ changes: [{ key: 'enabled', old_value: true, new_value: false }] }])
  expect(world.sandbox.violations()).toEqual([])
})
