// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { forgetUser } from '#kernel/guilds/forget.ts'
import { type GuardedServer, guardedServer, missed, whileAllowed } from '#test/antinuke.ts'
import type { Member } from '#test/member.ts'
import { until } from '#test/until.ts'
import { isKnown } from '../journal/record.ts'
import { recoveryOf } from '../recovery/progress.ts'
import { undoPunishment } from './punish/undo.ts'
import { rosterOf } from './roster.ts'
import { antinukeBypassHolders } from './table.ts'

/** For whom the bypass role counts, whatever happens to the role and its holders. */

let server: GuardedServer
afterEach(() => server.app.close())

const owner = () => server.app.as('owner')
const path = (more: string) => `/guilds/${server.guildId}${more}`
const remove = (who: Member, rooms: readonly string[]) =>
  whileAllowed(rooms.map(id => () => who.rest('DELETE', `/channels/${id}`)))

/** A bypass role, one holder who got it from the owner, and one who got it from an administrator. */
async function begin(): Promise<{ role: string; honest: Member; accomplice: Member }> {
  server = await guardedServer()
  await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
  const role = await server.makeBypassRole()
  const [honest, accomplice, giver] = [
    await server.hire('Admin'),
    await server.hire('Admin'),
    await server.hire('Admin'),
  ] as const
  await giver.rest('PUT', path(`/members/${accomplice.userId}/roles/${role}`))
  await owner().rest('PUT', path(`/members/${honest.userId}/roles/${role}`))
  await server.caughtUp()
  return { role, honest, accomplice }
}

test('a role that was deleted and recreated counts for the same people as before, and for nobody else', async () => {
  const { role, honest, accomplice } = await begin()
  const rooms = await server.make('channels', 14)
  const rogue = server.app.as('rogue')
  await rogue.rest('DELETE', path(`/roles/${role}`))
  await remove(rogue, rooms.slice(0, 4))
  await server.settled()
  await until('the recovery', () => recoveryOf(server.app.product.services, server.guildId, 1)?.state === 'done')
  const back = server.role('Bypass')
  expect(back).not.toBe(role)
  await until('both to hold it', () =>
    [honest, accomplice].every(({ userId }) => server.rolesOf(userId).includes(back)),
  )
  await server.caughtUp()
  await remove(honest, rooms.slice(4, 9))
  await server.caughtUp()
  expect(server.incidents()).toHaveLength(1)
  expect(server.isMember(honest.userId)).toBe(true)
  await remove(accomplice, rooms.slice(9))
  expect(await until('the ban', () => server.isBanned(accomplice.userId))).toBe(true)
})

test('nobody gains by being forgotten, and nothing names them afterwards', async () => {
  const { accomplice } = await begin()
  server.set({ autoRecovery: false })
  const { services } = server.app.product
  const { userId } = accomplice
  forgetUser(services, userId)
  expect(JSON.stringify(services.db.select().from(antinukeBypassHolders).all())).not.toContain(userId)
  await server.app.restart()
  await until('them to be known', () => rosterOf(server.app.product.services, server.guildId).people.has(userId))
  await remove(accomplice, await server.make('channels', 8))
  expect(await until('the ban', () => server.isBanned(userId))).toBe(true)
})

test('taking back a punishment gives the role back on the same terms as before', async () => {
  const { honest, accomplice } = await begin()
  server.set({ autoRecovery: false, punishment: 'KICK', modulePunishments: { anti_role: 'TIMEOUT' } })
  const { services } = server.app.product
  const teams = await server.make('roles', 8, 'team', missed)
  await server.caughtUp()
  for (const [place, who] of [honest, accomplice].entries()) {
    const theirs = teams.slice(place * 4, place * 4 + 4)
    await whileAllowed(theirs.map(id => () => who.rest('DELETE', path(`/roles/${id}`))))
    const { number } = await server.settled(place + 1)
    await undoPunishment(services, { guildId: server.guildId, number }, { id: owner().userId, name: 'Owner' })
    await until('the role to be back', () => server.rolesOf(who.userId).includes(server.role('Admin')))
  }
  await server.caughtUp()
  const rooms = await server.make('channels', 12)
  await remove(honest, rooms.slice(0, 5))
  await server.caughtUp()
  expect(server.incidents()).toHaveLength(2)
  await remove(accomplice, rooms.slice(5))
  await until('a third incident', () => server.incidents().length === 3)
})

test('somebody whom an attacker removed holds it as before once they rejoin', async () => {
  server = await guardedServer()
  await until('the members to be known', () => isKnown(server.app.product.services, server.guildId, 'member'))
  const role = await server.makeBypassRole('16')
  const honest = await server.hire()
  await owner().rest('PUT', path(`/members/${honest.userId}/roles/${role}`))
  await server.caughtUp()
  const rooms = await server.make('channels', 9)
  const rogue = server.app.as('rogue')
  await rogue.rest('DELETE', path(`/members/${honest.userId}`))
  await remove(rogue, rooms.slice(0, 4))
  await server.settled()
  await until('the recovery', () => recoveryOf(server.app.product.services, server.guildId, 1)?.state === 'done')
  joinGuild(server.app.sandbox.context, honest.userId, server.guildId)
  await until('the role to be back', () => server.rolesOf(honest.userId).includes(role))
  await server.caughtUp()
  await remove(honest, rooms.slice(4))
  await server.caughtUp()
  expect(server.incidents()).toHaveLength(1)
  expect(server.isMember(honest.userId)).toBe(true)
})
