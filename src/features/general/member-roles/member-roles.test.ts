// @module-tag long

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { appointDelegate, type Delegate } from '#test/delegate.ts'
import { failing, without } from '#test/discord-trouble.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import type { Visitor } from '#test/visitor.ts'
import { PermissionFlagsBits } from 'discord-api-types/v10'
import type { MemberRole } from './contract.ts'

/** Roles of one member, given and taken on their page. `member1` is a deputy with a role of their own. */
let app: Harness
let owner: Visitor
let deputy: Delegate
let ahead = 0
let low: string
let high: string
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  owner = await app.signIn('owner')
  deputy = await appointDelegate(app, owner)
  low = await newRole('Woodwork')
  high = await newRole('Heights', String(PermissionFlagsBits.BanMembers))
  const order = [
    { id: low, position: 1 },
    { id: deputy.role, position: 2 },
    { id: high, position: 3 },
  ]
  await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/roles`, order)
  await app.heard()
})
afterAll(() => app.close())

const newRole = async (name: string, permissions = '0') =>
  (await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, { name, permissions })).id
const at = (userId: string, roleId = '') => `/api/guild/${app.guildId}/members/${userId}/roles${roleId && `/${roleId}`}`
const change = async (visitor: Visitor, method: 'PUT' | 'DELETE', userId: string, roleId: string) => {
  const { status, body } = await visitor.call(method, at(userId, roleId), {})
  return { status, ...(body as { error?: string; code?: string }) }
}
const listed = async (visitor: Visitor, userId: string) =>
  ((await visitor.call('GET', at(userId))).body as { roles: MemberRole[] }).roles
const one = async (visitor: Visitor, userId: string, roleId: string) =>
  (await listed(visitor, userId)).find(({ id }) => id === roleId)
const has = (userId: string, roleId: string) =>
  app.sandbox.context.world.guilds.get(app.guildId)?.members.get(userId)?.roles.includes(roleId)
const requests = () =>
  app.sandbox
    .requests()
    .filter(({ caller, method, path }) => caller === 'bot' && method !== 'GET' && /\/members\/\d+\/roles\//.test(path))

test('a role is given and taken once, shown at once, and attributed in the audit log to whoever did it', async () => {
  const userId = app.as('member2').userId
  app.sandbox.context.conditions.gatewayLagMs = 500
  expect(await one(owner, userId, low)).toEqual({
    id: low,
    name: 'Woodwork',
    colour: '#000000',
    held: false,
    why: null,
  })
  const before = requests().length
  expect(await change(owner, 'PUT', userId, low)).toMatchObject({ status: 200 })
  expect(await change(owner, 'PUT', userId, low)).toMatchObject({ status: 200 })
  expect(requests()).toHaveLength(before + 1)
  expect(has(userId, low)).toBe(true)
  expect(await one(owner, userId, low)).toMatchObject({ held: true, why: null })
  const entries = app.sandbox.context.world.guilds.get(app.guildId)?.auditLog ?? []
  expect(JSON.stringify(entries)).toContain(`On the dashboard (by `)
  expect(await change(owner, 'DELETE', userId, low)).toMatchObject({ status: 200 })
  expect(await change(owner, 'DELETE', userId, low)).toMatchObject({ status: 200 })
  expect(has(userId, low)).toBe(false)
  expect(requests()).toHaveLength(before + 2)
  app.sandbox.context.conditions.gatewayLagMs = 0
  await app.heard()
})

test('later changes by others are noticed: a role that was taken in the meantime is given again', async () => {
  const { userId } = app.as('member6')
  for (const _ of ['first', 'again']) {
    expect(await change(owner, 'PUT', userId, low)).toMatchObject({ status: 200 })
    expect(has(userId, low)).toBe(true)
    expect(await one(owner, userId, low)).toMatchObject({ held: true })
    await app.as('owner').rest('DELETE', `/guilds/${app.guildId}/members/${userId}/roles/${low}`)
    await app.heard()
    expect(await one(owner, userId, low)).toMatchObject({ held: false })
  }
})

test('nobody changes roles that they may not change in Discord, or that are too high', async () => {
  const userId = app.as('member3').userId
  await deputy.allow()
  expect(await listed(deputy.visitor, userId)).toEqual([])
  expect(await change(deputy.visitor, 'PUT', userId, low)).toMatchObject({
    status: 403,
    error: 'You need Manage Roles for that.',
  })
  await deputy.allow('ManageRoles')
  expect(await change(deputy.visitor, 'PUT', userId, low)).toMatchObject({ status: 200 })
  const tooHigh = 'This role is not below your own highest role, so you cannot give it.'
  expect(await one(deputy.visitor, userId, high)).toMatchObject({ held: false, why: tooHigh })
  expect(await change(deputy.visitor, 'PUT', userId, high)).toMatchObject({ status: 403, error: tooHigh })
  // They may give a role by hand that nobody should get automatically.
  expect(await change(owner, 'PUT', userId, high)).toMatchObject({ status: 200 })
  expect(await one(deputy.visitor, userId, high)).toMatchObject({
    held: true,
    why: expect.stringContaining('cannot take it'),
  })
  expect(await change(deputy.visitor, 'DELETE', userId, high)).toMatchObject({ status: 403 })
  const everyone = await change(owner, 'PUT', userId, app.guildId)
  expect(everyone).toMatchObject({ status: 403, error: expect.stringContaining('@everyone') })
  const managed = [...(app.sandbox.context.world.guilds.get(app.guildId)?.roles.values() ?? [])].find(r => r.managed)
  expect(await change(owner, 'PUT', userId, managed?.id ?? '')).toMatchObject({
    status: 403,
    error: expect.stringContaining('manages this role'),
  })
})

test('a member who loses the right while Discord is asked changes nothing', async () => {
  const { userId } = app.as('member8')
  const { members } = app.product.services
  for (const [method, isHeld] of [
    ['PUT', false],
    ['DELETE', true],
  ] as const) {
    await deputy.allow('ManageRoles')
    if (isHeld) await change(owner, 'PUT', userId, low)
    const [isAsked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const show = members.show.bind(members)
    const slow = vi.spyOn(members, 'show').mockImplementationOnce(async (...asked) => {
      isAsked.resolve()
      await mayAnswer.promise
      return show(...asked)
    })
    const changing = change(deputy.visitor, method, userId, low)
    await isAsked.promise
    await deputy.allow()
    mayAnswer.resolve()
    expect(await changing).toMatchObject({ status: 403, error: 'You need Manage Roles for that.' })
    expect(has(userId, low)).toBe(isHeld)
    slow.mockRestore()
  }
})

test('departed members, deleted roles and changes that Discord refuses are refused', async () => {
  const { userId } = app.as('member4')
  expect(await change(owner, 'PUT', userId, '100000000000000001')).toMatchObject({ status: 404, code: 'role.unknown' })
  expect(await change(owner, 'PUT', '100000000000000001', low)).toMatchObject({ status: 404, code: 'members.unknown' })
  const route = 'PUT /guilds/:guild_id/members/:user_id/roles/:role_id'
  const refused = await failing(app, 403, route, () => change(owner, 'PUT', userId, low))
  expect(refused).toMatchObject({ status: 400, error: expect.stringContaining('Discord refused') })
  const down = await failing(app, 500, route, () => change(owner, 'PUT', userId, low))
  expect(down).toMatchObject({ status: 503, error: expect.stringContaining('Try again in a minute') })
  await app.answer('owner', `.warn <@${userId}> off topic`)
  await app.as('owner').rest('DELETE', `/guilds/${app.guildId}/members/${userId}`)
  await app.heard()
  expect(await change(owner, 'PUT', userId, low)).toMatchObject({ status: 404, code: 'discord.10007' })
  expect(await listed(owner, userId)).toEqual([])
})

test('nobody makes others wait for their roles: twenty changes a minute', async () => {
  ahead += 61_000
  const userId = app.as('member5').userId
  const statuses: number[] = []
  for (let place = 0; place < 21; place += 1)
    statuses.push((await change(owner, place % 2 === 0 ? 'PUT' : 'DELETE', userId, low)).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  ahead += 61_000
  expect((await change(owner, 'PUT', userId, low)).status).toBe(200)
})

test('changes made there count for Anti-nuke as if made by hand', async () => {
  ahead += 61_000
  const { settings } = app.product.services
  settings.write(app.guildId, antinuke, { enabled: true }, { userId: null, via: 'test' })
  const admin = await app.signIn('admin')
  const powerful = await newRole('Powerful', String(PermissionFlagsBits.Administrator))
  await app.heard()
  const answers: (string | undefined)[] = []
  for (const login of ['member2', 'member3', 'member5', 'member6', 'member7', 'member8'])
    answers.push((await change(admin, 'PUT', app.as(login).userId, powerful)).error)
  expect(answers.filter(error => error?.includes('Anti-nuke')).length).toBeGreaterThan(0)
  settings.write(app.guildId, antinuke, { enabled: false }, { userId: null, via: 'test' })
})

test('the page says what the bot may not do before it is tried', async () => {
  await without(app, PermissionFlagsBits.ManageRoles)
  const userId = app.as('member6').userId
  expect(await one(owner, userId, low)).toMatchObject({ why: 'I cannot give this role, because I lack Manage Roles.' })
})
