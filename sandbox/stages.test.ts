import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire } from '#test/sandbox/wire-world.ts'
import { defaultConditions } from './conditions.ts'
import { connectVoice } from './world/voice.ts'

const intents = [Intent.Guilds, Intent.GuildModeration, Intent.GuildVoiceStates, Intent.GuildScheduledEvents]

test('a stage is opened, changed and closed, each time with the whole object in the event and an audit log entry', async () => {
  const world = await openWire(intents)
  const channel_id = world.channel('Town hall')
  const made = await world.ask('bot', 'POST /stage-instances', {
    body: { channel_id, topic: 'Glazes', send_start_notification: true },
    reason: 'monthly',
  })
  expect(made).toMatchObject({
    status: 200,
    body: { topic: 'Glazes', privacy_level: 2, guild_scheduled_event_id: null },
  })
  const { id } = made.body as { id: string }
  expect(await world.heard('STAGE_INSTANCE_CREATE')).toMatchObject({ id, channel_id })
  const again = await world.ask('bot', 'POST /stage-instances', { body: { channel_id, topic: 'More' } })
  expect(again.body.code).toBe(150_006)
  expect((await world.ask('member1', `GET /stage-instances/${channel_id}`)).body.id).toBe(id)
  expect((await world.ask('member1', `DELETE /stage-instances/${channel_id}`)).body.code).toBe(50_013)
  await world.ask('bot', `PATCH /stage-instances/${channel_id}`, { body: { topic: 'Clay' } })
  expect(await world.heard('STAGE_INSTANCE_UPDATE')).toMatchObject({ topic: 'Clay' })
  expect((await world.ask('bot', `DELETE /stage-instances/${channel_id}`, { reason: 'late' })).status).toBe(204)
  expect(await world.heard('STAGE_INSTANCE_DELETE')).toMatchObject({ id, topic: 'Clay' })
  expect((await world.ask('bot', `GET /stage-instances/${channel_id}`)).body.code).toBe(10_067)
  await world.settle()
  for (const [type, reason] of [
    [83, 'monthly'],
    [84, undefined],
    [85, 'late'],
  ] as const)
    expect(await world.logged(type)).toMatchObject([
      { target_id: id, options: { channel_id }, ...(reason && { reason }) },
    ])
  expect(world.sandbox.violations()).toEqual([])
})

test('stages can be opened only in stage channels, by those who moderate them', async () => {
  const world = await openWire(intents)
  const code = async (who: string, room: string, more: object = {}) => {
    const body = { channel_id: world.channel(room), topic: 'Clay', ...more }
    return (await world.ask(who, 'POST /stage-instances', { body })).body.code
  }
  expect(await code('bot', 'Bench talk')).toBe(50_024)
  expect(await code('member1', 'Town hall')).toBe(50_013)
  expect(await code('owner', 'Town hall', { topic: 'x'.repeat(121) })).toBe(50_035)
  expect(await code('bot', 'Town hall', { guild_scheduled_event_id: '1' })).toBe(10_070)
})

test('a stage without a speaker closes after a while', async () => {
  const stages = { ...defaultConditions.stages, silentClosesMs: 60_000 }
  const world = await openWire(intents, { stages })
  const channelId = world.channel('Town hall')
  const enter = (to: string | null) =>
    connectVoice(world.sandbox.context, world.idOf('palisade'), world.guildId, { channelId: to })
  enter(channelId)
  await world.ask('bot', 'POST /stage-instances', { body: { channel_id: channelId, topic: 'Clay' } })
  world.sandbox.advance(120_000)
  expect((await world.ask('bot', `GET /stage-instances/${channelId}`)).status).toBe(200)
  enter(null)
  world.sandbox.advance(60_000)
  await world.heard('STAGE_INSTANCE_DELETE')
  expect((await world.ask('bot', `GET /stage-instances/${channelId}`)).status).toBe(404)
})

test('a stage opened for an event starts it, and ends it when it closes', async () => {
  const world = await openWire(intents)
  const channel_id = world.channel('Town hall')
  const event = {
    name: 'Clay',
    privacy_level: 2,
    entity_type: 1,
    channel_id,
    scheduled_start_time: new Date(world.sandbox.context.now() + 3_600_000).toISOString(),
  }
  const { body } = await world.ask('bot', `POST /guilds/${world.guildId}/scheduled-events`, { body: event })
  const stage = { channel_id, topic: 'Clay', guild_scheduled_event_id: body.id }
  await world.ask('bot', 'POST /stage-instances', { body: stage })
  expect(await world.heard('GUILD_SCHEDULED_EVENT_UPDATE')).toMatchObject({ id: body.id, status: 2 })
  world.sandbox.gateway.invalidate(false)
  expect(await world.heard('GUILD_CREATE')).toMatchObject({
    stage_instances: [{ channel_id }],
    guild_scheduled_events: [{ id: body.id }],
  })
  await world.ask('bot', `DELETE /stage-instances/${channel_id}`)
  expect(await world.heard('GUILD_SCHEDULED_EVENT_UPDATE')).toMatchObject({ id: body.id, status: 3 })
})
