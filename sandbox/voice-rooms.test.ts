import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire } from '#test/sandbox/wire-world.ts'
import { connectVoice } from './world/voice.ts'

const intents = [Intent.Guilds, Intent.GuildModeration, Intent.GuildVoiceStates]

async function open(ends = true) {
  const world = await openWire(intents, { voiceStatusEndsWhenEmpty: ends })
  const room = world.channel('Bench talk')
  const say = (who: string, status: string | null) =>
    world.ask(who, `PUT /channels/${room}/voice-status`, { body: { status }, reason: 'tonight' })
  const enter = (login: string, channelId: string | null) =>
    connectVoice(world.sandbox.context, world.idOf(login), world.guildId, { channelId })
  return { world, room, say, enter }
}

test('the status of a voice channel is set and cleared, with an event and an entry', async () => {
  const { world, room, say } = await open()
  expect((await say('bot', 'Glazing')).status).toBe(204)
  const { guildId: guild_id } = world
  expect(await world.heard('VOICE_CHANNEL_STATUS_UPDATE')).toEqual({ id: room, guild_id, status: 'Glazing' })
  await say('bot', null)
  expect(await world.heard('VOICE_CHANNEL_STATUS_UPDATE')).toEqual({ id: room, guild_id, status: null })
  await world.settle()
  const options = { channel_id: room, status: 'Glazing' }
  expect(await world.logged(192)).toMatchObject([{ options, target_id: room, reason: 'tonight' }])
  expect(await world.logged(193)).toMatchObject([{ options: { channel_id: room } }])
  expect((await say('owner', 'x'.repeat(501))).body.code).toBe(50_035)
  const stage = await world.ask('bot', `PUT /channels/${world.channel('Town hall')}/voice-status`, {
    body: { status: 'x' },
  })
  expect(stage.body.code).toBe(50_024)
  expect(world.sandbox.violations()).toEqual([])
})

test('it needs its own permission, and MANAGE_CHANNELS for those who are not in the channel', async () => {
  const { world, room, say, enter } = await open()
  expect((await say('member1', 'Hello')).body.code).toBe(50_013)
  const status = { type: 0, allow: String(1n << 48n), deny: '0' }
  await world.ask('owner', `PUT /channels/${room}/permissions/${world.guildId}`, { body: status })
  expect((await say('member1', 'Hello')).body.code).toBe(50_013)
  enter('member1', room)
  expect((await say('member1', 'Hello')).status).toBe(204)
})

test.each([true, false])(
  'when the last person leaves, the start time is cleared, and the status if the condition says so: %s',
  async ends => {
    const { world, room, say, enter } = await open(ends)
    const seconds = () => Math.floor(world.sandbox.context.now() / 1000)
    const before = seconds()
    enter('member1', room)
    const { voice_start_time: start } = await world.heard('VOICE_CHANNEL_START_TIME_UPDATE')
    expect(start).toBeGreaterThanOrEqual(before)
    expect(start).toBeLessThanOrEqual(seconds())
    await say('bot', 'Glazing')
    enter('member2', room)
    enter('member1', null)
    enter('member2', null)
    expect((await world.heard('VOICE_CHANNEL_START_TIME_UPDATE'))['voice_start_time']).toBeNull()
    await world.settle()
    expect(world.take('VOICE_CHANNEL_STATUS_UPDATE').map(({ d }) => d['status'])).toEqual(ends ? [null] : [])
  },
)
