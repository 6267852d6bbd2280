// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { renameId } from '#kernel/guilds/rename-id.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { eventsOf } from '../../incidents/incidents.ts'
import { sanctionsOf } from './sanctions.ts'
import { undoPunishment } from './undo.ts'

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')
const services = () => server.app.product.services

test('somebody who was stripped is stripped again when they get their roles back after rejoining, until that is undone', async () => {
  server = await guardedServer({ autoRecovery: false, punishment: 'TIMEOUT' })
  const rogue = await server.hire('Admin')
  await whileAllowed((await server.make('channels', 6)).map(id => () => rogue.rest('DELETE', `/channels/${id}`)))
  await server.settled()
  expect(server.rolesOf(rogue.userId)).toEqual([])
  await rogue.rest('DELETE', `/users/@me/guilds/${server.guildId}`)
  joinGuild(server.app.sandbox.context, rogue.userId, server.guildId)
  await server.asBot('Tally').rest('GET', '/users/@me')
  await owner().rest('PUT', path(`/members/${rogue.userId}/roles/${server.role('Admin')}`))
  await until('the role to be taken again', () => server.rolesOf(rogue.userId).length === 0)
  const [incident] = server.incidents()
  if (!incident) throw new Error('no incident')
  const undone = await undoPunishment(services(), incident, { id: owner().userId, name: 'Mara' })
  expect(undone).toEqual([{ userId: rogue.userId, how: 'undone' }])
  expect(server.rolesOf(rogue.userId)).toEqual([server.role('Admin')])
  expect(server.incidents()[0]?.state).toBe('undone')
  await rogue.rest('DELETE', `/channels/${(await server.make('channels', 1))[0]}`)
  await server.caughtUp()
  expect(server.rolesOf(rogue.userId)).toHaveLength(1)
})

test('a role that was recreated under another id is taken again like the one it replaces', async () => {
  server = await guardedServer({ autoRecovery: false, punishment: 'TIMEOUT' })
  const newRole = async () =>
    (await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Crew', permissions: '8' })).id
  const from = await newRole()
  const rogue = await server.hire('Crew')
  await whileAllowed((await server.make('channels', 6)).map(id => () => rogue.rest('DELETE', `/channels/${id}`)))
  await server.settled()
  await owner().rest('PUT', path(`/members/${rogue.userId}/roles/${server.role('Potter')}`))
  await owner().rest('DELETE', path(`/roles/${from}`))
  const to = await newRole()
  await server.caughtUp()
  renameId(services(), server.guildId, { from, to }, { userId: null, via: 'restored' })
  leaveGuild(server.app.sandbox.context, rogue.userId, server.guildId)
  joinGuild(server.app.sandbox.context, rogue.userId, server.guildId)
  await owner().rest('PUT', path(`/members/${rogue.userId}/roles/${to}`))
  await until('the role to be taken again', () => !server.rolesOf(rogue.userId).includes(to))
  expect(server.rolesOf(rogue.userId)).toEqual([])
})

test('somebody who was timed out gets no power from an invite with which they rejoin; harmless roles stay', async () => {
  server = await guardedServer({ autoRecovery: false, punishment: 'TIMEOUT' })
  await owner().rest('POST', path('/roles'), { name: 'Crew', permissions: '16' })
  await server.caughtUp()
  const rogue = await server.hire('Crew')
  await whileAllowed((await server.make('channels', 6)).map(id => () => rogue.rest('DELETE', `/channels/${id}`)))
  await server.settled()
  const invites = `/channels/${server.app.channel('general')}/invites`
  const given = [server.role('Admin'), server.role('Potter')]
  const { code } = await owner().rest<{ code: string }>('POST', invites, { role_ids: given })
  leaveGuild(server.app.sandbox.context, rogue.userId, server.guildId)
  await rogue.rest('POST', `/invites/${code}`, {})
  await until('the power to be taken', () => !server.rolesOf(rogue.userId).includes(server.role('Admin')))
  expect(server.rolesOf(rogue.userId)).toEqual([server.role('Potter')])
})

test('if Discord does not answer, it is tried again, also by the next process', async () => {
  server = await guardedServer({ autoRecovery: false })
  const rogue = await server.hire('Admin')
  server.app.sandbox.context.conditions.failNext = { count: 1000, status: 502, route: 'PUT /guilds/:guild_id/bans' }
  for (const id of await server.make('channels', 3)) await rogue.rest('DELETE', `/channels/${id}`)
  await until('it to be noticed', () => server.incidents().length === 1)
  await server.app.restart()
  server.app.sandbox.context.conditions.failNext = undefined
  expect(await until('the ban', () => server.isBanned(rogue.userId))).toBe(true)
  await server.settled()
  const [incident] = server.incidents()
  expect(incident && sanctionsOf(services(), incident)).toMatchObject([{ state: 'done', done: 'ban' }])
})

test('if the answer to a kick was lost with the process, it is a case, and the way back is open', async () => {
  server = await guardedServer({ autoRecovery: false, punishment: 'KICK' })
  const rogue = await server.hire('Admin')
  const { context } = server.app.sandbox
  context.conditions.failNext = { count: 1000, status: 502, route: 'DELETE /guilds/:guild_id/members' }
  for (const id of await server.make('channels', 3)) await rogue.rest('DELETE', `/channels/${id}`)
  await until('it to be noticed', () => server.incidents().length === 1)
  leaveGuild(context, rogue.userId, server.guildId)
  await server.app.restart()
  context.conditions.failNext = undefined
  await server.settled()
  const [incident] = server.incidents()
  expect(incident && sanctionsOf(services(), incident)).toMatchObject([{ state: 'done', done: 'kick' }])
  const row = services().db.$client.prepare('SELECT kind, source, target_id FROM moderation_cases').all()
  expect(row).toEqual([{ kind: 'kick', source: 'antinuke', target_id: rogue.userId }])
})

test('a kick cannot be taken back, and that is what people are told', async () => {
  server = await guardedServer({ autoRecovery: false, punishment: 'KICK' })
  const rogue = await server.hire('Admin')
  await whileAllowed((await server.make('channels', 6)).map(id => () => rogue.rest('DELETE', `/channels/${id}`)))
  const incident = await server.settled()
  expect(server.isMember(rogue.userId)).toBe(false)
  const undone = await undoPunishment(services(), incident, { id: owner().userId, name: 'Mara' })
  expect(undone).toEqual([{ userId: rogue.userId, how: 'impossible' }])
  joinGuild(server.app.sandbox.context, rogue.userId, server.guildId)
  const role = server.role('Admin')
  expect(await until('the roles to be back', () => server.rolesOf(rogue.userId).includes(role))).toBe(true)
})

test('it becomes a case, the owner is told once, and nobody is pinged', async () => {
  server = await guardedServer({ autoRecovery: false })
  server.set({ logChannel: server.app.channel('general') })
  const rogue = await server.hire('Admin')
  await whileAllowed((await server.make('channels', 6)).map(id => () => rogue.rest('DELETE', `/channels/${id}`)))
  await server.settled()
  const posted = await until('the log', () =>
    server.app
      .messages(server.app.channel('general'))
      .find(({ embeds }) => embeds[0]?.title === 'An attack was stopped'),
  )
  expect(posted.mentions).toEqual([])
  const row = services().db.$client.prepare('SELECT kind, source, target_id FROM moderation_cases').all()
  expect(row).toEqual([{ kind: 'ban', source: 'antinuke', target_id: rogue.userId }])
  const told = server.app.sandbox.requests().filter(one => one.path === '/users/@me/channels')
  expect(told).toHaveLength(1)
})

test.each([
  ['TIMEOUT', 'timeout', 'untimeout'],
  ['BAN', 'ban', 'unban'],
] as const)(
  'once a punishment is undone (%s), its case is no longer in force, and lifting it is a case',
  async (punishment, kind, lifted) => {
    server = await guardedServer({ autoRecovery: false, punishment })
    const rogue = await server.hire('Admin')
    await whileAllowed((await server.make('channels', 6)).map(id => () => rogue.rest('DELETE', `/channels/${id}`)))
    const incident = await server.settled()
    const cases = () =>
      services().db.$client.prepare('SELECT kind, active, moderator_id FROM moderation_cases ORDER BY number').all()
    await until('the case', () => cases().length === 1)
    const by = { id: owner().userId, name: 'Mara' }
    await undoPunishment(services(), incident, by)
    expect(cases()).toMatchObject([
      { kind, active: 0 },
      { kind: lifted, moderator_id: by.id },
    ])
  },
)

test('invites that give roles, and webhooks that they made, are removed with them', async () => {
  server = await guardedServer({ autoRecovery: false })
  const general = server.app.channel('general')
  const rogue = await server.hire('Admin')
  const invite = (roleIds: string[]) =>
    rogue.rest<{ code: string }>('POST', `/channels/${general}/invites`, { unique: true, role_ids: roleIds })
  const [door, plain] = [await invite([server.role('Regular')]), await invite([])]
  const webhook = await rogue.rest<{ id: string }>('POST', `/channels/${general}/webhooks`, { name: 'Later' })
  await whileAllowed((await server.make('channels', 6)).map(id => () => rogue.rest('DELETE', `/channels/${id}`)))
  await until('the invite to be gone', () => !server.world().invites.has(door.code))
  await until('the webhook to be gone', async () => {
    const left = await owner().rest<{ id: string }[]>('GET', `/channels/${general}/webhooks`)
    return !left.some(one => one.id === webhook.id)
  })
  expect(server.world().invites.has(plain.code)).toBe(true)
})

test('bans of people who had just joined stay, and the incident names them', async () => {
  server = await guardedServer()
  const rooms = await server.make('channels', 4)
  const { context } = server.app.sandbox
  const came = ['raider', 'guest'].map(name => {
    const id = createAccount(context, name)
    joinGuild(context, id, server.guildId)
    return id
  })
  const [old = ''] = server.oldMembers(1)
  await server.caughtUp()
  const rogue = server.app.as('rogue')
  for (const id of [...came, old]) await rogue.rest('PUT', path(`/bans/${id}`))
  await whileAllowed(rooms.map(id => () => rogue.rest('DELETE', `/channels/${id}`)))
  const incident = await server.settled()
  await until('the old ban to be lifted', () => !server.isBanned(old))
  const told = eventsOf(services(), incident).filter(({ parts }) => JSON.stringify(parts).includes('Left 2 bans'))
  expect(told).toHaveLength(1)
  for (const id of came)
    expect([JSON.stringify(told[0]?.parts).includes(id), server.isBanned(id)]).toEqual([true, true])
  expect(JSON.stringify(told[0]?.parts)).not.toContain(old)
})
