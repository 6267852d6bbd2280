// @module-tag long
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { createMenus, type Menus } from '#test/reaction-roles.ts'
import { controlsOn } from '#test/ticket-panels.ts'
import { until } from '#test/until.ts'

/** Discord answers a request before it sends the event about its result. */
let harness: Harness
let desk: Menus
let ahead = 0
beforeAll(async () => {
  harness = await createHarness({ now: () => Date.now() + ahead })
  desk = await createMenus(harness)
})
afterAll(() => harness.close())
afterEach(() => {
  harness.sandbox.context.conditions.gatewayLagMs = 0
})

const noteOf = (roleId: string) =>
  harness.product.services.db.$client
    .prepare('SELECT state, due, ends_at AS endsAt FROM reactionrole_notes WHERE role_id = ?')
    .get(roleId) as { state: string | null; due: string | null; endsAt: number | null } | undefined
const forAnHour = { kind: 'reactions', lasts: 60 } as const

/**
 * A member reacts, removes the reaction and reacts again, before Discord has reported that the role was taken in
 * between.
 */
async function chosenTwice(login: string, roleId: string) {
  const { id, message } = await desk.menu({ ...forAnHour, choices: desk.choices(roleId) })
  await harness.heard()
  harness.sandbox.context.conditions.gatewayLagMs = 250
  desk.react(login, message, 0)
  desk.unreact(login, message, 0)
  desk.react(login, message, 0)
  await until('the role to be given twice', async () => (await desk.list()).find(one => one.id === id)?.given === 2)
  await harness.heard()
}

test('a temporary role is taken back in the end, although Discord reported an earlier taking late', async () => {
  const role = await desk.role('For an hour')
  await chosenTwice('member1', role)
  expect(desk.has('member1', [role])).toEqual([role])
  ahead += 61 * 60_000
  await harness.product.services.scheduler.tick()
  expect(noteOf(role)?.endsAt).not.toBeNull()
  await desk.holds('member1', [role], [])
})

test('a temporary role taken by hand can be chosen again, even if the bot took it before', async () => {
  const role = await desk.role('Taken by hand')
  await chosenTwice('member2', role)
  expect(noteOf(role)).toEqual({ state: 'held', due: null, endsAt: expect.any(Number) as number })
  const path = `/guilds/${harness.guildId}/members/${harness.as('member2').userId}/roles/${role}`
  await harness.as('owner').rest('DELETE', path)
  await until('the end to be dropped', () => noteOf(role)?.endsAt === null)
  expect(noteOf(role)).toEqual({ state: 'seen', due: null, endsAt: null })
})

/** Makes Discord slow with the next role that it is asked to give. */
function slowGiving() {
  const { rest } = harness.product.services.client
  const put = rest.put.bind(rest)
  const asked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  rest.put = async (route, options) => {
    if (!route.includes('/roles/')) return put(route, options)
    rest.put = put
    asked.resolve()
    await free.promise
    return put(route, options)
  }
  return { asked: asked.promise, free: () => free.resolve() }
}

test('unique: of two choices the second one counts, even if Discord was slow with the first', async () => {
  const roles = [await desk.role('First'), await desk.role('Second')]
  const { message } = await desk.menu({ mode: 'unique', kind: 'buttons', choices: desk.choices(...roles) })
  await harness.heard()
  const giving = slowGiving()
  const first = desk.press('member3', message, 0)
  await giving.asked
  await harness.as('member3').press(message, controlsOn(message)[1] ?? '')
  await harness.heard()
  ahead += 11_000
  harness.sandbox.context.conditions.gatewayLagMs = 500
  giving.free()
  await first
  await until('the second to be given', () => desk.has('member3', roles).includes(roles[1] ?? ''))
  await desk.settled()
  await harness.heard()
  expect(desk.has('member3', roles)).toEqual(roles.slice(1))
})

test('at most: a second reaction does not count, even if Discord was slow with the first', async () => {
  const roles = [await desk.role('The only'), await desk.role('The other')]
  const { message } = await desk.menu({ mode: 'limit', most: 1, kind: 'reactions', choices: desk.choices(...roles) })
  await harness.heard()
  const giving = slowGiving()
  desk.react('member4', message, 0)
  await giving.asked
  desk.react('member4', message, 1)
  await harness.heard()
  ahead += 11_000
  harness.sandbox.context.conditions.gatewayLagMs = 500
  giving.free()
  const { userId } = harness.as('member4')
  await until(
    'either to be decided',
    () => desk.has('member4', roles).length > 1 || !desk.reactors(message, 1).includes(userId),
  )
  expect(desk.has('member4', roles)).toEqual(roles.slice(0, 1))
})
