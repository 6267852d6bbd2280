import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { passScreening, setScreening } from '#sandbox/world/members/screening.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { forgetUser } from '#kernel/guilds/forget.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

let harness: Harness
let owner: Visitor
let ahead = 0
const minute = 60_000
const address = () => `/api/guild/${harness.guildId}/autorole`
const world = () => harness.sandbox.context
const state = () => {
  const guild = world().world.guilds.get(harness.guildId)
  if (!guild) throw new Error('no guild')
  return guild
}
const role = (name: string) => {
  const found = [...state().roles.values()].find(one => one.name === name)
  if (!found) throw new Error(`no role ${name}`)
  return found
}
const rolesOf = (userId: string) => state().members.get(userId)?.roles ?? []
const has = (userId: string, name: string) => rolesOf(userId).includes(role(name).id)
const save = (form: Record<string, unknown>) => owner.call('POST', address(), { autoroleUpdate: true, ...form })
const say = (login: string, text: string) => harness.answer(login, text)
function join() {
  const id = createAccount(world(), 'newcomer')
  joinGuild(world(), id, harness.guildId)
  return id
}
/** Jobs of these kinds that are waiting. */
const waiting = (job: string) =>
  harness.product.services.db.$client
    .prepare("SELECT count(*) AS n FROM jobs WHERE feature = 'autorole' AND job = ?")
    .get(job) as { n: number }
async function later(ms: number) {
  ahead += ms
  await harness.product.services.scheduler.tick()
}
const given = (userId: string, name: string) => until(`${name} for ${userId}`, () => has(userId, name))

beforeAll(async () => {
  harness = await createHarness({ now: () => Date.now() + ahead })
  owner = await harness.signIn('owner')
})
beforeEach(async () => {
  const off = { memberRoles: [], botRoles: [], delayMinutes: 0, waitForScreening: true, stickyRoles: false }
  await save({ enabled: 'off', ...off })
})
afterAll(() => harness.close())

test('the command adds, lists and removes roles, and switches them on and off', async () => {
  expect(await say('owner', '.autorole Potter')).toBe(`Members who join now get <@&${role('Potter').id}>.`)
  expect(await say('owner', '.autorole Potter')).toContain('already')
  const first = join()
  await given(first, 'Potter')
  expect(await say('owner', '.autorole add Woodworker bots')).toContain('Bots who join now get')
  const list = await say('owner', '.autorole')
  expect(list).toContain('Auto Roles: on')
  expect(list).toContain(`<@&${role('Woodworker').id}>`)
  expect(await say('owner', '.autorole remove Woodworker')).toContain('no longer')
  expect(await say('owner', '.autorole remove Woodworker')).toContain('do not get')
  expect(await say('owner', '.autorole off')).toContain('The list is kept: `.autorole on` gives them again.')
  const { body } = await owner.call('GET', address())
  expect(body).toMatchObject({ autorole: { enabled: false, memberRoles: [role('Potter').id], botRoles: [] } })
  expect(await say('owner', '.autorole enable')).toBe(`Newcomers get roles again:\n• <@&${role('Potter').id}>`)
  expect(await say('owner', '.autorole')).toContain('Auto Roles: on')
  await say('owner', '.autorole remove Potter')
  expect(await say('owner', '.autorole on')).toBe('Add a role first: `.autorole add @role`.')
})

test.each(['@everyone', 'everyone', '<@&guild>'])('%s is refused as a role that cannot be chosen', async text => {
  const told = await say('owner', `.autorole add ${text.replace('guild', harness.guildId)}`)
  expect(told).toContain('so it cannot be chosen here')
  expect(told).not.toContain('There is no role')
})

test.each([
  [0, false, 'Given at once'],
  [0, true, 'Given once the rules are accepted'],
  [1, false, 'Given 1 minute after joining'],
  [5, true, 'Given 5 minutes after joining, once the rules are accepted'],
])('the list says when: after %i minutes, waiting for the rules: %s', async (delayMinutes, waitForScreening, told) => {
  await save({ delayMinutes, waitForScreening })
  expect(await say('owner', '.autorole')).toMatch(new RegExp(`${told}$`))
})

test('nobody configures a role that they could not give themselves, or a dangerous one', async () => {
  expect(await say('member1', '.autorole Potter')).toContain('You need')
  expect(await say('owner', '.autorole Moderator')).toContain('which nobody should get automatically')
  expect(await say('owner', '.autorole Palisade')).toContain('manages this role')
  const answer = await save({ memberRoles: [role('Moderator').id], botRoles: [role('Potter').id] })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ fields: { memberRoles: expect.stringContaining('Moderator: This role has') } })
  const eleven = Array.from({ length: 11 }, (_, index) => String(10n ** 17n + BigInt(index)))
  expect((await save({ memberRoles: eleven })).status).toBe(400)
})

test('a delay survives a restart, and a role is checked again when it is given', async () => {
  const made = await harness.as('owner').rest<{ id: string }>('POST', `/guilds/${harness.guildId}/roles`, {
    name: 'Rising',
    permissions: '0',
  })
  await until('the role to be known', () =>
    harness.product.services.client.guilds.cache.get(harness.guildId)?.roles.cache.has(made.id),
  )
  await save({ enabled: 'on', memberRoles: [made.id, role('Potter').id], delayMinutes: 30 })
  const id = join()
  await until('a job', () => waiting('give').n === 1)
  await later(29 * minute)
  expect(rolesOf(id)).toEqual([])
  const change = { permissions: String(1n << 3n) }
  await harness.as('owner').rest('PATCH', `/guilds/${harness.guildId}/roles/${made.id}`, change)
  await harness.restart()
  owner = await harness.signIn('owner')
  await later(2 * minute)
  await given(id, 'Potter')
  expect(has(id, 'Rising')).toBe(false)
  expect(await say('owner', '.autorole list')).toContain('Administrator')
  await harness.as('owner').rest('DELETE', `/guilds/${harness.guildId}/roles/${made.id}`)
  await until('the dead role to be forgotten', async () => {
    const { body } = await owner.call('GET', address())
    return (body as { autorole: { memberRoles: string[] } }).autorole.memberRoles.length === 1
  })
})

test('a member who leaves or is erased in the meantime is not looked up again', async () => {
  await save({ enabled: 'on', memberRoles: [role('Potter').id], delayMinutes: 5 })
  const id = join()
  await until('a job', () => waiting('give').n === 1)
  leaveGuild(world(), id, harness.guildId)
  await later(6 * minute)
  expect(waiting('give').n).toBe(0)
  const forgotten = join()
  await until('a job', () => waiting('give').n === 1)
  forgetUser(harness.product.services, forgotten)
  expect(waiting('give').n).toBe(0)
})

test('roles wait until the rules are accepted, even when the event was missed', async () => {
  await save({ enabled: 'on', memberRoles: [role('Potter').id] })
  setScreening(world(), { userId: harness.as('owner').userId }, harness.guildId, { enabled: true })
  const [heard, unheard] = [join(), join()]
  await until('both to be waited for', () => waiting('look').n === 2)
  expect([...rolesOf(heard), ...rolesOf(unheard)]).toEqual([])
  passScreening(world(), heard, harness.guildId)
  await given(heard, 'Potter')
  const member = state().members.get(unheard)
  if (member) state().members.set(unheard, { ...member, pending: false })
  await later(31 * minute)
  await later(1)
  await given(unheard, 'Potter')
  setScreening(world(), { userId: harness.as('owner').userId }, harness.guildId, { enabled: false })
})

test('roles are given to a member who accepts the rules after they are no longer checked for it', async () => {
  await save({ enabled: 'on', memberRoles: [role('Potter').id] })
  setScreening(world(), { userId: harness.as('owner').userId }, harness.guildId, { enabled: true })
  const id = join()
  await until('them to be waited for', () => waiting('look').n === 1)
  await later(8 * 24 * 60 * minute)
  await until('the waiting to end', () => waiting('look').n === 0)
  expect(has(id, 'Potter')).toBe(false)
  passScreening(world(), id, harness.guildId)
  await given(id, 'Potter')
  // The session has expired.
  owner = await harness.signIn('owner')
  setScreening(world(), { userId: harness.as('owner').userId }, harness.guildId, { enabled: false })
})

test('the delay runs from joining, whenever the rules are accepted', async () => {
  await save({ enabled: 'on', memberRoles: [role('Potter').id], delayMinutes: 30 })
  setScreening(world(), { userId: harness.as('owner').userId }, harness.guildId, { enabled: true })
  const [early, late] = [join(), join()]
  await until('both to be waited for', () => waiting('give').n === 2)
  const accepted = (userId: string) => {
    passScreening(world(), userId, harness.guildId)
    return harness.heard()
  }
  ahead += 20 * minute
  await accepted(early)
  await later(11 * minute)
  await given(early, 'Potter')
  expect(has(late, 'Potter')).toBe(false)
  await until('the rules to be waited for', () => waiting('look').n === 1)
  await later(20 * minute)
  await accepted(late)
  await later(1)
  await given(late, 'Potter')
  setScreening(world(), { userId: harness.as('owner').userId }, harness.guildId, { enabled: false })
})

test('the roles of a member are recorded again after they returned with nothing to give back', async () => {
  await save({ enabled: 'on', stickyRoles: 'on' })
  await until('everybody to be noted', () => waiting('learn').n === 0)
  const id = join()
  const noted = () =>
    harness.product.services.db.$client
      .prepare('SELECT role_ids AS ids, left_at AS leftAt FROM autorole_held_roles WHERE user_id = ?')
      .get(id) as { ids: string; leftAt: number | null } | undefined
  const change = (method: 'PUT' | 'DELETE') =>
    harness.as('owner').rest(method, `/guilds/${harness.guildId}/members/${id}/roles/${role('Potter').id}`)
  await change('PUT')
  await until('the role to be noted', () => noted()?.ids === role('Potter').id)
  await change('DELETE')
  await until('its loss to be noted', () => noted()?.ids === '')
  expect(rolesOf(id)).toEqual([])
  leaveGuild(world(), id, harness.guildId)
  await until('the departure to be noted', () => typeof noted()?.leftAt === 'number')
  joinGuild(world(), id, harness.guildId)
  await change('PUT')
  await until('the role to be noted again', () => noted()?.ids === role('Potter').id)
})

test('returning members get their roles back, but no powerful ones, and none once it is off', async () => {
  await save({ enabled: 'on', stickyRoles: 'on' })
  const returning = harness.as('member4').userId
  const before = rolesOf(returning)
  await until('everybody to be noted', () => waiting('learn').n === 0)
  for (const name of ['Potter', 'Moderator'])
    await harness.as('owner').rest('PUT', `/guilds/${harness.guildId}/members/${returning}/roles/${role(name).id}`)
  const noted = () =>
    harness.product.services.db.$client
      .prepare('SELECT role_ids AS ids FROM autorole_held_roles WHERE user_id = ?')
      .get(returning) as { ids: string } | undefined
  await until('the new roles to be noted', () => noted()?.ids.includes(role('Moderator').id))
  leaveGuild(world(), returning, harness.guildId)
  joinGuild(world(), returning, harness.guildId)
  await given(returning, 'Potter')
  expect(has(returning, 'Moderator')).toBe(false)
  expect(rolesOf(returning)).toEqual(expect.arrayContaining(before.filter(id => id !== role('Moderator').id)))
  await save({ stickyRoles: 'off' })
  expect(noted()).toBeUndefined()
})

test('a role’s permissions in single channels count too, but access to a channel does not', async () => {
  const potter = role('Potter').id
  const channel = harness.channel('woodwork')
  const allow = async (...bits: bigint[]) => {
    const bitfield = bits.reduce((sum, bit) => sum | (1n << bit), 0n)
    const body = { type: 0, allow: String(bitfield), deny: '0' }
    await harness.as('owner').rest('PUT', `/channels/${channel}/permissions/${potter}`, body)
    const guild = harness.product.services.client.guilds.cache.get(harness.guildId)
    const known = guild?.channels.cache.get(channel)
    await until('the bot to know', () => {
      const overwrites = known && 'permissionOverwrites' in known ? known.permissionOverwrites.cache : undefined
      return overwrites?.get(potter)?.allow.bitfield === bitfield
    })
  }
  const [viewChannel, sendMessages, attachFiles, manageMessages] = [10n, 11n, 15n, 13n] as const
  await allow(viewChannel, sendMessages, attachFiles)
  expect(await save({ enabled: 'on', memberRoles: [potter] })).toMatchObject({ status: 200 })
  await given(join(), 'Potter')

  await allow(viewChannel, manageMessages)
  const before = harness.logged.length
  const newcomer = join()
  await until('the refusal to be told', () =>
    harness.logged.slice(before).some(line => line.includes('Manage Messages in a channel')),
  )
  expect(has(newcomer, 'Potter')).toBe(false)
  const { body } = await owner.call('GET', `/api/guild/${harness.guildId}/doctor`)
  expect(JSON.stringify(body)).toContain('Potter is not given: it now has Manage Messages in a channel')

  expect(await save({ memberRoles: [] })).toMatchObject({ status: 200 })
  expect(await save({ memberRoles: [potter] })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('Manage Messages in a channel, which nobody should get automatically') },
  })
  expect(await say('owner', '.autorole Potter')).toContain('which nobody should get automatically')
})

test('a role with no more than everybody has can be given', async () => {
  const rest = <T>(method: string, route: string, body: object) =>
    harness.as('owner').rest<T>(method, `/guilds/${harness.guildId}/roles${route}`, body)
  const before = state().roles.get(harness.guildId)?.permissions ?? '0'
  const mentionEveryone = 1n << 17n
  await rest('PATCH', `/${harness.guildId}`, { permissions: String(BigInt(before) | mentionEveryone) })
  const fans = await rest<{ id: string; permissions: string }>('POST', '', { name: 'Fans' })
  expect(BigInt(fans.permissions) & mentionEveryone).toBe(mentionEveryone)
  const roles = () => harness.product.services.client.guilds.cache.get(harness.guildId)?.roles
  const known = () => roles()?.everyone.permissions
  await until('the role to be known', () => roles()?.cache.has(fans.id))
  expect(await save({ memberRoles: [fans.id] })).toMatchObject({ status: 200 })
  expect(await save({ memberRoles: [] })).toMatchObject({ status: 200 })
  await rest('PATCH', `/${harness.guildId}`, { permissions: before })
  await until('it to be more again', () => ((known()?.bitfield ?? 0n) & mentionEveryone) === 0n)
  expect(await save({ memberRoles: [fans.id] })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('Mention @everyone, which nobody should get automatically') },
  })
})
