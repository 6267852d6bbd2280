// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { createMenus, type Menus } from '#test/reaction-roles.ts'
import { until } from '#test/until.ts'
import { type Chooser, outcomeOf } from './contract.ts'

/** The number of attempts that the library makes for a request. */
const attempts = 4

let harness: Harness
let desk: Menus
// The clock moves only when the test moves it, so that a delay of five seconds is not over after four.
const begunAt = Date.now()
let ahead = 0
beforeAll(async () => {
  harness = await createHarness({ now: () => begunAt + ahead })
  desk = await createMenus(harness)
})
afterAll(() => harness.close())

const roleRoute = '/guilds/:guild_id/members/:user_id/roles/:role_id'
const putOff = () => {
  const { $client } = harness.product.services.db
  const jobs = "SELECT job FROM jobs WHERE feature = 'reactionroles' AND job IN ('settleMember', 'heedLater')"
  return $client.prepare(jobs).all().length > 0
}
/** Makes Discord fail a request until the library gives up. */
async function inOutage(route: string, act: () => void) {
  const { conditions } = harness.sandbox.context
  conditions.failNext = { count: attempts, status: 500, route }
  act()
  await until('it to be put off', putOff)
  expect(conditions.failNext).toBeUndefined()
}
/** Runs whatever was delayed. */
async function caughtUp() {
  ahead += 6000
  await harness.product.services.scheduler.tick()
  await until('all to be done that was put off', () => !putOff())
  await desk.settled()
}
const given = (login: string, roleId: string) =>
  harness.as('owner').rest('PUT', `/guilds/${harness.guildId}/members/${harness.as(login).userId}/roles/${roleId}`)
const noteOf = (roleId: string) =>
  harness.product.services.db.$client
    .prepare('SELECT state, due, reacted FROM reactionrole_notes WHERE role_id = ?')
    .get(roleId) as { state: string | null; due: string | null; reacted: number } | undefined
test('reversed: a role taken after an outage comes back when the reaction is removed', async () => {
  const role = await desk.role('Lent')
  await given('member1', role)
  const { message } = await desk.menu({ kind: 'reactions', mode: 'reversed', choices: desk.choices(role) })
  await harness.heard()
  await inOutage(`DELETE ${roleRoute}`, () => desk.react('member1', message, 0))
  await caughtUp()
  await desk.holds('member1', [role], [])
  expect(noteOf(role)).toEqual({ state: 'away', due: null, reacted: 1 })
  desk.unreact('member1', message, 0)
  await desk.holds('member1', [role], [role])
})

test('reversed: a repeated reaction event does not forget the role that was taken', () => {
  const [choice] = desk
    .choices('100000000000000000')
    .map(one => ({ ...one, description: '', style: 'secondary' as const }))
  if (!choice) throw new Error('no choice')
  const design = { mode: 'reversed' as const, most: 1, choices: [choice], required_roles: [], forbidden_roles: [] }
  const chooser: Chooser = { roles: new Set(), notes: new Map([[choice.id, 'away']]), pending: false }
  expect(outcomeOf(design, chooser, choice, 'add').note).toBe('away')
  expect(outcomeOf(design, chooser, choice, 'remove').give).toBe(choice)
})

test('a role that was given once an outage was over is counted once', async () => {
  const role = await desk.role('Given late')
  const { id, message } = await desk.menu({ kind: 'reactions', choices: desk.choices(role) })
  await harness.heard()
  await inOutage(`PUT ${roleRoute}`, () => desk.react('member2', message, 0))
  await caughtUp()
  await desk.holds('member2', [role], [role])
  expect((await desk.list()).find(one => one.id === id)?.given).toBe(1)
})

test('a reaction that counts for nothing is removed once an outage is over', async () => {
  const roles = [await desk.role('The one'), await desk.role('One too many')]
  const { message } = await desk.menu({ kind: 'reactions', mode: 'limit', most: 1, choices: desk.choices(...roles) })
  desk.react('member3', message, 0)
  await desk.holds('member3', roles, roles.slice(0, 1))
  await desk.settled()
  await harness.heard()
  await inOutage('DELETE /channels/:channel_id/messages/:message_id/reactions/', () =>
    desk.react('member3', message, 1),
  )
  await caughtUp()
  const { userId } = harness.as('member3')
  await until('the reaction to go', () => !desk.reactors(message, 1).includes(userId))
  expect(desk.has('member3', roles)).toEqual(roles.slice(0, 1))
})

test('changing one’s mind before an outage is over leaves everything as it was', async () => {
  const [lent, chosen] = [await desk.role('Lent and back'), await desk.role('Chosen and not')]
  await given('member4', lent)
  const reversed = await desk.menu({ kind: 'reactions', mode: 'reversed', choices: desk.choices(lent) })
  const normal = await desk.menu({ kind: 'reactions', choices: desk.choices(chosen) })
  await harness.heard()
  await inOutage(`DELETE ${roleRoute}`, () => desk.react('member4', reversed.message, 0))
  desk.unreact('member4', reversed.message, 0)
  await until('nothing to be known of it', () => noteOf(lent) === undefined)
  expect(desk.has('member4', [lent])).toEqual([lent])
  await caughtUp()
  await inOutage(`PUT ${roleRoute}`, () => desk.react('member4', normal.message, 0))
  desk.unreact('member4', normal.message, 0)
  await until('nothing to be known of it', () => noteOf(chosen) === undefined)
  await caughtUp()
  expect(desk.has('member4', [lent, chosen])).toEqual([lent])
})

const follows = 'Discord is not taking my requests right now. Your roles follow as soon as it does.'
/** Makes Discord fail a request until the library gives up. @returns the answer to the member who chose */
async function toldInOutage(route: string, act: () => Promise<string>): Promise<string> {
  const { conditions } = harness.sandbox.context
  conditions.failNext = { count: attempts, status: 500, route }
  const told = await act()
  expect(conditions.failNext).toBeUndefined()
  return told
}

test('pressing again after an outage delayed a choice leaves the member with it', async () => {
  const [chosen, back] = [await desk.role('Pressed again'), await desk.role('Given back')]
  const { message } = await desk.menu({ kind: 'buttons', choices: desk.choices(chosen, back) })
  await given('member5', back)
  await harness.heard()
  const press = (at: number) => desk.press('member5', message, at)
  expect(await toldInOutage(`PUT ${roleRoute}`, () => press(0))).toContain(follows)
  // Right afterward, and again once it no longer counts as a double click.
  expect(await press(0)).toContain(follows)
  ahead += 4000
  expect(await toldInOutage(`PUT ${roleRoute}`, () => press(0))).toContain(follows)
  ahead += 4000
  expect(await press(0)).toContain('You have **Pressed again** now.')
  expect(await toldInOutage(`DELETE ${roleRoute}`, () => press(1))).toContain(follows)
  ahead += 4000
  expect(await press(1)).toContain('**Given back** was taken back.')
  await caughtUp()
  expect(desk.has('member5', [chosen, back])).toEqual([chosen])
  // Once that is done, a press is a new choice.
  expect(await press(0)).toContain('**Pressed again** was taken back.')
})

test('several roles chosen during an outage are all given', async () => {
  const roles = [await desk.role('Picked first'), await desk.role('Picked second'), await desk.role('Not picked')]
  const { message } = await desk.menu({ kind: 'select', mode: 'limit', most: 2, choices: desk.choices(...roles) })
  await harness.heard()
  const pick = () => desk.pick('member6', message, ['c0', 'c1'])
  expect(await toldInOutage(`PUT ${roleRoute}`, pick)).toContain(follows)
  ahead += 4000
  expect(await toldInOutage(`PUT ${roleRoute}`, pick)).toContain(follows)
  await caughtUp()
  await desk.holds('member6', roles, roles.slice(0, 2))
})

test('unique: choosing a role that was to be taken after an outage keeps it', async () => {
  const roles = [await desk.role('Old'), await desk.role('New')]
  const { message } = await desk.menu({ mode: 'unique', kind: 'buttons', choices: desk.choices(...roles) })
  await harness.heard()
  await desk.press('member7', message, 0)
  await toldInOutage(`PUT ${roleRoute}`, () => desk.press('member7', message, 1))
  ahead += 4000
  expect(await desk.press('member7', message, 0)).toContain('You have **Old** now')
  await caughtUp()
  await desk.holds('member7', roles, roles.slice(0, 1))
})

test('unique: so does choosing a role that only an outage has kept', async () => {
  const roles = [await desk.role('Older'), await desk.role('Newer')]
  const { message } = await desk.menu({ mode: 'unique', kind: 'buttons', choices: desk.choices(...roles) })
  await harness.heard()
  await desk.press('member8', message, 0)
  await toldInOutage(`DELETE ${roleRoute}`, () => desk.press('member8', message, 1))
  expect(desk.has('member8', roles)).toEqual(roles)
  ahead += 4000
  expect(await desk.press('member8', message, 0)).toContain('You have **Older** now; **Newer** was taken back.')
  await caughtUp()
  await desk.holds('member8', roles, roles.slice(0, 1))
})

test('unique: so does pressing a role again while the one that it replaces is still to be taken', async () => {
  const roles = [await desk.role('Replaced late'), await desk.role('Replaces it')]
  const { message } = await desk.menu({ mode: 'unique', kind: 'buttons', choices: desk.choices(...roles) })
  await harness.heard()
  await desk.press('member1', message, 0)
  const press = () => desk.press('member1', message, 1)
  expect(await toldInOutage(`DELETE ${roleRoute}`, press)).toContain(follows)
  ahead += 4000
  expect(await toldInOutage(`DELETE ${roleRoute}`, press)).toContain(follows)
  ahead += 4000
  expect(await press()).toBe('You have **Replaces it** now; **Replaced late** was taken back.')
  await caughtUp()
  await desk.holds('member1', roles, roles.slice(1))
})

test('choosing the same roles again gives all of them, even if the outage came in the middle', async () => {
  const roles = [await desk.role('Was picked'), await desk.role('Picked at last')]
  const { message } = await desk.menu({ kind: 'select', choices: desk.choices(...roles) })
  await harness.heard()
  await desk.pick('member2', message, ['c0'])
  ahead += 4000
  const pick = () => desk.pick('member2', message, ['c0', 'c1'])
  expect(await toldInOutage(`PUT ${roleRoute}`, pick)).toContain(follows)
  expect(desk.has('member2', roles)).toEqual([])
  ahead += 4000
  expect(await pick()).toBe('You do not have **Was picked**.\nYou have **Picked at last** now.')
  await caughtUp()
  expect(desk.has('member2', roles)).toEqual(roles.slice(1))
})

test('a role whose replacement is withheld stays, even if something else fails right afterward', async () => {
  const roles = [await desk.role('Stays'), await desk.role('Rises'), await desk.role('Elsewhere')]
  const [stays = '', rises = '', elsewhere = ''] = roles
  const { message } = await desk.menu({ mode: 'unique', kind: 'buttons', choices: desk.choices(stays, rises) })
  const other = await desk.menu({ kind: 'buttons', choices: desk.choices(elsewhere) })
  await harness.heard()
  await desk.press('member3', message, 0)
  await toldInOutage(`PUT ${roleRoute}`, () => desk.press('member3', message, 1))
  await toldInOutage(`PUT ${roleRoute}`, () => desk.press('member3', other.message, 0))
  await harness.as('owner').rest('PATCH', `/guilds/${harness.guildId}/roles/${rises}`, { permissions: '8' })
  await harness.heard()
  const { conditions } = harness.sandbox.context
  conditions.failNext = { count: attempts, status: 500, route: `PUT ${roleRoute}` }
  ahead += 6000
  await harness.product.services.scheduler.tick()
  await until('that to fail', () => conditions.failNext === undefined)
  ahead += 3_600_000
  await harness.product.services.scheduler.tick()
  await desk.holds('member3', roles, [stays, elsewhere])
  await desk.settled()
  expect(desk.has('member3', roles)).toEqual([stays, elsewhere])
})

test('if a choice was changed to another role since an outage, a press gives the new one', async () => {
  const roles = [await desk.role('Offered first'), await desk.role('Offered second')]
  const [first = '', second = ''] = roles
  const { id, message } = await desk.menu({ kind: 'buttons', choices: desk.choices(first) })
  await harness.heard()
  await toldInOutage(`PUT ${roleRoute}`, () => desk.press('moderator', message, 0))
  const { name = '', revision = 0 } = (await desk.list()).find(one => one.id === id) ?? {}
  await desk.save({
    id,
    name,
    revision,
    channel_id: message.channel_id,
    kind: 'buttons',
    choices: desk.choices(second),
  })
  ahead += 4000
  expect(await desk.press('moderator', message, 0)).toContain('You have **Offered second** now.')
  await caughtUp()
  await desk.holds('moderator', roles, roles)
})
