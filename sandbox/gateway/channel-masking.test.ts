// @module-tag long
import {
  type APIGuildChannel,
  type APIOverwrite,
  ChannelFlags,
  ChannelType,
  GatewayIntentBits as Intent,
  PermissionFlagsBits as P,
} from 'discord-api-types/v10'
import { expect, onTestFinished, test } from 'vitest'
import { type ConnectedClient, connectClient } from '#test/sandbox/connected-client.ts'
import { until } from '#test/until.ts'
import { type Conditions, defaultConditions } from '../conditions.ts'
import { applicationOf } from '../demo/environment.ts'

interface Packet {
  t: string
  d: Record<string, unknown>
}

type Channel = APIGuildChannel & { flags?: number; permission_overwrites?: APIOverwrite[] }

async function stage(conditions: Partial<Conditions> = {}) {
  const connected: ConnectedClient = await connectClient([Intent.Guilds, Intent.GuildVoiceStates], conditions)
  onTestFinished(() => connected.close())
  const { sandbox, client } = connected
  const { world } = sandbox.context
  const [guild] = [...world.guilds.values()].filter(({ guild: { name } }) => name === 'Tidewater Makers')
  if (!guild) throw new Error('the demo world has no Tidewater Makers')
  const packets: Packet[] = []
  client.on('raw', (packet: Packet) => void packets.push(packet))
  const botId = client.user.id
  const call = async (
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    bot = false,
  ) => {
    const authorization = bot ? `Bot ${applicationOf(sandbox).token}` : sandbox.tokenOf('owner')
    const answer = await fetch(`${sandbox.api}/v10${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json', 'user-agent': 'DiscordBot (test, 1)' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: answer.status === 204 ? undefined : ((await answer.json()) as unknown) }
  }
  const make = async (name: string, more: object = {}) =>
    (await call('POST', `/guilds/${guild.guild.id}/channels`, { name, type: 0, ...more })).body as Channel
  const hide = (id: string) =>
    call('PUT', `/channels/${id}/permissions/${botId}`, { type: 1, allow: '0', deny: String(P.ViewChannel) })
  const show = (id: string) => call('DELETE', `/channels/${id}/permissions/${botId}`)
  /** The events since the last look, once all that was caused so far has arrived. */
  const heard = async () => {
    const marker = (await make('marker')).id
    await until('the marker', () => packets.some(({ t, d }) => t === 'CHANNEL_CREATE' && d['id'] === marker))
    const all = packets.splice(0).filter(({ d }) => d['id'] !== marker)
    await call('DELETE', `/channels/${marker}`)
    await until('its end', () => packets.some(({ t, d }) => t === 'CHANNEL_DELETE' && d['id'] === marker))
    packets.length = 0
    return all
  }
  const updates = (events: readonly Packet[]) =>
    events.flatMap(({ t, d }) => (t === 'CHANNEL_UPDATE' ? [d as unknown as Channel] : []))
  const isMasked = ({ name, flags = 0 }: { name?: string | null; flags?: number }) =>
    name === '___hidden___' && (flags & ChannelFlags.ChannelObfuscated) !== 0
  const listed = async () =>
    new Set(
      ((await call('GET', `/guilds/${guild.guild.id}/channels`, undefined, true)).body as Channel[]).map(c => c.id),
    )
  const idOf = (name: string) =>
    [...guild.channelIds].find(id => world.channels.get(id)?.channel.name === name) ?? `no ${name}`
  return {
    ...connected,
    guild,
    guildId: guild.guild.id,
    botId,
    call,
    make,
    hide,
    show,
    heard,
    updates,
    isMasked,
    listed,
    idOf,
  }
}

const denied = (id: string) => [{ id, type: 0, allow: '0', deny: String(P.ViewChannel) }]

test('a channel that is hidden from a bot arrives masked, and complete once the bot sees it again', async () => {
  const { guildId, idOf, hide, show, heard, updates, listed, call } = await stage()
  const id = idOf('woodwork')
  const before = await call('GET', `/channels/${id}`, undefined, true)
  await hide(id)
  const [mask, ...others] = updates(await heard())
  expect(others).toEqual([])
  expect(mask).toEqual({
    id,
    guild_id: guildId,
    type: ChannelType.GuildText,
    name: '___hidden___',
    position: (before.body as Channel & { position: number }).position,
    parent_id: idOf('Workshop'),
    flags: 1 << 17,
    permission_overwrites: [{ id: guildId, type: 0, allow: '0', deny: '1024' }],
    topic: null,
    nsfw: false,
    rate_limit_per_user: 0,
    last_message_id: null,
    last_pin_timestamp: null,
  })
  expect((await listed()).has(id)).toBe(false)
  for (const method of ['GET', 'PATCH'] as const)
    expect(await call(method, `/channels/${id}`, method === 'GET' ? undefined : { topic: 'x' }, true)).toMatchObject({
      status: 403,
      body: { code: 50001 },
    })
  await show(id)
  expect(updates(await heard())).toMatchObject([{ id, name: 'woodwork', flags: 0, topic: 'Mind the bandsaw' }])
  expect(await call('GET', `/channels/${id}`, undefined, true)).toEqual(before)
})

test('a category is visible as long as a channel in it is, and hidden with the last one', async () => {
  const { make, hide, show, heard, updates, isMasked, listed, guildId, call } = await stage()
  const category = await make('Cellar', { type: ChannelType.GuildCategory, permission_overwrites: denied(guildId) })
  const visible = await make('stairs', { parent_id: category.id, permission_overwrites: [] })
  await heard()
  expect((await listed()).has(category.id)).toBe(true)
  expect((await call('GET', `/channels/${category.id}`, undefined, true)).status).toBe(200)
  await hide(visible.id)
  const lost = updates(await heard())
  expect(lost.map(({ id }) => id)).toEqual([visible.id, category.id])
  expect(lost.every(isMasked)).toBe(true)
  await show(visible.id)
  expect(updates(await heard()).map(({ name }) => name)).toEqual(['stairs', 'Cellar'])
})

test("a change to a role's permissions masks or shows all channels at once", async () => {
  const { guild, guildId, call, heard, updates, isMasked, botId } = await stage()
  const roleIds = [guildId, ...(guild.members.get(botId)?.roles ?? [])]
  const before = new Map(roleIds.map(id => [id, BigInt(guild.roles.get(id)?.permissions ?? 0)]))
  const set = (id: string, bits: bigint) =>
    call('PATCH', `/guilds/${guildId}/roles/${id}`, { permissions: String(bits) })
  for (const [id, bits] of before) await set(id, bits & ~P.ViewChannel)
  const lost = updates(await heard())
  expect(lost.length).toBeGreaterThan(5)
  expect(lost.every(isMasked)).toBe(true)
  await set(guildId, before.get(guildId) ?? 0n)
  const gained = updates(await heard())
  expect(gained.some(isMasked)).toBe(false)
  expect(gained.some(({ type }) => type === ChannelType.GuildCategory)).toBe(true)
  const lostIds = lost.map(({ id }) => id)
  expect(gained.filter(({ id }) => !lostIds.includes(id))).toEqual([])
})

test("a bot's own roles, and the voice channel it is in, make channels visible", async () => {
  const { make, guild, guildId, client, call, heard, updates, botId } = await stage()
  const { id: roleId } = (await call('POST', `/guilds/${guildId}/roles`, { name: 'Key', permissions: '0' }))
    .body as Channel
  const keyed = { id: roleId, type: 0, allow: String(P.ViewChannel | P.Connect), deny: '0' }
  const vault = await make('vault', { permission_overwrites: [...denied(guildId), keyed] })
  const booth = await make('Booth', { type: 2, permission_overwrites: denied(guildId) })
  await heard()
  await call('PUT', `/guilds/${guildId}/members/${botId}/roles/${roleId}`)
  expect(updates(await heard())).toMatchObject([{ id: vault.id, name: 'vault' }])
  await call('DELETE', `/guilds/${guildId}/roles/${roleId}`)
  expect(updates(await heard())).toContainEqual(expect.objectContaining({ id: vault.id, flags: 1 << 17 }))
  const allow = String(P.ViewChannel | P.Connect)
  await call('PUT', `/channels/${booth.id}/permissions/${botId}`, { type: 1, allow, deny: '0' })
  const enter = { guild_id: guildId, channel_id: booth.id, self_mute: false, self_deaf: false }
  client.ws.shards.first()?.send({ op: 4, d: enter })
  await until('the bot to be in voice', () => guild.voiceStates.get(botId)?.channel_id === booth.id)
  await heard()
  await call('PUT', `/channels/${booth.id}/permissions/${botId}`, { type: 1, allow: '0', deny: String(P.ViewChannel) })
  const inside = updates(await heard())
  const isConnected = (await call('GET', `/channels/${booth.id}`, undefined, true)).status === 200
  expect(isConnected).toBe(true)
  expect(inside.map(({ name }) => name)).toEqual(['Booth'])
})

test('threads arrive when their channel becomes visible', async () => {
  const { idOf, hide, show, heard, call } = await stage()
  const id = idOf('woodwork')
  const thread = (await call('POST', `/channels/${id}/threads`, { name: 'jigs', type: 11 })).body as Channel
  await hide(id)
  expect((await heard()).map(({ t }) => t)).not.toContain('THREAD_DELETE')
  expect((await call('GET', `/channels/${thread.id}`, undefined, true)).status).toBe(403)
  await show(id)
  const sync = (await heard()).find(({ t }) => t === 'THREAD_LIST_SYNC')
  expect(sync?.d).toMatchObject({ channel_ids: [id], threads: [{ id: thread.id }] })
})

test('channels that are created, renamed and deleted out of sight are masked, on a new connection too', async () => {
  const { make, heard, isMasked, call, guildId, client } = await stage()
  await heard()
  const secret = await make('plans', { permission_overwrites: denied(guildId), topic: 'dynamite' })
  await call('PATCH', `/channels/${secret.id}`, { name: 'better-plans' })
  const known = await until('the bot to know', () => client.guilds.cache.get(guildId)?.channels.cache.get(secret.id))
  expect(known.flags.has(ChannelFlags.ChannelObfuscated)).toBe(true)
  await call('DELETE', `/channels/${secret.id}`)
  const about = (await heard()).filter(({ d }) => d['id'] === secret.id)
  expect(about.map(({ t }) => t)).toEqual(['CHANNEL_CREATE', 'CHANNEL_UPDATE', 'CHANNEL_DELETE'])
  expect(about.every(({ d }) => isMasked(d))).toBe(true)
  expect(JSON.stringify(about)).not.toMatch(/plans|dynamite/)
})

test("GUILD_CREATE masks hidden channels; a channel that only has the mask's name has no flag", async () => {
  const { make, guildId, sandbox, client, listed } = await stage()
  const secret = await make('plans', { permission_overwrites: denied(guildId) })
  const honest = await make('___hidden___')
  const packets: Packet[] = []
  client.on('raw', (packet: Packet) => void packets.push(packet))
  for (const step of ['outage', 'restore'])
    await fetch(`${sandbox.url}/sandbox/guilds/${guildId}/${step}`, { method: 'POST' })
  const created = await until('the server to be back', () => packets.find(({ t }) => t === 'GUILD_CREATE'))
  const channels = created.d['channels'] as Channel[]
  expect(channels.find(({ id }) => id === secret.id)).toMatchObject({ name: '___hidden___', flags: 1 << 17 })
  expect(channels.find(({ id }) => id === honest.id)).toMatchObject({ name: '___hidden___', flags: 0 })
  const shown = await listed()
  expect([shown.has(secret.id), shown.has(honest.id)]).toEqual([false, true])
})

test('an interaction contains a hidden channel unmasked', async () => {
  const { make, guildId, client, as, heard } = await stage()
  const secret = await make('plans', { permission_overwrites: denied(guildId) })
  const { application } = client
  const options = [{ type: 7, name: 'where', description: 'd', required: true }]
  await application.commands.set([{ name: 'look', description: 'd', options }])
  await heard()
  const started = await as('owner', 'POST', '/interactions', {
    type: 2,
    application_id: application.id,
    guild_id: guildId,
    channel_id: secret.id,
    nonce: 'n',
    data: { name: 'look', options: [{ type: 7, name: 'where', value: secret.id }] },
  })
  expect(started.status).toBe(204)
  const { d = {} } = (await heard()).find(({ t }) => t === 'INTERACTION_CREATE') ?? {}
  expect(d['channel']).toMatchObject({ id: secret.id, name: 'plans', flags: 0 })
  expect(d['data']).toMatchObject({ resolved: { channels: { [secret.id]: { name: 'plans' } } } })
})

test('without masking, bots get every channel in full; what REST answers about a hidden one is a condition', async () => {
  const whole = await stage({ hiddenChannels: { ...defaultConditions.hiddenChannels, masked: false } })
  await whole.hide(whole.idOf('woodwork'))
  expect(whole.updates(await whole.heard())).toMatchObject([{ name: 'woodwork' }])
  expect((await whole.listed()).has(whole.idOf('woodwork'))).toBe(true)
  const silent = await stage({ hiddenChannels: { masked: true, answer: 'unknown-channel' } })
  await silent.hide(silent.idOf('woodwork'))
  const asked = (bot: boolean) => silent.call('GET', `/channels/${silent.idOf('woodwork')}`, undefined, bot)
  expect(await asked(true)).toMatchObject({ status: 404, body: { code: 10003 } })
  expect((await asked(false)).status).toBe(200)
})

test("members' clients get only the channels that they see", async () => {
  const { sandbox, make, guildId } = await stage()
  const socket = new WebSocket(`${sandbox.url.replace('http', 'ws')}/gateway/?v=10&encoding=json`)
  onTestFinished(() => socket.close())
  const texts: string[] = []
  socket.addEventListener('message', ({ data }) => texts.push(String(data)))
  socket.addEventListener('open', () =>
    socket.send(JSON.stringify({ op: 2, d: { token: sandbox.tokenOf('member1'), properties: {} } })),
  )
  await until('the member to be there', () => texts.some(text => text.includes('"t":"GUILD_CREATE"')))
  await make('plans', { permission_overwrites: denied(guildId) })
  await until('the news of it', () => texts.some(text => text.includes('"t":"CHANNEL_CREATE"')))
  expect(texts.some(text => text.includes('___hidden___'))).toBe(false)
})
