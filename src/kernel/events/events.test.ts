import { AuditLogEvent, type GuildAuditLogsEntry } from 'discord.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { contract, field } from '#contract'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { feature } from '../feature.ts'

const heard: string[] = []
const settings = z.object({ enabled: field.toggle('On').default(true) })
const first = contract('first', { title: 'First', settings })
const second = contract('second', { title: 'Second', settings })

const features = [
  feature(first, {
    switch: 'enabled',
    listeners: {
      messageCreate(_ctx, { content }) {
        heard.push(`first ${content}`)
        if (content === 'throw') throw new Error('a bug in the first')
        return content === 'stop' ? 'stop' : undefined
      },
      guildMemberRemove: async () => {},
    },
  }),
  feature(second, {
    listeners: {
      messageCreate: async (_ctx, { content }) => void heard.push(`second ${content}`),
      guildMemberAdd: (_ctx, member) => void heard.push(`joined ${member.id}`),
      guildMemberRemove: (ctx, member) => void heard.push(`left ${member.id} of ${ctx.guild.id}`),
      messageDelete: (_ctx, message) => void heard.push(`deleted ${message.id}`),
      messageDeleteBulk: (_ctx, messages) => void heard.push(`deleted ${messages.size}`),
      messageReactionAdd: (_ctx, reaction) => void heard.push(`reacted ${reaction.emoji.name}`),
      roleCreate: (_ctx, role) => void heard.push(`role ${role.name}`),
      guildAuditLogEntryCreate: (ctx, entry) => void heard.push(`entry ${entry.action} in ${ctx.guild.id}`),
      channelDelete: (_ctx, channel) => void heard.push(`gone ${channel.id}`),
      roleDelete: (_ctx, role) => void heard.push(`gone ${role.id}`),
      channelCreate: (_ctx, channel) => void heard.push(`channel ${channel.name}`),
    },
  }),
]

let harness: Harness
let general: string
beforeAll(async () => {
  harness = await createHarness({ features })
  general = harness.channel('general')
})
afterAll(() => harness.close())
beforeEach(() => heard.splice(0))

const say = (content: string) => harness.as('member1').say(general, content)
const hearing = (what: string) => until(`hearing "${what}"`, () => heard.includes(what))
const owner = () => harness.as('owner')

test('features receive an event in manifest order', async () => {
  await say('hello')
  await hearing('second hello')
  expect(heard).toEqual(['first hello', 'second hello'])
})

test('a bug in one feature does not affect others and is logged with its origin', async () => {
  await say('throw')
  await hearing('second throw')
  const line = harness.logged.find(each => each.includes('a bug in the first')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ feature: 'first', event: 'messageCreate', guildId: harness.guildId })
  expect(line).not.toContain('content')
})

test('a feature can stop an event from reaching the features after it', async () => {
  await say('stop')
  await say('after')
  await hearing('second after')
  expect(heard).toEqual(['first stop', 'first after', 'second after'])
})

test('for a member who leaves and is back at once, every feature receives the departure first', async () => {
  const { client } = harness.product.services
  const { userId } = harness.as('member5')
  const member = await client.guilds.cache.get(harness.guildId)?.members.fetch(userId)
  if (!member) throw new Error('the member is not there')
  client.emit('guildMemberRemove', member)
  client.emit('guildMemberAdd', member)
  await hearing(`joined ${userId}`)
  await hearing(`left ${userId} of ${harness.guildId}`)
  expect(heard).toEqual([`left ${userId} of ${harness.guildId}`, `joined ${userId}`])
})

test('listeners receive deletions and audit log entries after the requests that they caused have left', async () => {
  const { client } = harness.product.services
  const guild = client.guilds.cache.get(harness.guildId)
  const [channel, role] = [guild?.channels.cache.get(general), guild?.roles.cache.first()]
  if (!guild || !channel || channel.isThread() || !role) throw new Error('the server is not known')
  const entry = { action: AuditLogEvent.ChannelDelete } as GuildAuditLogsEntry
  client.emit('channelDelete', channel)
  client.emit('roleDelete', role)
  client.emit('guildAuditLogEntryCreate', entry, guild)
  expect(heard).toEqual([])
  await hearing(`entry ${AuditLogEvent.ChannelDelete} in ${guild.id}`)
  expect(heard.slice(0, 2)).toEqual([`gone ${channel.id}`, `gone ${role.id}`])
})

test('a feature that is switched off receives nothing', async () => {
  const { settings: store } = harness.product.services
  store.write(harness.guildId, first, { enabled: false }, { userId: null, via: 'test' })
  await say('quiet')
  await hearing('second quiet')
  store.write(harness.guildId, first, { enabled: true }, { userId: null, via: 'test' })
  await say('loud')
  await hearing('second loud')
  expect(heard).toEqual(['second quiet', 'first loud', 'second loud'])
})

test('events about uncached objects arrive with their guild', async () => {
  const { userId, rest } = harness.as('member7')
  const one = await say('one')
  const more = await Promise.all([say('two'), say('three')])
  await owner().rest('PUT', `/channels/${general}/messages/${one.id}/reactions/${encodeURIComponent('👍')}/@me`)
  await hearing('reacted 👍')
  await owner().rest('DELETE', `/channels/${general}/messages/${one.id}`)
  await hearing(`deleted ${one.id}`)
  const { token } =
    [...harness.sandbox.context.world.applications.values()].find(({ name }) => name === 'Palisade') ?? {}
  await fetch(`${harness.sandbox.api}/v10/channels/${general}/messages/bulk-delete`, {
    method: 'POST',
    headers: {
      authorization: `Bot ${token}`,
      'content-type': 'application/json',
      'user-agent': 'DiscordBot (test, 1)',
    },
    body: JSON.stringify({ messages: more.map(({ id }) => id) }),
  })
  await hearing('deleted 2')
  await rest('DELETE', `/users/@me/guilds/${harness.guildId}`)
  await hearing(`left ${userId} of ${harness.guildId}`)
  await owner().rest('POST', `/guilds/${harness.guildId}/roles`, { name: 'Potters' })
  await hearing('role Potters')
  await hearing(`entry 30 in ${harness.guildId}`)
  await owner().rest('POST', `/guilds/${harness.guildId}/channels`, { name: 'loom', type: 0 })
  await hearing('channel loom')
  expect(harness.logged.filter(line => line.includes('listener failed') && line.includes('second'))).toEqual([])
})
