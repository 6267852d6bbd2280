// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import { type APIMessage, ReactionType } from 'discord-api-types/v10'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { clearReactions, react } from '#sandbox/world/messages/reactions.ts'
import { setScreening } from '#sandbox/world/members/screening.ts'
import type { Harness } from '#test/harness.ts'
import { createMenus, emojis, type Menus } from '#test/reaction-roles.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { until } from '#test/until.ts'
import { check } from './check.ts'

let harness: Harness
let desk: Menus
let roles: string[]
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = await createMenus(harness)
  roles = []
  for (const name of ['Joinery', 'Gardening']) roles.push(await desk.role(name))
})

const role = (at: number) => roles[at] ?? ''
const world = () => harness.sandbox.context.world
const reacting = (more: object = {}) => desk.menu({ kind: 'reactions', choices: desk.choices(...roles), ...more })
const idOf = (login: string) => harness.as(login).userId
/** Changes a reaction as if the bot were offline: no event is sent. */
function unseen({ id }: APIMessage, at: number, login: string, stands: boolean) {
  const kinds = world().reactions.get(id) ?? new Map<string, Set<string>>()
  const users = kinds.get(emojis[at] ?? '') ?? new Set<string>()
  if (stands) users.add(idOf(login))
  else users.delete(idOf(login))
  world().reactions.set(id, kinds.set(emojis[at] ?? '', users))
}
async function back() {
  await harness.restart()
  desk.owner = await harness.signIn('owner')
  await over()
}
const over = () => until('the comparison to be over', async () => (await desk.report())?.state === 'done')

test('reactions from while the bot was offline are caught up on, and changes by hand are left alone', async () => {
  const { message } = await reacting()
  for (const login of ['member1', 'member2', 'member3']) desk.react(login, message, 0)
  for (const login of ['member1', 'member2', 'member3']) await desk.holds(login, roles, [role(0)])
  expect(await desk.report()).toBeNull()
  unseen(message, 0, 'member1', false)
  unseen(message, 1, 'member4', true)
  world()
    .guilds.get(harness.guildId)
    ?.members.forEach((member, id) => {
      if (id === idOf('member2')) member.roles = member.roles.filter(one => one !== role(0))
    })
  await back()
  expect(desk.has('member1', roles)).toEqual([])
  expect(desk.has('member4', roles)).toEqual([role(1)])
  // Somebody took it by hand, so its member may choose it again.
  expect(desk.has('member2', roles)).toEqual([])
  expect(desk.has('member3', roles)).toEqual([role(0)])
  const report = await desk.report()
  expect(report).toMatchObject({ cause: 'return', given: 1, taken: 1, left: 1, compared: 4, right: 1 })
  expect(report?.mends.map(({ what, user, roleId }) => [what, user.id, roleId])).toEqual(
    expect.arrayContaining([
      ['given', idOf('member4'), role(1)],
      ['taken', idOf('member1'), role(0)],
      ['left', idOf('member2'), role(0)],
    ]),
  )
  expect(report?.mends.find(({ what }) => what === 'left')?.reason).toBe('Somebody has taken this role by hand.')
  await back()
  expect(await desk.report()).toMatchObject({ given: 0, taken: 0, left: 0, right: 3 })
})

test('a super reaction counts as a reaction, live and after downtime; once removed, its role is taken', async () => {
  const { message } = await reacting()
  desk.react('member1', message, 0, ReactionType.Burst)
  desk.react('member2', message, 0, ReactionType.Burst)
  desk.react('member3', message, 0)
  for (const login of ['member1', 'member2', 'member3']) await desk.holds(login, roles, [role(0)])
  const kinds = world().superReactions.get(message.id)
  kinds?.get(emojis[0])?.delete(idOf('member2'))
  world().superReactions.set(message.id, new Map([...(kinds ?? []), [emojis[1], new Set([idOf('member4')])]]))
  await back()
  expect(desk.has('member1', roles)).toEqual([role(0)])
  expect(desk.has('member2', roles)).toEqual([])
  expect(desk.has('member3', roles)).toEqual([role(0)])
  expect(desk.has('member4', roles)).toEqual([role(1)])
  expect(await desk.report()).toMatchObject({ given: 1, taken: 1, left: 0, compared: 4, right: 2 })
})

test('reactions that were cleared take no role, and the bot’s own are put back', async () => {
  const { message } = await reacting()
  desk.react('member1', message, 0)
  await desk.holds('member1', roles, [role(0)])
  world().reactions.delete(message.id)
  await back()
  expect(desk.has('member1', roles)).toEqual([role(0)])
  expect([0, 1].map(at => desk.reactors(message, at))).toEqual([[harness.botId], [harness.botId]])
  clearReactions(harness.sandbox.context, idOf('owner'), message.channel_id, message.id)
  desk.react('member2', message, 1)
  await desk.holds('member2', roles, [role(1)])
  expect(desk.has('member1', roles)).toEqual([role(0)])
})

test('a menu of one choice stays one, whatever the reactions meanwhile; departed members are left alone', async () => {
  const { message } = await reacting({ mode: 'unique' })
  desk.react('member1', message, 0)
  desk.react('member5', message, 0)
  await desk.holds('member1', roles, [role(0)])
  await desk.holds('member5', roles, [role(0)])
  unseen(message, 1, 'member1', true)
  leaveGuild(harness.sandbox.context, idOf('member5'), harness.guildId)
  await back()
  expect(desk.has('member1', roles)).toEqual([role(1)])
  await until('the old reaction to go', () => !desk.reactors(message, 0).includes(idOf('member1')))
  expect(await desk.report()).toMatchObject({ given: 1, taken: 1, gone: 1, left: 0 })
})

test('while one runs, another is refused; switched off, nothing is compared by itself; a deleted message ends it', async () => {
  const { message } = await reacting()
  await desk.owner.call('POST', desk.under(''), { reactionrolesUpdate: true, checkOnReturn: 'off' })
  unseen(message, 0, 'member1', true)
  await harness.restart()
  desk.owner = await harness.signIn('owner')
  expect(await desk.report()).toBeNull()
  const answers = await Promise.all([0, 1].map(() => desk.owner.call('POST', desk.under('/check'))))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  await over()
  await desk.holds('member1', roles, [role(0)])
  await harness.as('owner').rest('DELETE', `/channels/${message.channel_id}/messages/${message.id}`)
  await until('the bot to know', async () => (await desk.list())[0]?.message_missing)
  await desk.owner.call('POST', desk.under('/check'))
  await over()
  expect(await desk.report()).toMatchObject({ compared: 0, given: 0 })
  expect((await desk.list())[0]?.problems.map(({ offer }) => offer)).toEqual(['repost'])
})

test('a comparison goes on when what it stands at is deleted in the meantime', async () => {
  const first = await reacting()
  const second = await reacting()
  const { services } = harness.product
  const guild = services.client.guilds.cache.get(harness.guildId)
  if (!guild) throw new Error('no guild')
  const next = async (cursor: string) => (await check.page?.(services, { planId: 0, guild, input: {} }, cursor))?.next
  const atSecondChoice = (await next('')) ?? ''
  expect(JSON.parse(atSecondChoice)).toMatchObject({ menuId: first.id, choiceId: 'c1' })
  await harness.as('owner').rest('DELETE', `/guilds/${harness.guildId}/roles/${role(1)}`)
  await until('the bot to know', () => !guild.roles.cache.has(role(1)))
  expect(JSON.parse((await next(atSecondChoice)) ?? 'null')).toMatchObject({ menuId: first.id, choiceId: 'c0' })
  expect(await desk.owner.call('DELETE', desk.under(`/menus/${first.id}`))).toMatchObject({ status: 200 })
  expect(JSON.parse((await next(atSecondChoice)) ?? 'null')).toMatchObject({ menuId: second.id, choiceId: 'c0' })
})

test('a member who has not accepted the rules gets nothing, and their reaction is removed', async () => {
  const { message } = await reacting()
  setScreening(harness.sandbox.context, { userId: idOf('owner') }, harness.guildId, { enabled: true })
  const id = createAccount(harness.sandbox.context, 'newcomer')
  joinGuild(harness.sandbox.context, id, harness.guildId)
  const member = world().guilds.get(harness.guildId)?.members.get(id)
  expect(member?.pending).toBe(true)
  react(harness.sandbox.context, id, message.channel_id, message.id, emojis[0])
  await until('the reaction to go', () => !desk.reactors(message, 0).includes(id))
  expect(world().guilds.get(harness.guildId)?.members.get(id)?.roles).not.toContain(role(0))
})

test('a crowd that reacts at once gets its roles, each once', async () => {
  const { message, id: menuId } = await reacting()
  const crowd = Array.from({ length: 40 }, () => createAccount(harness.sandbox.context, 'crowd'))
  for (const id of crowd) joinGuild(harness.sandbox.context, id, harness.guildId)
  const before = harness.sandbox.requests().length
  for (const id of crowd) react(harness.sandbox.context, id, message.channel_id, message.id, emojis[0])
  const hasIt = (id: string) => world().guilds.get(harness.guildId)?.members.get(id)?.roles.includes(role(0))
  await until('all to have it', () => crowd.every(hasIt))
  await desk.settled()
  const puts = harness.sandbox
    .requests()
    .slice(before)
    .filter(({ method, path }) => method === 'PUT' && path.endsWith(`/roles/${role(0)}`))
  expect(puts).toHaveLength(crowd.length)
  expect((await desk.list()).find(one => one.id === menuId)).toMatchObject({ given: 40, held: { c0: 40 } })
})

test('while Discord does not answer, choices wait, and are carried out once it does', async () => {
  const { message } = await desk.menu({ choices: desk.choices(role(0)) })
  harness.sandbox.context.conditions.failNext = {
    count: 30,
    status: 503,
    route: 'PUT /guilds/:guild_id/members/:user_id/roles/:role_id',
  }
  expect(await desk.press('member1', message, 0)).toBe(
    'Discord is not taking my requests right now. Your roles follow as soon as it does.',
  )
  harness.sandbox.context.conditions.failNext = undefined
  await desk.holds('member1', roles, [role(0)])
})
