// @module-tag long

import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadEmoji } from '#test/emoji-server.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { createMenus, type Menus } from '#test/reaction-roles.ts'
import { controlsOn } from '#test/ticket-panels.ts'
import { until } from '#test/until.ts'

let harness: Harness
let desk: Menus
let ahead = 0
let roles: string[]
beforeAll(async () => {
  harness = await createHarness({ now: () => Date.now() + ahead })
  desk = await createMenus(harness)
  roles = []
  for (const name of ['Joinery', 'Gardening', 'Clay']) roles.push(await desk.role(name))
})
afterAll(() => harness.close())

const role = (at: number) => roles[at] ?? ''
const two = () => desk.choices(role(0), role(1))
const post = (path: string, body?: unknown, visitor = desk.owner) => visitor.call('POST', desk.under(path), body)
const save = (body: object) => post('/menus', { name: 'Menu', channel_id: harness.channel('general'), ...body })
const press = (login: string, ...rest: [Parameters<Menus['press']>[1], number]) => {
  ahead += 5000
  return desk.press(login, ...rest)
}

test('an invalid menu is refused with the field that is wrong, and changes nothing', async () => {
  const before = (await desk.list()).length
  const moderator = [...(harness.sandbox.context.world.guilds.get(harness.guildId)?.roles.values() ?? [])].find(
    ({ name }) => name === 'Moderator',
  )?.id
  const refused: [object, string, string][] = [
    [{ name: ' ' }, 'name', 'A menu needs a name.'],
    [{ content: 'x'.repeat(2001) }, 'content', '2,001 characters; at most 2,000 fit'],
    [{ choices: desk.choices(role(0), role(0)) }, 'choices.1.role_id', 'in the menu already'],
    [{ choices: [{ id: 'a', role_id: '100000000000000001' }] }, 'choices.0.role_id', 'not in this server'],
    [{ choices: [{ id: 'a', role_id: moderator }] }, 'choices.0.role_id', 'nobody should get automatically'],
    [{ kind: 'reactions', choices: [{ id: 'a', role_id: role(0) }] }, 'choices.0.emoji', 'A reaction needs an emoji.'],
    [
      { choices: [{ id: 'a', role_id: role(0), emoji: '<:kiln:100000000000000001>' }] },
      'choices.0.emoji',
      'not of this server',
    ],
    [{ required_roles: ['100000000000000001'] }, 'required_roles', 'no such role'],
  ]
  for (const [body, field, sentence] of refused) {
    const answer = await save(body)
    expect({ status: answer.status, body: answer.body }).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.stringContaining(sentence) } },
    })
  }
  expect(await save({ choices: [{ id: 'a', role_id: role(0), emoji: 'kiln' }] })).toMatchObject({ status: 400 })
  expect(await desk.list()).toHaveLength(before)
})

test('a menu without roles, text or channel is a draft, and says why it cannot be posted', async () => {
  const none = await desk.save({ name: 'Empty' })
  expect(await post(`/menus/${none.id}/deploy`)).toMatchObject({
    status: 400,
    body: { error: 'Choose a channel first.' },
  })
  await desk.save({ id: none.id, channel_id: harness.channel('general') })
  expect(await post(`/menus/${none.id}/deploy`)).toMatchObject({
    status: 400,
    body: { fields: { choices: 'Add at least one role first.' } },
  })
  await desk.save({ id: none.id, content: '', choices: two() })
  expect(await post(`/menus/${none.id}/deploy`)).toMatchObject({
    status: 400,
    body: { fields: { content: expect.stringContaining('Discord does not accept an empty message') } },
  })
})

test('without Manage Roles, or below a role, nobody can offer it; private messages stay private', async () => {
  const admin = await harness.signIn('moderator')
  expect((await post('/menus', { name: 'Mine', choices: two() }, admin)).status).toBe(403)
  const stranger = await harness.signIn('member1')
  expect((await stranger.call('GET', desk.under('/menus'))).status).toBe(403)
  const link = `https://discord.com/channels/${harness.guildId}/${harness.channel('general')}/100000000000000001`
  const read = (of: string) => desk.owner.call('GET', desk.under(`/message?link=${encodeURIComponent(of)}`))
  expect(await read(link)).toMatchObject({ status: 404, body: { error: 'That message is not there any more.' } })
  expect(await read('https://example.com')).toMatchObject({ status: 400 })
  expect(await read(link.replace(harness.guildId, '100000000000000002'))).toMatchObject({
    status: 400,
    body: { error: 'That message is in another server.' },
  })
})

test('an older revision overwrites nobody’s changes', async () => {
  const menu = await desk.save({ name: 'Revised' })
  await desk.save({ id: menu.id, revision: menu.revision, name: 'Newer' })
  expect(await post('/menus', { id: menu.id, revision: menu.revision, name: 'Older' })).toMatchObject({
    status: 409,
    body: { code: 'reactionroles.conflict', conflict: { fields: [{ key: 'name', theirs: 'Newer', yours: 'Older' }] } },
  })
})

test('two menus can be on one message: each has its buttons, and deleting one leaves the other', async () => {
  const first = await desk.menu({ name: 'First', choices: desk.choices(role(0)) })
  const second = await desk.save({
    name: 'Second',
    source: 'attached',
    channel_id: first.message.channel_id,
    attached_id: first.message.id,
    kind: 'select',
    choices: desk.choices(role(1)),
  })
  await desk.deploy(second.id)
  expect(desk.now(first.message).components).toHaveLength(2)
  expect(await press('member1', desk.now(first.message), 0)).toBe('You have **Joinery** now.')
  ahead += 5000
  await harness.as('member1').press(desk.now(first.message), controlsOn(desk.now(first.message))[1] ?? '', ['c0'])
  await desk.holds('member1', roles, [role(0), role(1)])
  await desk.save({ id: first.id, content: 'Changed' })
  await desk.deploy(first.id)
  expect(desk.now(first.message)).toMatchObject({ content: 'Changed' })
  expect(desk.now(first.message).components).toHaveLength(2)
  await desk.owner.call('DELETE', desk.under(`/menus/${second.id}`))
  await until('its row to go', () => desk.now(first.message).components?.length === 1)
})

test('reaction menus can share a message, each emoji means one role, and reactions by others stay', async () => {
  const said = await harness.as('member2').say(harness.channel('general'), 'Read this first')
  const at = { source: 'attached', channel_id: said.channel_id, attached_id: said.id, kind: 'reactions' } as const
  const first = await desk.save({ name: 'First', ...at, choices: desk.choices(role(0)) })
  await desk.deploy(first.id)
  const same = await save({ name: 'Second', ...at, choices: [{ id: 'x', role_id: role(1), emoji: '🪵' }] })
  expect(same).toMatchObject({ status: 409, body: { fields: { 'choices.0.emoji': expect.stringContaining('First') } } })
  const second = await desk.save({ name: 'Second', ...at, choices: [{ id: 'x', role_id: role(1), emoji: '🌱' }] })
  await desk.deploy(second.id)
  desk.react('member3', said, 0)
  desk.react('member3', said, 1)
  desk.react('member3', said, 5)
  await desk.holds('member3', roles, [role(0), role(1)])
  await desk.owner.call('DELETE', desk.under(`/menus/${first.id}`))
  await until('its reaction to go', () => !desk.reactors(said, 0).includes(harness.botId))
  expect(desk.reactors(said, 1)).toContain(harness.botId)
  expect(desk.reactors(said, 5)).toHaveLength(1)
  expect(desk.now(said)).toBeDefined()
  const buttons = await save({ name: 'Third', ...at, kind: 'buttons', choices: desk.choices(role(2)) })
  const { id } = (buttons.body as { menu: { id: string } }).menu
  expect(await post(`/menus/${id}/deploy`)).toMatchObject({
    status: 400,
    body: { fields: { kind: expect.stringContaining('Use reactions here') } },
  })
})

test('a temporary role is taken back in time, even across a restart, along with its reaction', async () => {
  const { message } = await desk.menu({ kind: 'reactions', lasts: 60, choices: desk.choices(role(2)) })
  const login = 'member4'
  desk.react(login, message, 0)
  await desk.holds(login, roles, [role(2)])
  await harness.restart()
  ahead += 59 * 60_000
  await harness.product.services.scheduler.tick()
  expect(desk.has(login, roles)).toEqual([role(2)])
  ahead += 2 * 60_000
  await harness.product.services.scheduler.tick()
  await desk.holds(login, roles, [])
  await until('the reaction to go', () => !desk.reactors(message, 0).includes(harness.as(login).userId))
  desk.owner = await harness.signIn('owner')
})

test('a role that has become dangerous since is not given, and the one that it would replace stays', async () => {
  const risen = await desk.role('Risen')
  const { message } = await desk.menu({ mode: 'unique', choices: desk.choices(role(0), risen) })
  expect(await press('member5', message, 0)).toBe('You have **Joinery** now.')
  await harness.as('owner').rest('PATCH', `/guilds/${harness.guildId}/roles/${risen}`, { permissions: '8' })
  await until('the bot to know', async () => (await desk.list()).some(({ problems }) => problems.length > 0))
  expect(await press('member5', message, 1)).toBe('**Risen** cannot be given right now. The server’s team is told why.')
  expect(desk.has('member5', [...roles, risen])).toEqual([role(0)])
  const { body } = await desk.owner.call('GET', `/api/guild/${harness.guildId}/doctor`)
  expect(JSON.stringify(body)).toContain('which nobody should get automatically')
})

test('a temporary role that stays because another is withheld, or it cannot be taken, still ends in time', async () => {
  const [timed, risen] = [await desk.role('Timed'), await desk.role('Risen meanwhile')]
  const own = [timed, risen]
  const { message } = await desk.menu({ mode: 'unique', kind: 'buttons', lasts: 60, choices: desk.choices(...own) })
  const change = async (roleId: string, body: object) => {
    await harness.as('owner').rest('PATCH', `/guilds/${harness.guildId}/roles/${roleId}`, body)
    await harness.heard()
  }
  const inTime = async () => {
    ahead += 61 * 60_000
    await harness.product.services.scheduler.tick()
    await desk.holds('member8', own, [])
  }
  await press('member8', message, 0)
  await change(risen, { permissions: '8' })
  expect(await press('member8', message, 1)).toContain('cannot be given right now')
  expect(desk.has('member8', own)).toEqual([timed])
  await inTime()

  await press('member8', message, 0)
  harness.sandbox.context.conditions.failNext = {
    count: 1,
    status: 403,
    route: 'DELETE /guilds/:guild_id/members/:user_id/roles/:role_id',
  }
  expect(await press('member8', message, 0)).toBe('**Timed** cannot be taken back right now. Tell the server’s team.')
  await inTime()
})

test('a press does not count as a double click because the clock was ahead', async () => {
  const { message } = await desk.menu({ kind: 'buttons', choices: desk.choices(role(1)) })
  ahead += 3_600_000
  expect(await press('member8', message, 0)).toBe('You have **Gardening** now.')
  ahead -= 3_600_000
  expect(await press('member8', message, 0)).toBe('**Gardening** was taken back.')
})

test('commands add, overwrite, list and remove, and check the caller’s rights', async () => {
  const general = harness.channel('general')
  const said = await harness.as('member6').say(general, 'Pick one')
  const say = (login: string, text: string) => harness.answer(login, text, general)
  expect(await say('member6', `.addrr #general ${said.id} 🪵 Joinery`)).toContain('You need')
  expect(await say('owner', `.addrr #general ${said.id} kiln Joinery`)).toContain('is not an emoji')
  const glaze = await uploadEmoji(harness, 'owner', 'glaze')
  expect(await say('owner', `.addrr #general ${said.id} :wood: Joinery`)).toContain('This server has no emoji :wood:.')
  expect(await say('owner', `.addrr #general ${said.id} :glaze: Clay`)).toContain(`<:glaze:${glaze}>`)
  await say('owner', `.removerr #general ${said.id}`)
  expect(await say('owner', `.addrr #general nonsense 🪵 Joinery`)).toContain('is not a message')
  expect(await say('owner', `.addrr #general ${said.id} 🪵 Moderator`)).toContain('nobody should get automatically')
  expect(await say('owner', `.addrr #general ${said.id} 🪵 Joinery`)).toBe(
    `Members who react with 🪵 in <#${general}> get <@&${role(0)}>.`,
  )
  desk.react('member6', said, 0)
  await desk.holds('member6', roles, [role(0)])
  expect(await say('owner', `.addrr #general ${said.id} 🪵 Clay`)).toContain(`<@&${role(2)}>`)
  desk.react('member7', said, 0)
  await desk.holds('member7', roles, [role(2)])
  expect(await say('owner', '.rr')).toContain(`🪵 <@&${role(2)}>`)
  expect(await say('owner', `.removerr #general ${said.id}`)).toContain('keep the roles they have')
  await until('the reaction to go', () => !desk.reactors(said, 0).includes(harness.botId))
  expect(await say('owner', `.removerr #general ${said.id}`)).toContain('There is no role menu on that message')
  expect(await say('owner', `.addrr #general 100000000000000001 🪵 Joinery`)).toContain('not there any more')
  expect((await desk.list()).filter(({ name }) => name.startsWith('Reactions in'))).toEqual([])
})
