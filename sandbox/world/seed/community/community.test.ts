import { ChannelType, GuildMemberFlags } from 'discord-api-types/v10'
import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { loginBot, startSandbox } from '#test/sandbox.ts'
import { defaultConditions } from '../../../conditions.ts'
import { applicationOf } from '../../../demo/environment.ts'
import { createWorld } from '../../create.ts'
import type { GuildState, World } from '../../state.ts'

const small = { channels: 60, categories: 6, roles: 40, members: 50, bans: 5, events: 8 }

function only(world: World): GuildState {
  const [state] = world.guilds.values()
  if (!state) throw new Error('no guild')
  return state
}

test('the same number makes the same server, another number another one', () => {
  const make = (seed: number) => createWorld({ kind: 'community', seed, sizes: small })
  expect(make(7)).toEqual(make(7))
  const names = (seed: number) => [...make(seed).channels.values()].map(({ channel }) => channel.name)
  expect(names(7)).not.toEqual(names(8))
})

test('it is as large as a server can be, and every id in it leads somewhere', () => {
  const world = createWorld({ kind: 'community', seed: 7 })
  const state = only(world)
  const channels = [...world.channels.values()].flatMap(({ channel }) =>
    'thread_metadata' in channel ? [] : [channel],
  )
  expect([channels.length, state.roles.size, state.members.size]).toEqual([500, 250, 2000])
  expect(channels.filter(({ type }) => type === ChannelType.GuildCategory)).toHaveLength(40)
  for (const children of Map.groupBy(channels, one => ('parent_id' in one ? one.parent_id : null)).values())
    expect(children.length).toBeLessThanOrEqual(50)
  expect(new Set([...state.roles.values()].map(role => role.position)).size).toBe(250)

  const known = new Set([
    ...state.roles.keys(),
    ...state.members.keys(),
    ...world.channels.keys(),
    ...state.emojis.keys(),
  ])
  const named = [
    ...channels
      .flatMap(one => ('permission_overwrites' in one ? (one.permission_overwrites ?? []) : []))
      .map(({ id }) => id),
    ...channels.flatMap(one => ('parent_id' in one ? (one.parent_id ?? []) : [])),
    ...[...state.members.values()].flatMap(({ roles }) => roles),
    ...[...state.webhooks.values()].flatMap(one => [one.channel_id, one.source_channel?.id].flatMap(id => id ?? [])),
    ...[...state.scheduledEvents.values()].flatMap(({ event }) =>
      [event.channel_id ?? [], event.creator_id ?? []].flat(),
    ),
    ...[...state.invites.values()].flatMap(({ channelId, roleIds }) => [channelId, ...roleIds]),
    ...[...state.autoModerationRules.values()].flatMap(rule => [...rule.exempt_channels, ...rule.exempt_roles]),
    ...[...state.soundboardSounds.values()].flatMap(({ emoji_id }) => emoji_id ?? []),
  ]
  expect(named.length).toBeGreaterThan(5000)
  expect(named.filter(id => !known.has(id))).toEqual([])
})

test('people talk in it, in channels, threads and posts, and answered what it asked newcomers', () => {
  const world = createWorld({ kind: 'community', seed: 7 })
  const state = only(world)
  const places = [...world.channels.values()]
  const threads = places.flatMap(place =>
    'thread_metadata' in place.channel ? [{ ...place, channel: place.channel }] : [],
  )
  expect(places.reduce((sum, { messages }) => sum + messages.size, 0)).toBeGreaterThan(1000)
  expect(new Set(threads.map(({ channel }) => channel.type))).toEqual(
    new Set([ChannelType.PublicThread, ChannelType.PrivateThread, ChannelType.AnnouncementThread]),
  )
  for (const { channel, messages, pins } of places) {
    const ids = [...messages.keys()]
    expect(ids).toEqual(ids.toSorted((one, other) => Number(BigInt(one) - BigInt(other))))
    expect([...pins.keys()].filter(id => messages.get(id)?.pinned !== true)).toEqual([])
    if ('thread_metadata' in channel || !('last_message_id' in channel) || 'available_tags' in channel) continue
    expect(channel.last_message_id ?? undefined).toBe(ids.at(-1))
  }
  for (const { channel, messages, threadMembers } of threads) {
    const parent = world.channels.get(channel.parent_id ?? '')
    expect(state.channelIds.has(channel.id)).toBe(true)
    expect(threadMembers.has(channel.owner_id ?? '')).toBe(true)
    expect([...messages.values()].filter(({ author }) => !threadMembers.has(author.id))).toEqual([])
    expect(channel.member_count).toBe(threadMembers.size)
    expect(channel.message_count).toBe([...messages.keys()].filter(id => id !== channel.id).length)
    const tags = parent && 'available_tags' in parent.channel ? parent.channel.available_tags.map(tag => tag.id) : []
    expect(channel.applied_tags?.filter(tag => !tags.includes(tag)) ?? []).toEqual([])
  }
  const ids = places.flatMap(({ messages }) => [...messages.keys()])
  expect(new Set(ids).size).toBe(ids.length)

  const [first] = state.community.onboarding.prompts.filter(prompt => prompt.required)
  const done = [...state.members.values()].filter(({ flags }) => (flags & GuildMemberFlags.CompletedOnboarding) !== 0)
  expect(done.length).toBeGreaterThan(1000)
  for (const { roles } of done)
    expect(first?.options.some(({ role_ids }) => role_ids.every(id => roles.includes(id)))).toBe(true)
})

test('everything in it is as Discord describes it, over REST and the gateway, and could be saved again', async () => {
  const rateLimits = { ...defaultConditions.rateLimits, enabled: false }
  const sandbox = await startSandbox({ world: createWorld({ kind: 'community', seed: 7 }), conditions: { rateLimits } })
  const state = only(sandbox.context.world)
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${sandbox.api}/v10${path}`, {
      method,
      headers: {
        authorization: `Bot ${applicationOf(sandbox).token}`,
        'user-agent': 'DiscordBot (https://example.test, 1)',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { path, status: response.status, body: await response.json() }
  }
  const base = `/guilds/${state.guild.id}`
  const lists = [
    '?with_counts=true',
    '/channels',
    '/roles',
    '/members?limit=1000',
    '/bans',
    '/emojis',
    '/stickers',
    '/soundboard-sounds',
    '/scheduled-events?with_user_count=true',
    '/webhooks',
    '/invites',
    '/integrations',
    '/auto-moderation/rules',
    '/onboarding',
    '/welcome-screen',
    '/new-member-welcome',
    '/widget',
    '/widget.json',
    '/preview',
    '/vanity-url',
    '/audit-logs',
    '/threads/active',
  ]
  for (const list of lists) expect(await ask('GET', base + list)).toMatchObject({ status: 200 })
  const places = [...sandbox.context.world.channels.values()]
  for (const place of places.filter(({ messages }) => messages.size > 0).slice(0, 40)) {
    const list = await ask('GET', `/channels/${place.channel.id}/messages?limit=100`)
    expect(list).toMatchObject({ status: 200, body: { length: place.messages.size } })
  }
  const archives = places.filter(({ channel }) => 'available_tags' in channel).slice(0, 10)
  for (const { channel } of archives)
    expect(await ask('GET', `/channels/${channel.id}/threads/archived/public`)).toMatchObject({ status: 200 })

  const { community, autoModerationRules } = state
  const prompts = community.onboarding.prompts.map(prompt => ({
    ...prompt,
    options: prompt.options.map(({ emoji, ...option }) => ({ ...option, emoji_name: emoji.name })),
  }))
  const { guild_id: _, ...onboarding } = community.onboarding
  expect(await ask('PUT', `${base}/onboarding`, { ...onboarding, prompts })).toMatchObject({ status: 200 })
  expect(await ask('PATCH', `${base}/welcome-screen`, community.welcomeScreen)).toMatchObject({ status: 200 })
  expect(await ask('POST', `${base}/templates`, { name: 'A copy' })).toMatchObject({ status: 200 })
  for (const { id, name, actions, exempt_roles, exempt_channels } of autoModerationRules.values())
    expect(
      await ask('PATCH', `${base}/auto-moderation/rules/${id}`, { name, actions, exempt_roles, exempt_channels }),
    ).toMatchObject({ status: 200 })

  const client = await loginBot(sandbox, [Intent.Guilds, Intent.GuildMembers, Intent.GuildExpressions])
  const guild = client.guilds.cache.get(state.guild.id)
  const [threads, channels] = guild?.channels.cache.partition(channel => channel.isThread()) ?? []
  expect(threads?.size).toBeGreaterThan(50)
  expect([channels?.size, guild?.roles.cache.size, guild?.memberCount]).toEqual([500, 250, 2000])
  expect(sandbox.violations()).toEqual([])
})
