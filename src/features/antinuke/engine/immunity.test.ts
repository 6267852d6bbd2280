// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, missed, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')

test.each([
  ['the owner', () => owner()],
  ['an extra owner', () => server.app.as('admin')],
])('%s may do anything', async (_who, who) => {
  server = await guardedServer()
  server.set({ extraOwners: [server.app.as('admin').userId] })
  for (const id of await server.make('channels', 6)) await who().rest('DELETE', `/channels/${id}`)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('the bypass role lets its holders do what it says, and nothing else', async () => {
  server = await guardedServer({ autoRecovery: false })
  await server.makeBypassRole()
  const holder = await server.hire('Admin', 'Bypass')
  for (const room of await server.make('channels', 6)) await holder.rest('DELETE', `/channels/${room}`)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  await whileAllowed(
    (await server.make('roles', 5, 'team', missed)).map(role => () => holder.rest('DELETE', path(`/roles/${role}`))),
  )
  expect(await until('the ban', () => server.isBanned(holder.userId))).toBe(true)
})

test('somebody who gives themselves the bypass role is stopped, and somebody to whom they give it is still counted', async () => {
  server = await guardedServer({ autoRecovery: false })
  const id = await server.makeBypassRole()
  const [giver, friend, greedy] = [
    await server.hire('Admin'),
    await server.hire('Admin'),
    await server.hire('Admin'),
  ] as const
  await giver.rest('PUT', path(`/members/${friend.userId}/roles/${id}`))
  const rooms = await server.make('channels', 6)
  await whileAllowed(rooms.map(room => () => friend.rest('DELETE', `/channels/${room}`)))
  expect(await until('the ban', () => server.isBanned(friend.userId))).toBe(true)
  expect(server.isMember(giver.userId)).toBe(true)
  await greedy.rest('PUT', path(`/members/${greedy.userId}/roles/${id}`))
  expect(await until('the other ban', () => server.isBanned(greedy.userId))).toBe(true)
})

test.each(['a member', 'an invite'])(
  'the bypass role by %s exempts nobody, even a day later, until an owner gives it',
  async how => {
    let ahead = 0
    server = await guardedServer({ autoRecovery: false }, { now: () => Date.now() + ahead })
    const id = await server.makeBypassRole('16')
    const giver = await server.hire('Admin')
    const friend = how === 'a member' ? await server.hire() : server.app.as('stranger')
    if (how === 'a member') await giver.rest('PUT', path(`/members/${friend.userId}/roles/${id}`))
    else {
      const invite = { role_ids: [id], max_age: 600, unique: true }
      const at = `/channels/${server.app.channel('general')}/invites`
      const { code } = await giver.rest<{ code: string }>('POST', at, invite)
      await friend.rest('POST', `/invites/${code}`, {})
    }
    await server.caughtUp()
    expect(server.rolesOf(friend.userId)).toContain(id)
    ahead = 25 * 3_600_000
    await server.app.product.services.scheduler.tick()
    await server.app.restart()
    const rooms = await server.make('channels', 12)
    await whileAllowed(rooms.slice(0, 6).map(room => () => friend.rest('DELETE', `/channels/${room}`)))
    expect(await until('the ban', () => server.isBanned(friend.userId))).toBe(true)
    const trusted = await server.hire()
    await giver.rest('PUT', path(`/members/${trusted.userId}/roles/${id}`))
    await server.caughtUp()
    await owner().rest('DELETE', path(`/members/${trusted.userId}/roles/${id}`))
    await owner().rest('PUT', path(`/members/${trusted.userId}/roles/${id}`))
    await server.caughtUp()
    for (const room of rooms.slice(6)) await trusted.rest('DELETE', `/channels/${room}`)
    await server.caughtUp()
    expect(server.isMember(trusted.userId)).toBe(true)
  },
)
