import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire, type WireWorld } from '#test/sandbox/wire-world.ts'
import { applicationOf } from './demo/environment.ts'
import { createGrants } from './oauth/grants.ts'

const open = () => openWire([Intent.Guilds, Intent.GuildMembers])

/** A person's access token for the bot's application. */
function tokenFor(world: WireWorld, login: string, scopes: string[]): string {
  const { context } = world.sandbox
  const grants = createGrants(context.world.seed, context.now)
  const grant = { id: login, clientId: applicationOf(world.sandbox).id, userId: world.idOf(login), scopes }
  return grants.issueTokens(grant).accessToken
}

const bearer = async (world: WireWorld, path: string, token: string, put?: object) => {
  const response = await fetch(`${world.sandbox.api}/v10${path}`, {
    method: put ? 'PUT' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(put && { 'content-type': 'application/json' }) },
    ...(put && { body: JSON.stringify(put) }),
  })
  return { status: response.status, body: await response.json() }
}

test('an application changes its own settings, without an event', async () => {
  const world = await open()
  const { id } = applicationOf(world.sandbox)
  const before = (await world.ask('bot', 'GET /applications/@me')).body
  const body = {
    description: { default: 'Watches.' },
    tags: ['moderation'],
    icon: 'data:image/png;base64,iVBORw0KGgo=',
  }
  const after = (await world.ask('bot', 'PATCH /applications/@me', { body })).body
  expect(after).toMatchObject({
    description: 'Watches.',
    tags: ['moderation'],
    icon: expect.stringMatching(/^\w{32}$/),
  })
  expect((await world.ask('bot', `GET /applications/${id}`)).body).toEqual(after)
  expect((await world.ask('bot', `GET /applications/${world.idOf('tally')}`)).body.code).toBe(20_012)
  const blind = (await world.ask('bot', `PATCH /applications/${id}`, { body: { flags: 0 } })).body
  expect([before.flags > 0, blind.flags]).toEqual([true, 0])
  const diverted = { interactions_endpoint_url: 'https://example.test/hook' }
  expect((await world.ask('bot', 'PATCH /applications/@me', { body: diverted })).body.code).toBe(50_035)
  await world.settle()
  expect(world.take('GUILD_AUDIT_LOG_ENTRY_CREATE', 'USER_UPDATE', 'INTEGRATION_UPDATE')).toEqual([])
  expect(world.sandbox.violations()).toEqual([])
})

test('an access token shows its application, its scopes and its user', async () => {
  const world = await open()
  const token = tokenFor(world, 'owner', ['identify'])
  const { body } = await bearer(world, '/oauth2/@me', token)
  expect(body).toMatchObject({
    application: { id: applicationOf(world.sandbox).id },
    scopes: ['identify'],
    user: { username: 'mara.w' },
  })
  expect((await bearer(world, '/users/@me/connections', token)).status).toBe(401)
  const wider = tokenFor(world, 'owner', ['connections'])
  expect((await bearer(world, '/oauth2/@me', wider)).body).not.toHaveProperty('user')
  expect((await bearer(world, '/users/@me/connections', wider)).body).toMatchObject([
    { type: 'github', verified: true },
  ])
  expect((await world.ask('bot', 'GET /users/@me/connections')).body).toEqual([])
  expect(world.sandbox.violations()).toEqual([])
})

test('a bot adds people who have authorized it, with the roles and settings that it may give', async () => {
  const world = await open()
  const path = `PUT /guilds/${world.guildId}/members/${world.idOf('stranger')}` as const
  const roles = await world.ask('bot', `GET /guilds/${world.guildId}/roles`)
  const potter = roles.body.find((role: { name: string }) => role.name === 'Potter').id
  const put = (access_token: string, more: object = {}) => world.ask('bot', path, { body: { access_token, ...more } })
  expect((await put('nonsense')).body.code).toBe(50_025)
  expect((await put(tokenFor(world, 'stranger', ['identify']))).body.code).toBe(50_025)
  expect((await put(tokenFor(world, 'owner', ['guilds.join']))).body.code).toBe(50_025)
  const token = tokenFor(world, 'stranger', ['guilds.join'])
  expect((await put(token, { roles: ['1'] })).body.code).toBe(10_011)
  const made = await put(token, { nick: 'Drift', roles: [potter] })
  expect(made).toMatchObject({ status: 201, body: { nick: 'Drift', roles: [potter] } })
  expect(await world.heard('GUILD_MEMBER_ADD')).toMatchObject({ nick: 'Drift', roles: [potter] })
  expect((await put(token)).status).toBe(204)
  await world.ask('bot', `PUT /guilds/${world.guildId}/bans/${world.idOf('stranger')}`, { body: {} })
  expect((await put(token)).body.code).toBe(40_007)
  expect(world.sandbox.violations()).toEqual([])
})

test("the permissions of a command are set with an administrator's token, never with the bot's", async () => {
  const world = await open()
  const { id } = applicationOf(world.sandbox)
  const path = `/applications/${id}/guilds/${world.guildId}/commands/${id}/permissions` as const
  const body = { permissions: [{ id: world.idOf('member1'), type: 2, permission: false }] }
  expect((await world.ask('bot', `PUT ${path}`, { body })).body.code).toBe(20_001)
  expect((await world.ask('', `PUT ${path}`, { body })).status).toBe(401)
  const scope = 'applications.commands.permissions.update'
  expect((await bearer(world, path, tokenFor(world, 'owner', ['identify']), body)).status).toBe(401)
  expect((await bearer(world, path, tokenFor(world, 'member1', [scope]), body)).body.code).toBe(50_013)
  const other = world.idOf('tally')
  const foreign = path.replaceAll(id, other)
  expect((await bearer(world, foreign, tokenFor(world, 'owner', [scope]), body)).body.code).toBe(20_012)
  expect((await bearer(world, path, tokenFor(world, 'owner', [scope]), body)).body).toMatchObject(body)
  expect(await world.heard('APPLICATION_COMMAND_PERMISSIONS_UPDATE')).toMatchObject({ id, ...body })
  await world.settle()
  expect(await world.logged(121)).toMatchObject([
    { user_id: world.idOf('owner'), target_id: id, options: { application_id: id } },
  ])
  expect((await world.ask('bot', `GET ${path}`)).body).toMatchObject(body)
})
