import { PermissionFlagsBits } from 'discord.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { createMenus, type Menus } from '#test/reaction-roles.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

let harness: Harness
let desk: Menus
let roles: string[]
beforeAll(async () => {
  harness = await createHarness()
  desk = await createMenus(harness)
  roles = []
  for (const name of ['Joinery', 'Gardening', 'Clay']) roles.push(await desk.role(name))
})
afterAll(() => harness.close())

const role = (at: number) => roles[at] ?? ''
const two = () => desk.choices(role(0), role(1))
const post = (path: string, body?: unknown, visitor = desk.owner) => visitor.call('POST', desk.under(path), body)

/** A member who may manage the server and its roles, with a role below those of the menus. */
async function helping(
  login: string,
  permissions = PermissionFlagsBits.ManageGuild | PermissionFlagsBits.ManageRoles,
): Promise<{ visitor: Visitor; roleId: string }> {
  const helper = harness.as(login).userId
  const made = await harness.as('owner').rest<{ id: string }>('POST', `/guilds/${harness.guildId}/roles`, {
    name: 'Helper',
    permissions: String(permissions),
  })
  await harness.as('owner').rest('PATCH', `/guilds/${harness.guildId}/members/${helper}`, { roles: [made.id] })
  const { cache } = harness.product.services.client.guilds
  await until(
    'their rights to be known',
    () => cache.get(harness.guildId)?.members.cache.get(helper)?.roles.highest.id === made.id,
  )
  return { visitor: await harness.signIn(login), roleId: made.id }
}

test('a member without Manage Roles cannot delete a menu', async () => {
  const { id } = await desk.save({ name: 'Theirs' })
  const { visitor } = await helping('member4', PermissionFlagsBits.ManageGuild)
  expect(await visitor.call('DELETE', desk.under(`/menus/${id}`))).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining('Manage Roles') },
  })
})

test('without seeing its channel, a member is shown nothing of a menu, and cannot change or delete it', async () => {
  const { visitor, roleId } = await helping('member3')
  const channel = await harness.as('owner').rest<{ id: string }>('POST', `/guilds/${harness.guildId}/channels`, {
    name: 'back-room',
    permission_overwrites: [
      { id: harness.guildId, type: 0, deny: String(PermissionFlagsBits.ViewChannel) },
      { id: harness.botId, type: 1, allow: String(PermissionFlagsBits.ViewChannel) },
    ],
  })
  const { cache } = harness.product.services.client.channels
  await until('the channel to be known', () => cache.has(channel.id))
  // Below the helper's own role, so that they lack nothing but the sight of the channel.
  const low = await desk.role('Low')
  await harness.as('owner').rest('PATCH', `/guilds/${harness.guildId}/roles`, [{ id: roleId, position: 2 }])
  const guild = harness.product.services.client.guilds.cache.get(harness.guildId)
  await until('the order to be known', () => {
    const [above, below] = [guild?.roles.cache.get(roleId), guild?.roles.cache.get(low)]
    return above !== undefined && below !== undefined && above.comparePositionTo(below) > 0
  })
  const { id, message } = await desk.menu({ name: 'Secret', channel_id: channel.id, choices: desk.choices(low) })
  const ofVisitor = async (path: string) => JSON.stringify((await visitor.call('GET', desk.under(path))).body)
  expect(await ofVisitor('/menus')).not.toContain('Secret')
  const history = async (query = '', who = visitor) =>
    (await who.call('GET', `/api/guild/${harness.guildId}/history?feature=reactionroles${query}`)).body as {
      revisions: {
        id: number
        thing: { name: string; act: string } | null
        changes: unknown[]
        mayNotRestore: string | null
      }[]
      total: number
    }
  // A choice is described with its button's color unless that is Discord's default; reactions have none.
  const made = (await history('', desk.owner)).revisions.find(({ thing }) => thing?.act === 'created')
  expect(JSON.stringify(made?.changes)).toContain('Low')
  expect(JSON.stringify(made?.changes)).not.toContain('Gray')
  const [hidden] = (await history()).revisions
  expect(hidden).toMatchObject({
    thing: { noun: 'menu', name: 'hidden menu', act: 'posted' },
    changes: [],
    mayNotRestore: 'You cannot see a channel of this menu.',
  })
  expect((await history('&search=Secret')).total).toBe(0)
  expect((await history('&search=Secret', desk.owner)).total).toBe(2)
  const say = (login: string) => harness.answer(login, '.rr')
  expect(await say('member3')).not.toContain('Secret')
  expect(await say('owner')).toContain('Secret')
  for (const answer of [
    await post('/menus', { id, name: 'Mine' }, visitor),
    await post(`/menus/${id}/deploy`, undefined, visitor),
    await visitor.call('DELETE', desk.under(`/menus/${id}`)),
  ])
    expect(answer).toMatchObject({ status: 404, body: { error: 'There is no such menu in this server any more.' } })
  expect(desk.now(message).id).toBe(message.id)
  expect((await desk.list()).find(one => one.id === id)).toMatchObject({ name: 'Secret' })
  await harness.as('owner').rest('PUT', `/channels/${channel.id}/permissions/${roleId}`, {
    type: 0,
    allow: String(PermissionFlagsBits.ViewChannel),
  })
  await until('it to be seen', async () => (await ofVisitor('/menus')).includes('Secret'))
  expect((await visitor.call('DELETE', desk.under(`/menus/${id}`))).status).toBe(200)

  // Even of a deleted menu, the channel is still known.
  expect((await history('&search=Secret')).total).toBe(3)
  await harness.as('owner').rest('DELETE', `/channels/${channel.id}/permissions/${roleId}`)
  await until('it to be unseen', async () => (await history('&search=Secret')).total === 0)
  expect(JSON.stringify(await history())).not.toContain('Secret')
  const [last] = (await history()).revisions
  expect(last).toMatchObject({ thing: { name: 'hidden menu', act: 'deleted' } })
  const preview = await visitor.call('GET', `/api/guild/${harness.guildId}/history/${last?.id}/restore`)
  expect(preview).toMatchObject({ status: 403, body: { error: 'You cannot see a channel of this menu.' } })
})

test('a member below a menu’s role may reword the menu, but not open it to others', async () => {
  const menu = await desk.save({
    name: 'Guarded',
    channel_id: harness.channel('general'),
    choices: two(),
    required_roles: [role(2)],
  })
  const { visitor, roleId } = await helping('member2')
  expect((await post('/menus', { id: menu.id, name: 'Renamed' }, visitor)).status).toBe(200)
  for (const opened of [{ required_roles: [] }, { mode: 'verify' }, { forbidden_roles: [roleId] }])
    expect(await post('/menus', { id: menu.id, ...opened }, visitor)).toMatchObject({
      status: 400,
      body: { fields: { 'choices.0.role_id': expect.stringContaining('cannot change who gets it') } },
    })
  expect((await desk.list()).find(({ id }) => id === menu.id)).toMatchObject({
    name: 'Renamed',
    required_roles: [role(2)],
    mode: 'normal',
  })
  for (const [answer, sentence] of [
    [await post(`/menus/${menu.id}/deploy`, undefined, visitor), 'cannot post its menu'],
    [await visitor.call('DELETE', desk.under(`/menus/${menu.id}`)), 'cannot delete its menu'],
  ] as const)
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { 'choices.0.role_id': expect.stringContaining(sentence) } },
    })
  expect((await desk.list()).find(({ id }) => id === menu.id)).toMatchObject({ message_id: null })
  expect((await post('/menus', { id: menu.id, required_roles: [] })).status).toBe(200)
})
