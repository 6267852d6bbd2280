import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { createMenus, type Menus } from '#test/reaction-roles.ts'
import { until } from '#test/until.ts'

/** Discord answers a request before it tells of what came of it. */
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

/** Somebody reacts, takes it back and reacts again, before Discord has told that the role was taken in between. */
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

test('a role for a time is taken back in the end, though Discord told late that it had been taken before', async () => {
  const role = await desk.role('For an hour')
  await chosenTwice('member1', role)
  expect(desk.has('member1', [role])).toEqual([role])
  ahead += 61 * 60_000
  await harness.product.services.scheduler.tick()
  expect(noteOf(role)?.endsAt).not.toBeNull()
  await desk.holds('member1', [role], [])
})

test('a role for a time that somebody takes by hand is theirs to choose again, also if the bot took it before', async () => {
  const role = await desk.role('Taken by hand')
  await chosenTwice('member2', role)
  expect(noteOf(role)).toEqual({ state: 'held', due: null, endsAt: expect.any(Number) as number })
  const path = `/guilds/${harness.guildId}/members/${harness.as('member2').userId}/roles/${role}`
  await harness.as('owner').rest('DELETE', path)
  await until('the end to be dropped', () => noteOf(role)?.endsAt === null)
  expect(noteOf(role)).toEqual({ state: 'seen', due: null, endsAt: null })
})
