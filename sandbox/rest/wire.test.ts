// @module-tag long
import { expect, test } from 'vitest'
import { ReactionType } from 'discord-api-types/v10'
import { startSandbox } from '#test/sandbox.ts'
import { applicationOf } from '../demo/environment.ts'
import type { RunningSandbox } from '../server.ts'
import { userOf } from '../world/lookup.ts'
import { burstColors } from '../world/messages/reaction-counts.ts'
import { react, unreact } from '../world/messages/reactions.ts'

const library = 'DiscordBot (https://example.test, 1)'

async function ask(
  sandbox: RunningSandbox,
  method: string,
  path: string,
  more: { body?: string; agent?: string } = {},
) {
  const { body, agent = library } = more
  const answer = await fetch(`${sandbox.api}/v10${path}`, {
    method,
    headers: {
      authorization: `Bot ${applicationOf(sandbox).token}`,
      'user-agent': agent,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
  }
}

const idOf = (sandbox: RunningSandbox, name: string) =>
  [...sandbox.context.world.channels.values()].find(({ channel }) => channel.name === name)?.channel.id ?? ''

test('every response, also errors and unknown routes, has the type application/json', async () => {
  const sandbox = await startSandbox()
  for (const path of ['/users/@me', '/channels/1', '/nowhere'])
    expect((await ask(sandbox, 'GET', path)).type).toBe('application/json')
  expect(sandbox.violations()).toMatchObject([{ kind: 'unknown route', where: 'GET /nowhere' }])
})

test('a token is made of an id, a time and a signature', async () => {
  const { token, botUserId } = applicationOf(await startSandbox())
  const [id = '', time = '', signature] = token.split('.')
  expect(Buffer.from(id, 'base64').toString()).toBe(botUserId)
  expect(Buffer.from(time, 'base64url').readUInt32BE()).toBe(Date.parse('2023-02-01T10:00:00Z') / 1000)
  expect(signature).toMatch(/^[\w-]{38}$/)
})

test('an id may be a number of any size in a body', async () => {
  const sandbox = await startSandbox()
  const general = idOf(sandbox, 'general')
  const { body: first } = await ask(sandbox, 'POST', `/channels/${general}/messages`, { body: '{"content":"one"}' })
  const { status, body } = await ask(sandbox, 'POST', `/channels/${general}/messages`, {
    body: `{"content":"two","message_reference":{"message_id":${String(first?.['id'])}}}`,
  })
  expect([status, body?.['message_reference']]).toMatchObject([200, { message_id: first?.['id'] }])
  // No id, and no integer either.
  const wrong = await ask(sandbox, 'POST', `/channels/${general}/messages`, {
    body: '{"content":"x","message_reference":{"message_id":1.5}}',
  })
  expect(wrong).toMatchObject({ status: 400, body: { code: 50_035 } })
  // Discord's description, where it is at hand, has text alone.
  for (const { problem } of sandbox.violations())
    expect(problem).toBe('body.message_reference.message_id: must be string')
})

const wrongIds = [
  ['GET', '/channels/abc', 'channel_id', 'abc'],
  ['GET', '/guilds/1/members/1x', 'user_id', '1x'],
  ['DELETE', '/channels/1/messages/@me', 'message_id', '@me'],
  ['PATCH', '/guilds/@me', 'guild_id', '@me'],
] as const
test.each(wrongIds)('%s %s is refused for a malformed id in its path', async (method, path, name, value) => {
  const answer = await ask(await startSandbox(), method, path)
  const problem = { code: 'NUMBER_TYPE_COERCE', message: `Value "${value}" is not snowflake.` }
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 50_035, message: 'Invalid Form Body', errors: { [name]: { _errors: [problem] } } },
  })
})

test.each(['1', 'true', 'True'])('a boolean query parameter is true when it is %s', async on => {
  const sandbox = await startSandbox()
  const [guildId = ''] = sandbox.context.world.guilds.keys()
  const { body } = await ask(sandbox, 'GET', `/guilds/${guildId}?with_counts=${on}`)
  expect(body).toHaveProperty('approximate_member_count')
})

test.each(['0', 'false'])('a boolean query parameter is false when it is %s', async off => {
  const sandbox = await startSandbox()
  const [guildId = ''] = sandbox.context.world.guilds.keys()
  const { body } = await ask(sandbox, 'GET', `/guilds/${guildId}?with_counts=${off}`)
  expect(body).not.toHaveProperty('approximate_member_count')
})

test('a boolean query parameter with another value is refused', async () => {
  const sandbox = await startSandbox()
  const [guildId = ''] = sandbox.context.world.guilds.keys()
  const { status, body } = await ask(sandbox, 'GET', `/guilds/${guildId}?with_counts=perhaps`)
  expect([status, body?.['errors']]).toMatchObject([
    400,
    { with_counts: { _errors: [{ code: 'BOOLEAN_TYPE_CONVERT' }] } },
  ])
  for (const { problem } of sandbox.violations()) expect(problem).toBe('query.with_counts.value: must be boolean')
})

test("a User-Agent is required and must not be a browser's", async () => {
  const sandbox = await startSandbox()
  const answered = async (agent: string) => (await ask(sandbox, 'GET', '/users/@me', { agent })).status
  expect(await Promise.all([library, 'curl/8.1', 'python-requests/2.32'].map(answered))).toEqual([200, 200, 200])
  const refused = ['Mozilla/5.0 (X11)', 'Python-urllib/3.12', 'Java/1.8', '']
  expect(await Promise.all(refused.map(answered))).toEqual([403, 403, 403, 403])
  expect((await ask(sandbox, 'GET', '/users/@me', { agent: 'Java/1.8' })).body).toMatchObject({ code: 40_333 })
})

test('an emoji that nobody knows is a bad request for a reaction', async () => {
  const sandbox = await startSandbox()
  const general = idOf(sandbox, 'general')
  const { body } = await ask(sandbox, 'POST', `/channels/${general}/messages`, { body: '{"content":"hello"}' })
  const path = `/channels/${general}/messages/${String(body?.['id'])}/reactions/nothing:1/@me`
  expect(await ask(sandbox, 'PUT', path)).toMatchObject({ status: 400, body: { code: 10_014 } })
})

test('bots cannot send each other direct messages', async () => {
  const sandbox = await startSandbox()
  const body = JSON.stringify({ recipient_id: applicationOf(sandbox, 'Tally').botUserId })
  expect(await ask(sandbox, 'POST', '/users/@me/channels', { body })).toMatchObject({
    status: 400,
    body: { code: 50_007 },
  })
})

test('super reactions are counted separately, and listed only on request', async () => {
  const sandbox = await startSandbox()
  const general = idOf(sandbox, 'general')
  const { body } = await ask(sandbox, 'POST', `/channels/${general}/messages`, { body: '{"content":"hello"}' })
  const message = `/channels/${general}/messages/${String(body?.['id'])}`
  const guild = [...sandbox.context.world.guilds.values()].find(({ channelIds }) => channelIds.has(general))
  const people = [...(guild?.members.keys() ?? [])].filter(id => !userOf(sandbox.context.world, id).bot)
  const [normal = '', bursting = ''] = people
  const path = `${message}/reactions/${encodeURIComponent('👍')}`
  react(sandbox.context, normal, general, String(body?.['id']), '👍')
  react(sandbox.context, bursting, general, String(body?.['id']), '👍', ReactionType.Burst)
  expect((await ask(sandbox, 'GET', message)).body?.['reactions']).toMatchObject([
    { count: 2, count_details: { normal: 1, burst: 1 }, burst_colors: burstColors, me: false, me_burst: false },
  ])
  expect((await ask(sandbox, 'GET', path)).body).toMatchObject([{ id: normal }])
  expect((await ask(sandbox, 'GET', `${path}?type=1`)).body).toMatchObject([{ id: bursting }])
  expect((await ask(sandbox, 'GET', `${path}?type=2`)).status).toBe(400)
  for (const { problem } of sandbox.violations()) expect(problem).toBe('query.type.value: must be equal to constant')
  expect((await ask(sandbox, 'DELETE', `${path}/@me`)).status).toBe(204)
  unreact(sandbox.context, normal, general, String(body?.['id']), '👍')
  expect((await ask(sandbox, 'GET', message)).body?.['reactions']).toMatchObject([{ count: 1 }])
  unreact(sandbox.context, bursting, general, String(body?.['id']), '👍')
  expect((await ask(sandbox, 'GET', message)).body?.['reactions'] ?? []).toEqual([])
})
