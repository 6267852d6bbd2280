// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { createMenus, type Menus } from '#test/reaction-roles.ts'
import { until } from '#test/until.ts'

let harness: Harness
let desk: Menus
/** Longer than the time that counts as a double click. */
let ahead = 0
let roles: string[]
const [wood, garden, clay] = [0, 1, 2] as const
const role = (at: number) => roles[at] ?? ''

beforeAll(async () => {
  harness = await createHarness({ now: () => Date.now() + ahead })
  desk = await createMenus(harness)
  roles = []
  for (const name of ['Woodwork', 'Gardening', 'Clay']) roles.push(await desk.role(name))
})
afterAll(() => harness.close())

const press = (login: string, message: Parameters<Menus['press']>[1], at: number) => {
  ahead += 5000
  return desk.press(login, message, at)
}
const has = (login: string) => desk.has(login, roles).map(id => roles.indexOf(id))
async function without(login: string) {
  for (const id of roles)
    await harness
      .as('owner')
      .rest('DELETE', `/guilds/${harness.guildId}/members/${harness.as(login).userId}/roles/${id}`)
  await until('the bot to know', () => {
    const member = harness.product.services.client.guilds.cache
      .get(harness.guildId)
      ?.members.cache.get(harness.as(login).userId)
    return !member || !roles.some(id => member.roles.cache.has(id))
  })
}
const by = (mode: string, kind: string, more: object = {}) =>
  desk.menu({ mode: mode as 'normal', kind: kind as 'buttons', choices: desk.choices(...roles), ...more })

test('normal: a press takes a role, a second one gives it back', async () => {
  const { message, id } = await by('normal', 'buttons')
  expect(await press('member1', message, wood)).toBe('You have **Woodwork** now.')
  expect(await press('member1', message, garden)).toBe('You have **Gardening** now.')
  expect(has('member1')).toEqual([wood, garden])
  expect(await press('member1', message, wood)).toBe('**Woodwork** was taken back.')
  expect(has('member1')).toEqual([garden])
  const menu = (await desk.list()).find(one => one.id === id)
  expect(menu).toMatchObject({ given: 2, held: { c1: 1 }, problems: [], outdated: false })
  await without('member1')
})

test('unique: a new choice replaces the old one', async () => {
  const { message } = await by('unique', 'buttons')
  expect(await press('member1', message, wood)).toBe('You have **Woodwork** now.')
  expect(await press('member1', message, clay)).toBe('You have **Clay** now; **Woodwork** was taken back.')
  expect(has('member1')).toEqual([clay])
  expect(await press('member1', message, clay)).toBe('**Clay** was taken back.')
  expect(has('member1')).toEqual([])
})

test('verify: take only', async () => {
  const { message } = await by('verify', 'buttons')
  expect(await press('member1', message, wood)).toBe('You have **Woodwork** now.')
  expect(await press('member1', message, wood)).toBe('You have **Woodwork** already.')
  expect(has('member1')).toEqual([wood])
  await without('member1')
})

test('drop: give back only', async () => {
  const { message } = await by('drop', 'buttons')
  expect(await press('member1', message, wood)).toBe('You do not have **Woodwork**.')
  await harness
    .as('owner')
    .rest('PUT', `/guilds/${harness.guildId}/members/${harness.as('member1').userId}/roles/${role(wood)}`)
  expect(await press('member1', message, wood)).toBe('**Woodwork** was taken back.')
  expect(has('member1')).toEqual([])
})

test('reversed: a press takes the role away, a second one returns it, and nobody else gets it', async () => {
  const { message } = await by('reversed', 'buttons')
  expect(await press('member2', message, wood)).toBe('You do not have **Woodwork**.')
  await harness
    .as('owner')
    .rest('PUT', `/guilds/${harness.guildId}/members/${harness.as('member2').userId}/roles/${role(wood)}`)
  expect(await press('member2', message, wood)).toBe('**Woodwork** was taken back.')
  expect(await press('member2', message, wood)).toBe('You have **Woodwork** now.')
  expect(has('member2')).toEqual([wood])
  await without('member2')
})

test('binding: one choice forever, even if the role is taken by hand', async () => {
  const { message } = await by('binding', 'buttons')
  expect(await press('member3', message, wood)).toBe('You have **Woodwork** now.')
  expect(await press('member3', message, wood)).toBe('You have **Woodwork** already.')
  expect(await press('member3', message, clay)).toBe('You chose **Woodwork** here, and that choice stays.')
  await without('member3')
  expect(await press('member3', message, clay)).toBe('You chose **Woodwork** here, and that choice stays.')
  expect(has('member3')).toEqual([])
})

test('at most: any of them, up to the number', async () => {
  const { message } = await by('limit', 'buttons', { most: 2 })
  for (const at of [wood, garden]) await press('member4', message, at)
  expect(await press('member4', message, clay)).toBe(
    'You have 2 roles of this menu already, as many as it gives. Give one back first.',
  )
  await press('member4', message, wood)
  expect(await press('member4', message, clay)).toBe('You have **Clay** now.')
  expect(has('member4')).toEqual([garden, clay])
  await without('member4')
})

test('required and forbidden roles decide who may choose, and everybody may give back', async () => {
  const { message } = await by('normal', 'buttons', { required_roles: [role(garden)], forbidden_roles: [role(clay)] })
  expect(await press('member5', message, wood)).toBe('To choose here you need **Gardening**.')
  const put = (at: number) =>
    harness
      .as('owner')
      .rest('PUT', `/guilds/${harness.guildId}/members/${harness.as('member5').userId}/roles/${role(at)}`)
  await put(garden)
  expect(await press('member5', message, wood)).toBe('You have **Woodwork** now.')
  await put(clay)
  expect(await press('member5', message, wood)).toBe('**Woodwork** was taken back.')
  expect(await press('member5', message, wood)).toBe('Members with **Clay** cannot choose here.')
  await without('member5')
})

test('a select acts on each value like a press, and is then reset', async () => {
  const { message } = await by('normal', 'select')
  ahead += 5000
  expect(await desk.pick('member6', message, ['c0', 'c2'])).toBe('You have **Woodwork** now.\nYou have **Clay** now.')
  ahead += 5000
  expect(await desk.pick('member6', message, ['c0', 'c1'])).toBe(
    '**Woodwork** was taken back.\nYou have **Gardening** now.',
  )
  expect(has('member6')).toEqual([garden, clay])
  ahead += 5000
  await harness.product.services.scheduler.tick()
  await until('the select to be reset', () => desk.now(message).edited_timestamp !== null)
  await without('member6')
})

test('a double click does nothing twice', async () => {
  const { message } = await by('normal', 'buttons')
  ahead += 5000
  const presses = [0, 1].map(() => desk.press('member7', message, wood))
  expect(await Promise.all(presses)).toEqual(Array.from({ length: 2 }, () => 'You have **Woodwork** now.'))
  expect(has('member7')).toEqual([wood])
  await without('member7')
})

test('after another choice in between, a press of the first one counts again', async () => {
  const { message } = await by('unique', 'buttons')
  ahead += 5000
  const told: string[] = []
  for (const at of [wood, clay, wood]) told.push(await desk.press('member7', message, at))
  expect(told.at(-1)).toBe('You have **Woodwork** now; **Clay** was taken back.')
  await desk.holds('member7', roles, [role(wood)])
  await without('member7')
})

test('reactions give and take: normal, unique with one reaction left, at most, verify, reversed', async () => {
  const login = 'member8'
  const { message: normal } = await by('normal', 'reactions')
  desk.react(login, normal, wood)
  desk.react(login, normal, clay)
  await desk.holds(login, roles, [role(wood), role(clay)])
  desk.unreact(login, normal, wood)
  await desk.holds(login, roles, [role(clay)])
  desk.unreact(login, normal, clay)
  await desk.holds(login, roles, [])

  const { message: unique } = await by('unique', 'reactions')
  desk.react(login, unique, wood)
  await desk.holds(login, roles, [role(wood)])
  desk.react(login, unique, garden)
  await desk.holds(login, roles, [role(garden)])
  const { userId } = harness.as(login)
  await until('the old reaction to go', () => !desk.reactors(unique, wood).includes(userId))
  desk.unreact(login, unique, garden)
  await desk.holds(login, roles, [])

  const { message: limit } = await by('limit', 'reactions', { most: 1 })
  desk.react(login, limit, wood)
  await desk.holds(login, roles, [role(wood)])
  desk.react(login, limit, clay)
  await until('the reaction that does not count to go', () => !desk.reactors(limit, clay).includes(userId))
  expect(has(login)).toEqual([wood])
  desk.unreact(login, limit, wood)
  await desk.holds(login, roles, [])

  const { message: verify } = await by('verify', 'reactions')
  desk.react(login, verify, wood)
  await desk.holds(login, roles, [role(wood)])
  desk.unreact(login, verify, wood)
  const { message: reversed } = await by('reversed', 'reactions')
  desk.react(login, reversed, wood)
  await desk.holds(login, roles, [])
  desk.unreact(login, reversed, wood)
  await desk.holds(login, roles, [role(wood)])
  const { message: drop } = await by('drop', 'reactions')
  desk.react(login, drop, wood)
  await desk.holds(login, roles, [])
})

test('reactions of bots, of others’ emoji and on other messages count for nothing', async () => {
  const { message } = await by('normal', 'reactions')
  const { n } = harness.product.services.db.$client.prepare('SELECT count(*) AS n FROM reactionrole_notes').get() as {
    n: number
  }
  expect(desk.reactors(message, wood)).toEqual([harness.botId])
  desk.react('member1', message, 7)
  desk.react('member1', message, wood)
  await desk.holds('member1', roles, [role(wood)])
  const after = harness.product.services.db.$client.prepare('SELECT count(*) AS n FROM reactionrole_notes').get() as {
    n: number
  }
  expect(after.n).toBe(n + 1)
  await without('member1')
})
