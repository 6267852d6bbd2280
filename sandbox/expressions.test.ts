// @module-tag long
import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { audio, mp3, png, sticker } from '#test/sandbox/uploads.ts'
import { openWire, type WireWorld } from '#test/sandbox/wire-world.ts'
import { connectVoice } from './world/voice.ts'

const intents = [Intent.Guilds, Intent.GuildExpressions, Intent.GuildModeration, Intent.GuildVoiceStates]

const cup = { name: 'cup', tags: 'coffee', description: 'A warm cup' }

async function bytes(world: WireWorld, path: string) {
  const response = await fetch(`${world.sandbox.url}/cdn/${path}`)
  return { status: response.status, data: Buffer.from(await response.arrayBuffer()) }
}

test('a sticker is created from a file, renamed and deleted, each time with an event and an audit log entry', async () => {
  const world = await openWire(intents)
  const list = `/guilds/${world.guildId}/stickers` as const
  const made = await world.ask('bot', `POST ${list}`, { form: sticker(cup), reason: 'new cups' })
  expect(made).toMatchObject({ status: 201, body: { ...cup, type: 2, format_type: 1, available: true } })
  const id = String(made.body.id)
  expect(made.body.user.id).toBe(world.idOf('palisade'))
  const event = await world.heard('GUILD_STICKERS_UPDATE')
  expect(event).toMatchObject({ guild_id: world.guildId, stickers: [{ id }] })
  expect(JSON.stringify(event)).not.toContain('"user"')
  expect((await bytes(world, `stickers/${id}.png`)).data.equals(png())).toBe(true)

  const renamed = await world.ask('bot', `PATCH ${list}/${id}`, { body: { name: 'mug' }, reason: 'bigger' })
  expect(renamed.body).toMatchObject({ name: 'mug', description: 'A warm cup' })
  expect((await world.ask('member1', `GET ${list}/${id}`)).body).not.toHaveProperty('user')
  expect((await world.ask('', `GET /stickers/${id}`)).status).toBe(401)
  expect((await world.ask('bot', `GET /stickers/${id}`)).body).toMatchObject({ id, guild_id: world.guildId })

  await world.ask('bot', `DELETE ${list}/${id}`, { reason: 'broken' })
  await world.settle()
  expect(world.take('GUILD_STICKERS_UPDATE', 'GUILD_AUDIT_LOG_ENTRY_CREATE').map(({ t }) => t)).toEqual([
    'GUILD_AUDIT_LOG_ENTRY_CREATE',
    'GUILD_STICKERS_UPDATE',
    'GUILD_AUDIT_LOG_ENTRY_CREATE',
    'GUILD_STICKERS_UPDATE',
    'GUILD_AUDIT_LOG_ENTRY_CREATE',
  ])
  expect(await world.logged(90)).toMatchObject([{ target_id: id, reason: 'new cups' }])
  expect(await world.logged(91)).toMatchObject([
    { reason: 'bigger', changes: [{ key: 'name', old_value: 'cup', new_value: 'mug' }] },
  ])
  const [gone] = await world.logged(92)
  expect(gone).toMatchObject({ target_id: id, reason: 'broken' })
  expect(JSON.stringify(gone)).not.toContain('new_value')
  expect(await world.ask('bot', `GET ${list}/${id}`)).toMatchObject({ status: 404, body: { code: 10_060 } })
  expect((await bytes(world, `stickers/${id}.png`)).status).toBe(404)
  expect(world.sandbox.violations()).toEqual([])
})

test('stickers that Discord would refuse are refused', async () => {
  const world = await openWire(intents)
  const list = `/guilds/${world.guildId}/stickers` as const
  const refused = async (form: FormData, who = 'bot') => (await world.ask(who, `POST ${list}`, { form })).body.code
  expect(await refused(sticker(cup), 'member1')).toBe(50_013)
  expect(await refused(sticker({ name: 'cup' }), 'owner')).toBe(50_035)
  expect(await refused(sticker({ ...cup, description: 'x' }))).toBe(50_035)
  expect(await refused(sticker(cup, png(321)))).toBe(170_005)
  expect(await refused(sticker(cup, Buffer.alloc(512 * 1024 + 1)))).toBe(50_045)
  expect(await refused(sticker(cup, Buffer.from('no picture')))).toBe(50_046)
  const lottie = (more: object) => Buffer.from(JSON.stringify({ w: 320, h: 320, fr: 30, ip: 0, op: 60, ...more }))
  expect(await refused(sticker(cup, lottie({})))).toBe(50_046)
  world.sandbox.context.world.guilds.get(world.guildId)?.guild.features.push('PARTNERED' as never)
  expect(await refused(sticker(cup, lottie({ op: 151 })))).toBe(170_007)
  expect(await refused(sticker(cup, lottie({ assets: [{ p: 'data:image/png;base64,' }] })))).toBe(170_002)
  expect((await world.ask('bot', `POST ${list}`, { form: sticker(cup, lottie({})) })).body.format_type).toBe(3)
  for (let made = 1; made < 60; made++) await world.ask('bot', `POST ${list}`, { form: sticker(cup) })
  expect(await refused(sticker(cup))).toBe(30_039)
})

test('using a sticker of another server needs Use External Stickers', async () => {
  const world = await openWire(intents)
  const { guilds } = world.sandbox.context.world
  const { body: own } = await world.ask('bot', `POST /guilds/${world.guildId}/stickers`, { form: sticker(cup) })
  const elsewhere = [...guilds.values()].find(({ guild }) => guild.id !== world.guildId)
  const foreignId = String(BigInt(own.id) + 1n)
  elsewhere?.stickers.set(foreignId, { ...own, id: foreignId, guild_id: elsewhere.guild.id })
  const room = world.channel('general')
  const send = async (id: string) =>
    (await world.ask('member1', `POST /channels/${room}/messages`, { body: { sticker_ids: [id] } })).body
  expect((await send(own.id)).sticker_items).toMatchObject([{ id: own.id, name: 'cup' }])
  expect((await send(foreignId)).sticker_items).toHaveLength(1)
  const shut = { type: 0, allow: '0', deny: String(1n << 37n) }
  await world.ask('owner', `PUT /channels/${room}/permissions/${world.guildId}`, { body: shut })
  expect((await send(foreignId)).code).toBe(50_600)
  expect((await send(own.id)).sticker_items).toHaveLength(1)
})

test("members may delete their own expressions, and need Manage Expressions for others'", async () => {
  const world = await openWire(intents)
  const { guilds } = world.sandbox.context.world
  const everyone = guilds.get(world.guildId)?.roles.get(world.guildId)
  if (everyone) everyone.permissions = String(BigInt(everyone.permissions) | (1n << 43n))
  const list = `/guilds/${world.guildId}/stickers` as const
  const { body: own } = await world.ask('member1', `POST ${list}`, { form: sticker(cup) })
  const { body: other } = await world.ask('bot', `POST ${list}`, { form: sticker(cup) })
  expect((await world.ask('member1', `PATCH ${list}/${own.id}`, { body: { name: 'mine' } })).status).toBe(200)
  expect((await world.ask('member1', `DELETE ${list}/${other.id}`)).body.code).toBe(50_013)
  expect((await world.ask('admin', `DELETE ${list}/${own.id}`)).status).toBe(204)
})

test('a sound is created, edited, played to those in the voice channel, and deleted with only its id in the event', async () => {
  const world = await openWire(intents)
  const list = `/guilds/${world.guildId}/soundboard-sounds` as const
  const body = { name: 'bell', sound: audio(mp3(20)), volume: 0.5, emoji_name: '🔔' }
  const made = await world.ask('bot', `POST ${list}`, { body, reason: 'supper' })
  expect(made).toMatchObject({ status: 201, body: { name: 'bell', volume: 0.5, emoji_name: '🔔', emoji_id: null } })
  const id = String(made.body.sound_id)
  expect(await world.heard('GUILD_SOUNDBOARD_SOUND_CREATE')).toMatchObject({ sound_id: id, guild_id: world.guildId })
  expect((await bytes(world, `soundboard-sounds/${id}`)).data.equals(mp3(20))).toBe(true)

  const patched = await world.ask('bot', `PATCH ${list}/${id}`, { body: { volume: 1, emoji_name: null } })
  expect(patched.body).toMatchObject({ volume: 1, emoji_name: null })
  await world.heard('GUILD_SOUNDBOARD_SOUND_UPDATE')

  const room = world.channel('Bench talk')
  const play = () => world.ask('bot', `POST /channels/${room}/send-soundboard-sound`, { body: { sound_id: id } })
  expect((await play()).body.code).toBe(40_032)
  const state = world.sandbox.context.world.guilds.get(world.guildId)
  connectVoice(world.sandbox.context, world.idOf('palisade'), world.guildId, { channelId: room, selfDeaf: true })
  expect((await play()).body.code).toBe(50_167)
  connectVoice(world.sandbox.context, world.idOf('palisade'), world.guildId, { channelId: room, selfDeaf: false })
  expect((await play()).status).toBe(204)
  expect(await world.heard('VOICE_CHANNEL_EFFECT_SEND')).toMatchObject({
    channel_id: room,
    user_id: world.idOf('palisade'),
    sound_id: id,
    sound_volume: 1,
  })
  expect(state?.voiceStates.size).toBe(1)

  await world.ask('bot', `DELETE ${list}/${id}`, { reason: 'too loud' })
  expect(await world.heard('GUILD_SOUNDBOARD_SOUND_DELETE')).toEqual({ sound_id: id, guild_id: world.guildId })
  await world.settle()
  expect(await world.logged(130)).toMatchObject([{ target_id: id, reason: 'supper' }])
  expect(await world.logged(131)).toMatchObject([{ target_id: id }])
  expect(await world.logged(132)).toMatchObject([{ target_id: id, reason: 'too loud' }])
  expect(world.sandbox.violations()).toEqual([])
})

test('a sound must be short, small and a sound', async () => {
  const world = await openWire(intents)
  const refused = async (sound: string) =>
    (await world.ask('bot', `POST /guilds/${world.guildId}/soundboard-sounds`, { body: { name: 'bell', sound } })).body
      .code
  expect(await refused(audio(mp3(200)))).toBe(50_124)
  expect(await refused(audio(mp3(0)))).toBe(50_035)
  expect(await refused(audio(Buffer.concat([mp3(1), Buffer.alloc(512_000)])))).toBe(50_045)
  expect(await refused(audio(Buffer.from('ID3 and nothing')))).toBe(50_192)
  expect((await world.ask('bot', 'GET /soundboard-default-sounds')).body).toHaveLength(6)
})

test('GUILD_CREATE contains the stickers and sounds', async () => {
  const world = await openWire(intents)
  await world.ask('bot', `POST /guilds/${world.guildId}/stickers`, { form: sticker(cup) })
  const sound = { name: 'bell', sound: audio(mp3(20)) }
  await world.ask('bot', `POST /guilds/${world.guildId}/soundboard-sounds`, { body: sound })
  world.sandbox.gateway.invalidate(false)
  const guild = await world.heard('GUILD_CREATE')
  expect(guild).toMatchObject({ stickers: [{ name: 'cup' }], soundboard_sounds: [{ name: 'bell' }] })
})

test.each([true, false])('whether the CDN keeps deleted files is a condition: %s', async kept => {
  const world = await openWire(intents, { cdnKeepsDeleted: kept })
  const image = `data:image/png;base64,${png(64).toString('base64')}`
  const list = `/guilds/${world.guildId}/emojis` as const
  const { body } = await world.ask('bot', `POST ${list}`, { body: { name: 'cup', image } })
  expect((await bytes(world, `emojis/${body.id}.webp`)).data.equals(png(64))).toBe(true)
  await world.ask('bot', `DELETE ${list}/${body.id}`)
  expect((await bytes(world, `emojis/${body.id}.webp`)).status).toBe(kept ? 200 : 404)
})

test('an application creates emoji of its own, without a guild, an event or an audit log entry', async () => {
  const world = await openWire(intents)
  const list = `/applications/${world.idOf('palisade')}/emojis` as const
  const image = `data:image/png;base64,${png(64).toString('base64')}`
  const made = await world.ask('bot', `POST ${list}`, { body: { name: 'kiln', image } })
  expect(made).toMatchObject({ status: 201, body: { name: 'kiln', animated: false, roles: [] } })
  const { id } = made.body as { id: string }
  expect((await bytes(world, `emojis/${id}.png`)).data.equals(png(64))).toBe(true)
  expect((await world.ask('bot', `PATCH ${list}/${id}`, { body: { name: 'oven' } })).body.name).toBe('oven')
  expect((await world.ask('bot', `GET ${list}`)).body.items).toMatchObject([{ id, name: 'oven' }])
  const message = { content: 'warm' }
  const { body: sent } = await world.ask('bot', `POST /channels/${world.channel('general')}/messages`, {
    body: message,
  })
  const reaction = `/channels/${world.channel('general')}/messages/${sent.id}/reactions/oven:${id}/@me` as const
  expect((await world.ask('bot', `PUT ${reaction}`)).status).toBe(204)
  const foreign = `/applications/${world.idOf('jukebox')}/emojis` as const
  expect((await world.ask('bot', `GET ${foreign}`)).body.code).toBe(50_001)
  expect((await world.ask('bot', `DELETE ${list}/${id}`)).status).toBe(204)
  expect((await world.ask('bot', `GET ${list}/${id}`)).body.code).toBe(10_014)
  const large = `data:image/png;base64,${Buffer.concat([png(64), Buffer.alloc(256 * 1024)]).toString('base64')}`
  const refused = await world.ask('bot', `POST ${list}`, { body: { name: 'kiln', image: large } })
  expect(refused).toMatchObject({ status: 400, body: { code: 0 } })
  await world.settle()
  expect(world.take('GUILD_EMOJIS_UPDATE', 'GUILD_AUDIT_LOG_ENTRY_CREATE')).toEqual([])
  expect(world.sandbox.violations()).toEqual([])
})
