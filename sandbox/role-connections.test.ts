import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire, type WireWorld } from '#test/sandbox/wire-world.ts'
import type { Conditions } from './conditions.ts'
import { applicationOf } from './demo/environment.ts'
import { createGrants } from './oauth/grants.ts'

const records = [
  { type: 2, key: 'bowls', name: 'Bowls', description: 'Thrown so far' },
  { type: 5, key: 'since', name: 'Potter since', description: 'First firing', name_localizations: { de: 'Seit' } },
  { type: 7, key: 'keyholder', name: 'Keyholder', description: 'Has a key' },
]

async function open(conditions: Partial<Conditions> = {}) {
  const world = await openWire([Intent.Guilds, Intent.GuildMembers, Intent.GuildModeration], conditions)
  const { id } = applicationOf(world.sandbox)
  const own = `/users/@me/applications/${id}/role-connection`
  return { world, id, own, metadata: `/applications/${id}/role-connections/metadata` as const }
}

function bearer(world: WireWorld, login: string, scopes = ['role_connections.write']) {
  const { context } = world.sandbox
  const grant = { id: login, clientId: applicationOf(world.sandbox).id, userId: world.idOf(login), scopes }
  const token = createGrants(context.world.seed, context.now).issueTokens(grant).accessToken
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${world.sandbox.api}/v10${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as object) }
  }
}

test('an application declares what it knows about people, at most five things', async () => {
  const { world, metadata } = await open()
  expect((await world.ask('bot', `GET ${metadata}`)).body).toEqual([])
  expect((await world.ask('bot', `PUT ${metadata}`, { body: records })).body).toEqual(records)
  expect((await world.ask('bot', `GET ${metadata}`)).body).toEqual(records)
  const foreign = metadata.replace(/\d+/, world.idOf('tally')) as typeof metadata
  expect((await world.ask('bot', `PUT ${foreign}`, { body: records })).body.code).toBe(20_012)
  expect((await world.ask('owner', `GET ${metadata}`)).body.code).toBe(20_002)
  expect((await world.ask('bot', `PUT ${metadata}`, { body: [] })).body).toEqual([])
  expect(world.sandbox.violations()).toEqual([])
  for (const wrong of [
    Array.from({ length: 6 }, (_, index) => ({ ...records[0], key: `bowls_${index}` })),
    [{ ...records[0], key: 'Bowls!' }],
    [{ ...records[0], type: 9 }],
    [{ ...records[0], description: '' }],
  ])
    expect((await world.ask('bot', `PUT ${metadata}`, { body: wrong })).body.code).toBe(50_035)
  // Wrong on purpose, and each of the body alone.
  for (const { kind, where } of world.sandbox.violations())
    expect([kind, where]).toEqual(['request', expect.stringMatching(/^PUT /)])
})

test("a user's role connection is written with their token, its values as text", async () => {
  const { world, own, metadata } = await open()
  await world.ask('bot', `PUT ${metadata}`, { body: records })
  const ask = bearer(world, 'member1')
  expect(await ask('GET', own)).toEqual({ status: 200, body: { platform_username: null, metadata: {} } })
  const body = { platform_name: 'Kiln log', platform_username: 'ash', metadata: { bowls: 12, since: '2020-01-01' } }
  const written = { ...body, metadata: { bowls: '12', since: '2020-01-01' } }
  expect(await ask('PUT', own, body)).toEqual({ status: 200, body: written })
  expect((await ask('GET', own)).body).toEqual(written)
  expect((await ask('PUT', own, { metadata: { bowls: 'x'.repeat(101) } })).status).toBe(400)
  expect((await bearer(world, 'member1', ['identify'])('GET', own)).status).toBe(401)
  expect((await ask('GET', own.replace(/\d+/, world.idOf('tally')))).status).toBe(401)
  expect((await bearer(world, 'member2')('GET', own)).body).toMatchObject({ metadata: {} })
  expect((await world.ask('bot', `GET /users/@me/applications/1/role-connection`)).status).toBe(401)
  expect((await ask('DELETE', own)).status).toBe(204)
  expect((await ask('GET', own)).body).toMatchObject({ metadata: {} })
  expect(world.sandbox.violations()).toEqual([])
})

test('a linked role is taken by people who meet its requirements, and cannot be made again by a bot', async () => {
  const { world, id, own, metadata } = await open()
  await world.ask('bot', `PUT ${metadata}`, { body: records })
  const roles = `/guilds/${world.guildId}/roles` as const
  const { body: role } = await world.ask('bot', `POST ${roles}`, { body: { name: 'Master', permissions: '0' } })
  await world.settle()
  world.take('GUILD_ROLE_UPDATE')
  const links = `${roles}/${role.id}/connections` as const
  const rule = (connection_metadata_field: string, operator: number, value: string) => ({
    connection_type: 'application',
    application_id: id,
    connection_metadata_field,
    operator,
    value,
  })
  const rules = [[rule('bowls', 2, '10'), rule('since', 5, '365')], [rule('keyholder', 7, '1')]]
  expect((await world.ask('member1', `PUT ${links}/configuration`, { body: rules })).body.code).toBe(50_013)
  expect((await world.ask('bot', `PUT ${links}/configuration`, { body: rules })).body.code).toBe(20_001)
  expect((await world.ask('owner', `PUT ${links}/configuration`, { body: rules })).body).toEqual(rules)
  expect(await world.heard('GUILD_ROLE_UPDATE')).toMatchObject({
    role: { id: role.id, tags: { guild_connections: null } },
  })

  const take = async () => (await world.ask('member1', `PUT ${links}/assign`)).status
  const ask = bearer(world, 'member1')
  expect(await take()).toBe(403)
  for (const [known, status] of [
    [{ bowls: 9, since: '2020-01-01' }, 403],
    [{ bowls: 10, since: new Date(world.sandbox.context.now()).toISOString() }, 403],
    [{ keyholder: 0 }, 403],
    [{ keyholder: 1 }, 204],
    [{ bowls: 10, since: '2020-01-01' }, 204],
  ] as const) {
    await ask('PUT', own, { metadata: known })
    expect(await take()).toBe(status)
    await world.ask('member1', `POST ${links}/unassign`)
  }
  await take()
  expect(await world.heard('GUILD_MEMBER_UPDATE')).toMatchObject({ roles: expect.arrayContaining([role.id]) })
  await world.ask('bot', `DELETE ${roles}/${role.id}`)
  const { tags } = (await world.ask('bot', `POST ${roles}`, { body: { name: 'Master', permissions: '0' } })).body
  expect(tags).toBeUndefined()
  expect((await world.ask('member1', `PUT ${links}/assign`)).body.code).toBe(10_011)
  expect(world.sandbox.violations()).toEqual([])
})

test.each([
  ['given', 204],
  ['refused', 403],
] as const)('whether a bot can give a linked role is a condition: %s', async (linkedRolesByHand, status) => {
  const { world } = await open({ linkedRolesByHand })
  const roles = `/guilds/${world.guildId}/roles` as const
  const { body: role } = await world.ask('bot', `POST ${roles}`, { body: { name: 'Master', permissions: '0' } })
  const give = (login: string) =>
    world.ask('bot', `PUT /guilds/${world.guildId}/members/${world.idOf(login)}/roles/${role.id}`)
  expect((await give('member1')).status).toBe(204)
  const body = [[{ connection_type: 'github' }]]
  await world.ask('owner', `PUT ${roles}/${role.id}/connections/configuration`, { body })
  expect((await give('member2')).status).toBe(status)
  const taken = await world.ask(
    'bot',
    `DELETE /guilds/${world.guildId}/members/${world.idOf('member1')}/roles/${role.id}`,
  )
  expect(taken.status).toBe(204)
})
