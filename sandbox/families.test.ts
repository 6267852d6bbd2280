import {
  ChannelType,
  type Client,
  type ClientEvents,
  GatewayIntentBits as Intent,
  type Guild,
  GuildScheduledEventEntityType,
  GuildScheduledEventPrivacyLevel,
  GuildScheduledEventStatus,
  PermissionFlagsBits,
} from 'discord.js'
import { expect, test } from 'vitest'
import { loginBot, startSandbox } from '#test/sandbox.ts'
import { defaultConditions } from './conditions.ts'
import { applicationOf } from './demo/environment.ts'

/** The families that a server is restored from, as a bot of discord.js makes, hears and reads them. */

const pngHeader = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  Buffer.from('IHDR'),
  Buffer.from([0, 0, 1, 64, 0, 0, 1, 64, 8, 6, 0, 0, 0]),
])

async function open(...intents: Intent[]) {
  const sandbox = await startSandbox({
    conditions: { rateLimits: { ...defaultConditions.rateLimits, enabled: false } },
  })
  const { world } = sandbox.context
  for (const { roles } of world.guilds.values())
    for (const role of roles.values())
      if (role.tags?.bot_id === applicationOf(sandbox).botUserId)
        role.permissions = String(PermissionFlagsBits.Administrator)
  const client = await loginBot(sandbox, [Intent.Guilds, ...intents])
  const guild = client.guilds.cache.find(one => one.name === 'Tidewater Makers')
  if (!guild) throw new Error('the bot is not in the demo server')
  return { sandbox, client, guild }
}

const heard = async <E extends keyof ClientEvents>(client: Client<true>, event: E): Promise<ClientEvents[E]> =>
  new Promise(resolve => client.once(event, (...received: ClientEvents[E]) => resolve(received)))

const channelOf = (guild: Guild, name: string) => {
  const channel = guild.channels.cache.find(one => one.name === name)
  if (!channel) throw new Error(`no channel ${name}`)
  return channel
}

test('stickers and sounds', async () => {
  const { sandbox, client, guild } = await open(Intent.GuildExpressions)
  const created = heard(client, 'stickerCreate')
  const sticker = await guild.stickers.create({ file: pngHeader, name: 'cup', tags: 'coffee', description: 'Warm' })
  expect((await created)[0].id).toBe(sticker.id)
  expect(await (await fetch(`${sandbox.url}/cdn/stickers/${sticker.id}.png`)).arrayBuffer()).toHaveProperty(
    'byteLength',
    29,
  )
  const updated = heard(client, 'stickerUpdate')
  await sticker.edit({ name: 'mug' })
  expect((await updated)[1].name).toBe('mug')
  const deleted = heard(client, 'stickerDelete')
  await sticker.delete('broken')
  await deleted
  expect((await guild.stickers.fetch()).size).toBe(0)

  const frame = Buffer.alloc(417)
  Buffer.from([0xff, 0xfb, 0x90, 0x00]).copy(frame)
  const heardSound = heard(client, 'guildSoundboardSoundCreate')
  const sound = await guild.soundboardSounds.create({
    file: frame,
    contentType: 'audio/mpeg',
    name: 'bell',
    volume: 0.5,
  })
  expect((await heardSound)[0].name).toBe('bell')
  await guild.soundboardSounds.edit(sound, { volume: 1 })
  expect((await guild.soundboardSounds.fetch()).first()?.volume).toBe(1)
  const silenced = heard(client, 'guildSoundboardSoundDelete')
  await guild.soundboardSounds.delete(sound)
  await silenced
  expect(await client.rest.get('/soundboard-default-sounds')).toHaveLength(6)
  expect(sandbox.violations()).toEqual([])
})

test('scheduled events and stages', async () => {
  const { sandbox, client, guild } = await open(Intent.GuildScheduledEvents)
  const hall = channelOf(guild, 'Town hall')
  const created = heard(client, 'guildScheduledEventCreate')
  const event = await guild.scheduledEvents.create({
    name: 'Clay',
    scheduledStartTime: sandbox.context.now() + 3_600_000,
    privacyLevel: GuildScheduledEventPrivacyLevel.GuildOnly,
    entityType: GuildScheduledEventEntityType.StageInstance,
    channel: hall.id,
    image: `data:image/png;base64,${pngHeader.toString('base64')}`,
  })
  expect((await created)[0]).toMatchObject({ id: event.id, channelId: hall.id, image: event.image })
  const opened = heard(client, 'stageInstanceCreate')
  const started = await event.setStatus(GuildScheduledEventStatus.Active)
  expect((await opened)[0].guildScheduledEventId).toBe(event.id)
  expect(started.isActive()).toBe(true)
  expect((await guild.stageInstances.fetch(hall.id)).topic).toBe('Clay')
  const over = heard(client, 'guildScheduledEventUpdate')
  await guild.stageInstances.delete(hall.id)
  expect((await over)[1].isCompleted()).toBe(true)

  const outside = await guild.scheduledEvents.create({
    name: 'Yard',
    scheduledStartTime: sandbox.context.now() + 3_600_000,
    scheduledEndTime: sandbox.context.now() + 7_200_000,
    privacyLevel: GuildScheduledEventPrivacyLevel.GuildOnly,
    entityType: GuildScheduledEventEntityType.External,
    entityMetadata: { location: 'Outside' },
    recurrenceRule: { startAt: sandbox.context.now() + 3_600_000, frequency: 3, interval: 1, byWeekday: [5, 6] },
  })
  expect(outside.recurrenceRule?.frequency).toBe(3)
  expect((await outside.fetchSubscribers({ withMember: true })).size).toBe(0)
  const gone = heard(client, 'guildScheduledEventDelete')
  await outside.delete()
  await gone
  expect(sandbox.violations()).toEqual([])
})

test('webhooks, followers, invites with roles, application emoji and polls', async () => {
  const { sandbox, client, guild } = await open(
    Intent.GuildWebhooks,
    Intent.GuildInvites,
    Intent.GuildMessages,
    Intent.MessageContent,
  )
  const [news, general] = [channelOf(guild, 'announcements'), channelOf(guild, 'general')]
  if (news.type !== ChannelType.GuildAnnouncement || general.type !== ChannelType.GuildText)
    throw new Error('the demo channels are of other kinds')
  const changed = heard(client, 'webhooksUpdate')
  await news.addFollower(general.id, 'news')
  expect((await changed)[0].id).toBe(general.id)
  const follower = (await general.fetchWebhooks()).find(hook => hook.isChannelFollower())
  expect(follower?.sourceChannel?.id).toBe(news.id)
  const hook = await general.createWebhook({ name: 'Kiln', avatar: pngHeader })
  expect(await (await fetch(`${sandbox.url}/cdn/avatars/${hook.id}/${hook.avatar}.png`)).arrayBuffer()).toHaveProperty(
    'byteLength',
    29,
  )

  const role = await guild.roles.create({ name: 'Guest' })
  const invite = await client.rest.post(`/channels/${general.id}/invites`, { body: { role_ids: [role.id] } })
  expect(invite).toMatchObject({ roles: [{ id: role.id }] })

  const emoji = await client.application.emojis.create({ name: 'kiln', attachment: pngHeader })
  expect((await client.application.emojis.fetch()).get(emoji.id)?.name).toBe('kiln')
  await emoji.delete()

  const poll = {
    question: { text: 'Oak?' },
    answers: [{ text: 'Yes' }, { text: 'No' }],
    duration: 1,
    allowMultiselect: false,
  }
  const message = await general.send({ poll })
  expect((await message.poll?.end())?.poll?.expiresTimestamp).toBeLessThanOrEqual(sandbox.context.now())
  expect(sandbox.violations()).toEqual([])
})
