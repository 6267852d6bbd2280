import { GatewayDispatchEvents, GatewayIntentBits as Intent } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { startSandbox } from '#test/sandbox.ts'
import { connect, hello, identified, identity, type RawClient, settled } from '#test/sandbox/raw-client.ts'
import { applicationOf } from '../demo/environment.ts'
import { createWorld } from '../world/create.ts'

const context = { world: createWorld({ kind: 'demo' }) }
// A world made of the same seed has the same tokens.
const { token } = applicationOf({ context })

const guildNames = (client: RawClient) =>
  client.frames.filter(({ t }) => t === 'GUILD_CREATE').map(({ d }) => String(d['name']))

const refusals: [what: string, sent: (client: RawClient) => void, code: number][] = [
  ['a wrong token', client => client.send(2, identity(client.sandbox, { token: 'wrong' })), 4004],
  ['no token', client => client.send(2, {}), 4004],
  ['an impossible shard', client => client.send(2, identity(client.sandbox, { shard: [2, 2] })), 4010],
  ['an intent that does not exist', client => client.send(2, identity(client.sandbox, { intents: 1 << 30 })), 4013],
  ['no intents', client => client.send(2, identity(client.sandbox, { intents: undefined })), 4013],
  ['text that is no JSON', client => client.say('hello'), 4002],
  ['a request before identifying', client => client.send(8, {}), 4003],
  ['sending too fast', client => Array.from({ length: 121 }, () => client.send(1, null)), 4008],
]
test.each(refusals)('%s closes the connection with its code', async (_what, sent, code) => {
  const client = await hello(await startSandbox())
  sent(client)
  expect(await client.closed).toBe(code)
})

test('identifying twice, oversized payloads and unknown opcodes close the connection with their codes', async () => {
  const sandbox = await startSandbox()
  const twice = await identified(sandbox)
  twice.send(2, identity(sandbox))
  expect(await twice.closed).toBe(4005)
  const large = await identified(sandbox)
  large.send(3, { text: 'x'.repeat(4096) })
  expect(await large.closed).toBe(4002)
  const strange = await identified(sandbox)
  strange.send(99, {})
  expect(await strange.closed).toBe(4001)
  expect(sandbox.violations()).toMatchObject([{ kind: 'gateway', where: 'opcode 99' }])
})

test('an old version and other encodings are refused', async () => {
  const sandbox = await startSandbox()
  expect(await connect(sandbox, 'v=6').closed).toBe(4012)
  expect(await connect(sandbox, 'v=10&encoding=etf').closed).toBe(4002)
})

test('a client that sends no heartbeat is disconnected', async () => {
  const client = await identified(await startSandbox({ conditions: { heartbeatMs: 50 } }))
  expect(await client.closed).toBe(4009)
})

test('events of a connection that broke are replayed in order and end with RESUMED', async () => {
  const sandbox = await startSandbox()
  const client = await identified(sandbox)
  await settled(client)
  const seq = Math.max(...client.frames.map(({ s }) => s ?? 0))
  const { session_id } = await client.event('READY')
  client.close(4000)
  await client.closed
  const [guildId = ''] = sandbox.context.world.guilds.keys()
  for (const role_id of ['one', 'two'])
    sandbox.context.emit({
      type: GatewayDispatchEvents.GuildRoleDelete,
      data: { guild_id: guildId, role_id },
      audience: { guildId },
    })
  const again = await hello(sandbox)
  again.send(6, { token, session_id, seq })
  await again.event('RESUMED')
  const dispatched = again.frames.filter(({ op }) => op === 0)
  expect(dispatched.map(({ t, s, d }) => [t, (s ?? 0) - seq, d['role_id']])).toEqual([
    ['GUILD_ROLE_DELETE', 1, 'one'],
    ['GUILD_ROLE_DELETE', 2, 'two'],
    ['RESUMED', 3, undefined],
  ])
})

test('a session ends with code 1000, and an unknown one cannot be resumed', async () => {
  const sandbox = await startSandbox()
  const client = await identified(sandbox)
  const { session_id } = await client.event('READY')
  client.close(1000)
  await client.closed
  const again = await hello(sandbox)
  again.send(6, { token, session_id, seq: 1 })
  expect((await again.frame(({ op }) => op === 9)).d).toBe(false)
})

test('a sequence that was never sent is refused', async () => {
  const sandbox = await startSandbox()
  const client = await identified(sandbox)
  const { session_id } = await client.event('READY')
  client.close(4000)
  await client.closed
  const again = await hello(sandbox)
  again.send(6, { token, session_id, seq: 9999 })
  expect(await again.closed).toBe(4007)
  const late = await hello(sandbox)
  late.send(6, { token, session_id, seq: 1 })
  expect((await late.frame(({ op }) => op === 9)).d).toBe(false)
})

test("a session cannot be resumed with a wrong token or another bot's token", async () => {
  const sandbox = await startSandbox()
  const { session_id } = await (await identified(sandbox)).event('READY')
  const wrong = await hello(sandbox)
  wrong.send(6, { token: 'wrong', session_id, seq: 1 })
  expect(await wrong.closed).toBe(4004)
  const other = await hello(sandbox)
  other.send(6, { token: applicationOf({ context }, 'Tally').token, session_id, seq: 1 })
  expect((await other.frame(({ op }) => op === 9)).d).toBe(false)
})

test('a resumable invalidated session continues over the same connection', async () => {
  const sandbox = await startSandbox()
  const client = await identified(sandbox)
  const { session_id } = await client.event('READY')
  await settled(client)
  const seq = Math.max(...client.frames.map(({ s }) => s ?? 0))
  sandbox.gateway.invalidate(true)
  expect((await client.frame(({ op }) => op === 9)).d).toBe(true)
  client.send(6, { token, session_id, seq })
  await client.event('RESUMED')
})

test('every server is on exactly one of the shards', async () => {
  const sandbox = await startSandbox()
  const whole = await identified(sandbox)
  const shards = await Promise.all([0, 1, 2].map(id => identified(sandbox, { shard: [id, 3] })))
  await Promise.all([whole, ...shards].map(settled))
  expect(shards.flatMap(guildNames).toSorted()).toEqual(guildNames(whole).toSorted())
})

test('an IDENTIFY that comes too soon is refused', async () => {
  const sandbox = await startSandbox({ conditions: { identifyEveryMs: 60_000 } })
  await identified(sandbox)
  const second = await hello(sandbox)
  second.send(2, identity(sandbox))
  expect((await second.frame(({ op }) => op === 9)).d).toBe(false)
})

test("a member's client gets its servers with all members, and nothing of other servers", async () => {
  const sandbox = await startSandbox()
  const client = await identified(sandbox, { token: sandbox.tokenOf('member1'), intents: undefined })
  await settled(client)
  const user = (await client.event('READY'))['user'] as { id: string; username: string }
  expect(user.username).toBe('jun_tan')
  const guild = client.frames.find(({ d }) => d['name'] === 'Tidewater Makers')?.d
  expect(guild?.['members']).toHaveLength(Number(guild?.['member_count']))
  const { guilds } = sandbox.context.world
  for (const [id, { members }] of guilds)
    sandbox.context.emit({
      type: GatewayDispatchEvents.GuildUpdate,
      data: { id, own: members.has(user.id) },
      audience: { guildId: id },
    })
  await settled(client)
  const own = client.frames.filter(({ t }) => t === 'GUILD_UPDATE').map(({ d }) => d['own'])
  expect(own.length).toBeLessThan(guilds.size)
  expect(new Set(own)).toEqual(new Set([true]))
})

test('only staff receive events of a staff channel and of the audit log', async () => {
  const sandbox = await startSandbox()
  const as = (login: string) => identified(sandbox, { token: sandbox.tokenOf(login), intents: undefined })
  const [moderator, member, admin] = [await as('moderator'), await as('member1'), await as('admin')]
  const { channels } = sandbox.context.world
  const staffRoom = [...channels.values()].find(({ channel }) => channel.name === 'mod-log')?.channel.id ?? ''
  const request = (login: string, method: string, path: string, body: object) =>
    fetch(`${sandbox.api}/v10${path}`, {
      method,
      headers: { authorization: sandbox.tokenOf(login), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await request('admin', 'POST', `/channels/${staffRoom}/messages`, { content: 'for us' })
  expect(await moderator.event('MESSAGE_CREATE')).toMatchObject({ content: 'for us' })
  await request('admin', 'PATCH', `/channels/${staffRoom}`, { topic: 'what happened' })
  expect(await admin.event('GUILD_AUDIT_LOG_ENTRY_CREATE')).toMatchObject({ target_id: staffRoom })
  await settled(member)
  const heard = new Set(member.frames.map(({ t }) => t))
  expect([heard.has('MESSAGE_CREATE'), heard.has('GUILD_AUDIT_LOG_ENTRY_CREATE')]).toEqual([false, false])
})

test('members arrive in chunks, and the whole list can be requested once in thirty seconds', async () => {
  const sandbox = await startSandbox()
  const client = await identified(sandbox, { intents: Intent.Guilds | Intent.GuildMembers })
  const guildId = String((await client.event('GUILD_CREATE'))['id'])
  client.send(8, { guild_id: guildId, query: '', limit: 0, nonce: 'a' })
  const chunk = await client.event('GUILD_MEMBERS_CHUNK')
  expect(chunk).toMatchObject({ chunk_index: 0, chunk_count: 1, nonce: 'a' })
  expect(chunk['members']).toHaveLength(sandbox.context.world.guilds.get(guildId)?.members.size ?? -1)
  client.send(8, { guild_id: guildId, query: '', limit: 0 })
  expect(await client.event('RATE_LIMITED')).toMatchObject({ opcode: 8, meta: { guild_id: guildId } })
})

test('members are found by username and by nickname; an empty query finds nobody', async () => {
  const sandbox = await startSandbox()
  const client = await identified(sandbox)
  const guildId = String((await client.event('GUILD_CREATE'))['id'])
  for (const query of ['tobiasl', 'Tobias (']) client.send(8, { guild_id: guildId, query, limit: 5, nonce: query })
  client.send(8, { guild_id: guildId, query: 'wren', nonce: 'x'.repeat(33) })
  client.send(8, { guild_id: guildId })
  await settled(client)
  const found = client.frames.filter(({ t }) => t === 'GUILD_MEMBERS_CHUNK').map(({ d }) => [d['nonce'], d['members']])
  expect(found).toMatchObject([
    ['tobiasl', [{ user: { username: 'tobiaslind' } }]],
    ['Tobias (', [{ user: { username: 'tobiaslind' } }]],
    [undefined, [{ user: { username: 'wren' } }]],
  ])
  expect(sandbox.violations()).toMatchObject([{ kind: 'gateway', where: 'REQUEST_GUILD_MEMBERS' }])
})

test('the gateway reports its address and how many session starts are left', async () => {
  const sandbox = await startSandbox()
  await identified(sandbox)
  const headers = { authorization: `Bot ${token}`, 'user-agent': 'DiscordBot (test, 1)' }
  const answer = (await (await fetch(`${sandbox.api}/v10/gateway/bot`, { headers })).json()) as object
  expect(answer).toMatchObject({
    url: `${sandbox.url.replace('http', 'ws')}/gateway`,
    shards: 1,
    session_start_limit: { total: 1000, remaining: 999, max_concurrency: 1 },
  })
})
