// @module-tag long
import { AuditLogEvent as Log, GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { audio, mp3, png, sticker } from '#test/sandbox/uploads.ts'
import { openWire, type WireWorld } from '#test/sandbox/wire-world.ts'

/*
 * What whoever attacks a server leaves behind, and what whoever restores it cannot bring back. The traps of one family
 * alone are tested with it: COMMUNITY and its features, foreign applications and widgets in guild-settings.test.ts,
 * onboarding in community.test.ts, prunes and bulk bans in world/members/leaving.test.ts, categories and required
 * channels in world/channels/channels.test.ts, dead role ids in world/roles/roles.test.ts, hidden channels in
 * gateway/channel-masking.test.ts.
 */

const intents = [
  Intent.Guilds,
  Intent.GuildModeration,
  Intent.GuildInvites,
  Intent.GuildMembers,
  Intent.GuildExpressions,
  Intent.GuildWebhooks,
  Intent.GuildMessages,
  Intent.GuildScheduledEvents,
  Intent.AutoModerationConfiguration,
]
const picture = `data:image/png;base64,${png().toString('base64')}`

async function open() {
  const world = await openWire(intents)
  const guild = `/guilds/${world.guildId}` as const
  const member = async (login: string) => (await world.ask('bot', `GET ${guild}/members/${world.idOf(login)}`)).body
  return { world, guild, member }
}

const made = async (world: WireWorld, path: `/${string}`, body: object, who = 'bot') =>
  (await world.ask(who, `POST ${path}`, { body })).body

test('an invite that gives a role still works after its creator was demoted or kicked', async () => {
  const { world, guild, member } = await open()
  const staff = await made(world, `${guild}/roles`, { name: 'Staff', permissions: String((1n << 28n) | 1n) })
  const guest = await made(world, `${guild}/roles`, { name: 'Guest', permissions: '0' })
  await world.ask('owner', `PATCH ${guild}/roles`, {
    body: [
      { id: guest.id, position: 1 },
      { id: staff.id, position: 2 },
    ],
  })
  const rogue = `${guild}/members/${world.idOf('member1')}` as const
  await world.ask('owner', `PUT ${rogue}/roles/${staff.id}`)
  const general = `/channels/${world.channel('general')}/invites` as const
  const invite = await made(world, general, { role_ids: [guest.id], max_age: 0 }, 'member1')
  expect(invite.roles).toMatchObject([{ id: guest.id }])

  await world.ask('owner', `DELETE ${rogue}/roles/${staff.id}`)
  const again = { role_ids: [guest.id], unique: true }
  expect((await made(world, general, again, 'member1')).code).toBe(50_013)
  await world.ask('member4', `POST /invites/${invite.code}`)
  expect((await member('member4')).roles).toContain(guest.id)
  await world.ask('owner', `DELETE ${rogue}`)
  await world.ask('stranger', `POST /invites/${invite.code}`)
  expect((await member('stranger')).roles).toContain(guest.id)
  const list = (await world.ask('bot', `GET ${guild}/invites`)).body
  expect(list.filter((one: { roles?: object[] }) => one.roles?.length)).toMatchObject([
    { code: invite.code, inviter: { id: world.idOf('member1') } },
  ])
})

test('an invite whose role was deleted gives none, not even a new role of the same name', async () => {
  const { world, guild, member } = await open()
  const old = await made(world, `${guild}/roles`, { name: 'Guest', permissions: '0' })
  const body = { role_ids: [old.id], max_age: 0 }
  const invite = await made(world, `/channels/${world.channel('general')}/invites`, body)
  await world.ask('bot', `DELETE ${guild}/roles/${old.id}`)
  const again = await made(world, `${guild}/roles`, { name: 'Guest', permissions: '0' })
  await world.ask('stranger', `POST /invites/${invite.code}`)
  const { roles } = await member('stranger')
  expect(roles).not.toContain(again.id)
  const known = (await world.ask('bot', `GET ${guild}/roles`)).body.map(({ id }: { id: string }) => id)
  expect(roles.filter((id: string) => known.includes(id))).toEqual([])
  expect((await world.ask('bot', `GET /invites/${invite.code}`)).status).toBe(200)
})

test('deleting a channel causes one event and one audit log entry, whatever was in it', async () => {
  const { world } = await open()
  const room = world.channel('woodwork')
  const message = await made(world, `/channels/${room}/messages`, { content: 'Cedar' })
  await made(world, `/channels/${room}/messages/${message.id}/threads`, { name: 'Cedar' })
  const hook = await made(world, `/channels/${room}/webhooks`, { name: 'Saw' })
  const invite = await made(world, `/channels/${room}/invites`, { max_age: 0 })
  await world.ask('bot', `PUT /channels/${room}/messages/pins/${message.id}`)
  await world.settle()
  const told = ['THREAD_DELETE', 'MESSAGE_DELETE', 'MESSAGE_DELETE_BULK', 'INVITE_DELETE', 'WEBHOOKS_UPDATE']
  world.take(...told, 'CHANNEL_DELETE', 'CHANNEL_PINS_UPDATE')
  await world.ask('bot', `DELETE /channels/${room}`)
  await world.settle()
  expect(world.take(...told, 'CHANNEL_DELETE', 'CHANNEL_PINS_UPDATE').map(({ t }) => t)).toEqual(['CHANNEL_DELETE'])
  expect((await world.ask('bot', `GET /invites/${invite.code}`)).body.code).toBe(10_006)
  expect((await world.ask('', `GET /webhooks/${hook.id}/${hook.token}`)).body.code).toBe(10_015)
  expect((await world.ask('bot', `GET /channels/${message.id}`)).body.code).toBe(10_003)
  for (const type of [Log.ThreadDelete, Log.WebhookDelete, Log.InviteDelete, Log.MessageDelete])
    expect(await world.logged(type)).toEqual([])
  expect(await world.logged(Log.ChannelDelete)).toMatchObject([{ target_id: room }])
})

test('a scheduled event is deleted with its channel, and cannot be recreated once its start has passed', async () => {
  const { world, guild } = await open()
  const hour = 3_600_000
  const at = (ms: number) => new Date(world.sandbox.context.now() + ms).toISOString()
  const body = {
    name: 'Turning',
    privacy_level: 2,
    entity_type: 2,
    channel_id: world.channel('Bench talk'),
    scheduled_start_time: at(hour),
  }
  const event = await made(world, `${guild}/scheduled-events`, body)
  await world.settle()
  world.take('GUILD_SCHEDULED_EVENT_DELETE')
  await world.ask('bot', `DELETE /channels/${body.channel_id}`)
  await world.settle()
  expect(world.take('GUILD_SCHEDULED_EVENT_DELETE')).toEqual([])
  expect(await world.logged(Log.GuildScheduledEventDelete)).toEqual([])
  expect((await world.ask('bot', `GET ${guild}/scheduled-events/${event.id}`)).body.code).toBe(10_070)
  const room = await made(world, `${guild}/channels`, { name: 'Bench talk', type: 2 })
  world.sandbox.advance(2 * hour)
  const again = await made(world, `${guild}/scheduled-events`, { ...body, channel_id: room.id })
  expect(again.errors).toHaveProperty('scheduled_start_time')
})

test('something that is uploaded again is another thing, with a new id and maker; references still name the old one', async () => {
  const { world, guild } = await open()
  const uploads = {
    emojis: { body: { name: 'cup', image: picture } },
    stickers: { form: sticker({ name: 'cup', tags: 'cup', description: '' }) },
    'soundboard-sounds': { body: { name: 'cup', sound: audio(mp3(2)) } },
  }
  for (const [list, upload] of Object.entries(uploads)) {
    const path = `${guild}/${list}` as const
    const { body: first } = await world.ask('owner', `POST ${path}`, upload)
    const id = first.id ?? first.sound_id
    const file = `${world.sandbox.url}/cdn/${list}/${id}`
    const bytes = Buffer.from(await (await fetch(file)).arrayBuffer())
    expect(bytes.length).toBeGreaterThan(0)
    const message = await made(world, `/channels/${world.channel('general')}/messages`, { content: `<:cup:${id}>` })
    await world.ask('bot', `DELETE ${path}/${id}`)
    expect((await fetch(file)).status).toBe(404)
    const { body: second } = await world.ask('bot', `POST ${path}`, upload)
    expect(second.id ?? second.sound_id).not.toBe(id)
    expect(second.user.id).toBe(world.idOf('palisade'))
    const written = await world.ask('bot', `GET /channels/${message.channel_id}/messages/${message.id}`)
    expect(written.body.content).toContain(id)
  }
})

test('a recreated webhook has another URL, and the old one no longer works', async () => {
  const { world } = await open()
  const list = `/channels/${world.channel('general')}/webhooks` as const
  const old = await made(world, list, { name: 'Saw' })
  await world.ask('bot', `DELETE /webhooks/${old.id}`)
  const again = await made(world, list, { name: 'Saw' })
  expect([again.id, again.token]).not.toContain(old.id)
  expect(again.token).not.toBe(old.token)
  const say = (id: string, token: string) =>
    world.ask('', `POST /webhooks/${id}/${token}?wait=true`, { body: { content: 'x' } })
  expect((await say(old.id, old.token)).body.code).toBe(10_015)
  expect((await say(again.id, old.token)).body.code).toBe(50_027)
  expect((await say(again.id, again.token)).status).toBe(200)
})

test('disabled auto-moderation rules count toward the limit, and a created rule is disabled by default', async () => {
  const { world, guild } = await open()
  const path = `${guild}/auto-moderation/rules` as const
  world.sandbox.context.world.guilds.get(world.guildId)?.autoModerationRules.clear()
  const rule = (name: string, trigger_type: number, trigger_metadata: object) => ({
    name,
    event_type: 1,
    trigger_type,
    trigger_metadata,
    actions: [{ type: 1 }],
  })
  const words = rule('Words', 1, { keyword_filter: ['clay'] })
  const caps: [object, number][] = [
    [words, 6],
    [rule('Spam', 3, {}), 1],
    [rule('Presets', 4, { presets: [1] }), 1],
    [rule('Mentions', 5, { mention_total_limit: 5 }), 1],
  ]
  for (const [body, cap] of caps) {
    for (let count = 0; count < cap; count++) expect((await made(world, path, body)).enabled).toBe(false)
    expect((await made(world, path, body)).code).toBe(50_035)
  }
  const [first] = (await world.ask('bot', `GET ${path}`)).body
  await world.ask('owner', `DELETE ${path}/${first.id}`)
  // Nothing else tells what it was: the event has all of it.
  expect(await world.heard('AUTO_MODERATION_RULE_DELETE')).toMatchObject(first)
  const restored = await made(world, path, { ...words, enabled: true })
  expect(restored).toMatchObject({ enabled: true, creator_id: world.idOf('palisade') })
  expect(restored.id).not.toBe(first.id)
})

test('syncing a template after damage copies the damage', async () => {
  const { world, guild } = await open()
  const { code, serialized_source_guild: before } = await made(world, `${guild}/templates`, { name: 'Safe' })
  for (const name of ['woodwork', 'kiln-and-clay']) await world.ask('owner', `DELETE /channels/${world.channel(name)}`)
  const kept = (await world.ask('', `GET /guilds/templates/${code}`)).body.serialized_source_guild
  expect(kept.channels).toHaveLength(before.channels.length)
  await world.ask('owner', `PUT ${guild}/templates/${code}`)
  const synced = (await world.ask('', `GET /guilds/templates/${code}`)).body.serialized_source_guild
  expect(synced.channels).toHaveLength(before.channels.length - 2)
  await world.settle()
  expect(world.take('GUILD_UPDATE')).toEqual([])
})

test('a vanity code that was given up is free for any server, and no bot can restore it', async () => {
  const { world, guild } = await open()
  const { guilds } = world.sandbox.context.world
  const path = `${guild}/vanity-url` as const
  const code = guilds.get(world.guildId)?.guild.vanity_url_code
  expect(code).toBeTruthy()
  expect((await world.ask('bot', `PATCH ${path}`, { body: { code: 'ours' } })).body.code).toBe(20_001)
  await world.ask('owner', `PATCH ${path}`, { body: { code: null } })
  expect((await world.ask('', `GET /invites/${code}`)).body.code).toBe(10_006)
  const other = [...guilds.values()].find(({ guild: one }) => one.id !== world.guildId)
  if (other) other.guild = { ...other.guild, vanity_url_code: code ?? null }
  expect((await world.ask('owner', `PATCH ${path}`, { body: { code } })).body.code).toBe(50_020)
  await world.settle()
  expect(await world.logged(Log.GuildUpdate)).toMatchObject([
    { changes: [{ key: 'vanity_url_code', old_value: code }] },
  ])
})

test("a change to an emoji's allowed roles gets no audit log entry", async () => {
  const { world, guild } = await open()
  const emoji = await made(world, `${guild}/emojis`, { name: 'cup', image: picture })
  const role = await made(world, `${guild}/roles`, { name: 'Guest', permissions: '0' })
  await world.settle()
  world.take('GUILD_EMOJIS_UPDATE')
  await world.ask('owner', `PATCH ${guild}/emojis/${emoji.id}`, { body: { roles: [role.id] } })
  await world.heard('GUILD_EMOJIS_UPDATE')
  await world.settle()
  expect(await world.logged(Log.EmojiUpdate)).toEqual([])
})
