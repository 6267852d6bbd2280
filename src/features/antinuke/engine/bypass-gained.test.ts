// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { memberStateOf } from '#sandbox/world/lookup.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { replaceMember } from '#sandbox/world/members/store.ts'
import { type GuardedServer, guardedServer, tellLate, whileAllowed } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { until } from '#test/until.ts'
import { isKnown } from '../journal/record.ts'
import { givenBypass } from './bypass.ts'
import { currentPowers, personOf } from './roster.ts'

/** The bypass role counts for nobody who received it without a named giver who may give it. */

let server: GuardedServer
afterEach(() => server.app.close())

const owner = () => server.app.as('owner')
const path = (more: string) => `/guilds/${server.guildId}${more}`
const services = () => server.app.product.services
const remove = (who: Member, rooms: readonly string[]) =>
  whileAllowed(rooms.map(id => () => who.rest('DELETE', `/channels/${id}`)))

async function begin(): Promise<string> {
  server = await guardedServer({ autoRecovery: false })
  await until('the members to be known', () => isKnown(services(), server.guildId, 'member'))
  return server.makeBypassRole()
}

/** What Discord does when somebody answers an onboarding question: it gives the roles and names nobody. */
function give(userId: string, role: string): void {
  const { context } = server.app.sandbox
  const before = memberStateOf(server.world(), userId)
  replaceMember(context, server.world(), userId, before, { ...before, roles: [...before.roles, role] })
}

const inviteWith = (by: Member, role: string) =>
  by.rest<{ code: string }>('POST', `/channels/${server.app.channel('general')}/invites`, {
    role_ids: [role],
    unique: true,
  })

/** The ways in which an insider gets the role. */
const ways: Record<string, (insider: Member, role: string) => Promise<void>> = {
  async 'their own invite'(insider, role) {
    const { code } = await inviteWith(insider, role)
    joinGuild(server.app.sandbox.context, insider.userId, server.guildId, code)
  },
  async "an accomplice's invite"(insider, role) {
    const { code } = await inviteWith(await server.hire('Admin'), role)
    joinGuild(server.app.sandbox.context, insider.userId, server.guildId, code)
  },
  async onboarding(insider, role) {
    await insider.rest('PUT', path('/onboarding'), {
      prompts: [question(role)],
      default_channel_ids: [],
      enabled: false,
      mode: 0,
    })
    give(insider.userId, role)
  },
}

const question = (role: string) => ({
  id: '1000',
  type: 0,
  title: 'Who are you?',
  single_select: false,
  required: false,
  in_onboarding: true,
  options: [{ id: '2000', title: 'A friend', description: '', role_ids: [role], channel_ids: [] }],
})

test.each(Object.keys(ways).flatMap(way => [false, true].map(restarts => [way, restarts] as const)))(
  'it lets nobody off who has it by %s (restarted in between: %s)',
  async (way, restarts) => {
    const role = await begin()
    const rooms = await server.make('channels', 12)
    const insider = await server.hire('Admin')
    await ways[way]?.(insider, role)
    await server.caughtUp()
    expect(server.rolesOf(insider.userId)).toContain(role)
    if (restarts) {
      await server.app.restart()
      await until('everybody to be known', () => currentPowers(services(), server.guildId))
    }
    await remove(insider, rooms)
    expect(await until('the ban', () => server.isBanned(insider.userId))).toBe(true)
  },
)

test('nor for somebody who received it while the bot was away', async () => {
  const role = await begin()
  const rooms = await server.make('channels', 12)
  const insider = await server.hire('Admin')
  const { code } = await inviteWith(insider, role)
  await server.caughtUp()
  await server.app.product.close()
  joinGuild(server.app.sandbox.context, insider.userId, server.guildId, code)
  await server.app.restart()
  await until('the gap to be read', () => givenBypass(services(), server.guildId, insider.userId) !== undefined)
  await remove(insider, rooms)
  expect(await until('the ban', () => server.isBanned(insider.userId))).toBe(true)
})

test('nor for somebody who used it before the bot heard that they have it', async () => {
  const role = await begin()
  const rooms = await server.make('channels', 12)
  const insider = await server.hire()
  await owner().rest('PATCH', path(`/roles/${role}`), { permissions: '16' })
  const { code } = await inviteWith(await server.hire('Admin'), role)
  await server.caughtUp()
  await tellLate(server, insider.userId, async () => {
    joinGuild(server.app.sandbox.context, insider.userId, server.guildId, code)
    await remove(insider, rooms.slice(0, 1))
    await until('the bot to have asked who they are', () => personOf(services(), server.guildId, insider.userId))
  })
  await server.caughtUp()
  await remove(insider, rooms.slice(1))
  expect(await until('the ban', () => server.isBanned(insider.userId))).toBe(true)
})

test.each([0, 400])('a role given by the owner counts, even if the entry is %s ms late', async auditLagMs => {
  const role = await begin()
  server.app.sandbox.context.conditions.auditLagMs = auditLagMs
  const rooms = await server.make('channels', 12)
  const honest = await server.hire('Admin')
  await owner().rest('PUT', path(`/members/${honest.userId}/roles/${role}`))
  // Everything after it is late, too.
  await until('the entry', () => server.rolesOf(honest.userId).includes(role))
  await server.caughtUp()
  await until('nothing to be doubted', () => givenBypass(services(), server.guildId, honest.userId) === undefined)
  await honest.rest('PATCH', path(`/members/@me`), { nick: 'Honest' })
  await remove(honest, rooms)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('a member about whom nothing is known but a changed name keeps it', async () => {
  const role = await begin()
  const quiet = await server.hire()
  await owner().rest('PUT', path(`/members/${quiet.userId}/roles/${role}`))
  await server.caughtUp()
  await server.app.restart()
  await until('everybody to be known', () => currentPowers(services(), server.guildId))
  await quiet.rest('PATCH', path('/members/@me'), { nick: 'Quiet' })
  await server.caughtUp()
  expect(givenBypass(services(), server.guildId, quiet.userId)).toBeUndefined()
})

test('what people do with power from an onboarding question adds up with what its author does', async () => {
  server = await guardedServer({ autoRecovery: false })
  const { id: keeper } = await owner().rest<{ id: string }>('POST', path('/roles'), {
    name: 'Rooms',
    permissions: '16',
  })
  const rooms = await server.make('channels', 4)
  const giver = await server.hire('Admin')
  await giver.rest('PUT', path('/onboarding'), {
    prompts: [question(keeper)],
    default_channel_ids: [],
    enabled: false,
    mode: 0,
  })
  const guest = await server.hire()
  await server.caughtUp()
  give(guest.userId, keeper)
  await server.caughtUp()
  await remove(giver, rooms.slice(0, 2))
  await remove(guest, rooms.slice(2, 4))
  expect(await until('the ban', () => server.isBanned(guest.userId))).toBe(true)
})
