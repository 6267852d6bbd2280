// @module-tag long
import { PermissionFlagsBits as P } from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, missed, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { eventsOf } from '../incidents/incidents.ts'
import { sanctionsOf } from './punish/sanctions.ts'
import { sightingsOf } from './sightings.ts'

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')
const services = () => server.app.product.services

test('A1: an administrator who deletes channels is banned at the third one', async () => {
  server = await guardedServer()
  const rogue = server.app.as('rogue')
  const rooms = await server.make('channels', 12)
  await whileAllowed(rooms.map(id => () => rogue.rest('DELETE', `/channels/${id}`)))
  expect(await until('the ban', () => server.isBanned(rogue.userId))).toBe(true)
  const incident = await server.settled()
  expect(incident).toMatchObject({ state: 'contained', module: 'anti_channel', actorId: rogue.userId })
  expect(incident.requestedAt).not.toBeNull()
  expect(eventsOf(services(), incident).filter(({ lane }) => lane === 'attack').length).toBeGreaterThanOrEqual(3)
  await until('every room to be back', () => {
    const { channels } = server.app.sandbox.context.world
    const names = [...server.world().channelIds].map(id => channels.get(id)?.channel.name)
    return rooms.every((_, place) => names.filter(name => name === `room-${place}`).length === 1)
  })
})

test('A2: roles, by somebody who is stripped of roles where the bot may do no more', async () => {
  server = await guardedServer()
  const bot = server.world().roles.get(server.role('Palisade'))
  await owner().rest('PATCH', path(`/roles/${bot?.id}`), {
    permissions: String(BigInt(bot?.permissions ?? '0') & ~6n),
  })
  await server.caughtUp()
  const rogue = await server.hire('Admin')
  const roles = await server.make('roles', 6, 'team', missed)
  await whileAllowed(roles.map(id => () => rogue.rest('DELETE', path(`/roles/${id}`))))
  await until('the roles to be taken', () => server.rolesOf(rogue.userId).length === 0)
  expect(server.isMember(rogue.userId)).toBe(true)
  const incident = await server.settled()
  expect(incident).toMatchObject({ state: 'contained', module: 'anti_role' })
  const visitor = await server.app.signIn('owner')
  const report = await visitor.call('GET', `/api/guild/${server.guildId}/antinuke/incidents/${incident.number}`)
  expect(report.body).toMatchObject({ sanctions: [{ user: { id: rogue.userId }, done: 'strip', roles: 1 }] })
})

test('A3: bulk bans that name nobody punish nobody, and are reported', async () => {
  server = await guardedServer({ autoRecovery: false })
  const rogue = server.app.as('rogue')
  await rogue.rest('POST', path('/bulk-ban'), { user_ids: server.oldMembers(20) })
  expect(await server.settled()).toMatchObject({ state: 'not-stopped', module: 'anti_ban', actorId: null })
  expect(server.isMember(rogue.userId)).toBe(true)
  expect(server.isMember(server.app.as('admin').userId)).toBe(true)
})

test('A3: where Discord names who made a bulk ban, one request is enough', async () => {
  server = await guardedServer({ autoRecovery: false }, { sandbox: { conditions: { bulkBanExecutors: 'shown' } } })
  const rogue = server.app.as('rogue')
  await rogue.rest('POST', path('/bulk-ban'), { user_ids: server.oldMembers(20) })
  expect(await until('the ban', () => server.isBanned(rogue.userId))).toBe(true)
})

test('A3: a prune of thousands is blamed on the person who pruned, not on the one whom Discord names', async () => {
  server = await guardedServer({ autoRecovery: false })
  const rogue = server.app.as('rogue')
  const pruned = server.oldMembers(1100)
  for (const id of pruned) {
    const account = server.app.sandbox.context.world.accounts.get(id)
    if (account) account.lastActive = 0
  }
  await rogue.rest('POST', path('/prune'), { days: 30 })
  expect(await until('the ban', () => server.isBanned(rogue.userId))).toBe(true)
  await server.settled()
  await server.caughtUp()
  expect([...server.world().bans.keys()]).toEqual([rogue.userId])
})

test('A4: a bot that was given the role of administrators is removed, and nobody else', async () => {
  server = await guardedServer({ autoRecovery: false })
  const jukebox = server.asBot('Jukebox')
  await owner().rest('PUT', path(`/members/${jukebox.userId}/roles/${server.role('Admin')}`))
  await server.caughtUp()
  const rooms = await server.make('channels', 8)
  await Promise.all(rooms.map(id => jukebox.rest('DELETE', `/channels/${id}`)))
  expect(await until('the ban', () => server.isBanned(jukebox.userId))).toBe(true)
  expect(server.isMember(server.app.as('admin').userId)).toBe(true)
})

test('A5: somebody who creates channels of one name is banned at the eighth', async () => {
  server = await guardedServer({ autoRecovery: false })
  const rogue = await server.hire('Admin')
  const spam = Array.from({ length: 30 }, () => () => rogue.rest('POST', path('/channels'), { name: 'raided' }))
  await whileAllowed(spam)
  expect(await until('the ban', () => server.isBanned(rogue.userId))).toBe(true)
})

test('A11: what was done while the bot was away is judged when it is back', async () => {
  server = await guardedServer({ autoRecovery: false })
  const rogue = await server.hire('Admin')
  const rooms = await server.make('channels', 4)
  await rogue.rest('DELETE', `/channels/${rooms[0]}`)
  await server.caughtUp()
  await server.app.product.close()
  for (const id of rooms.slice(1)) await rogue.rest('DELETE', `/channels/${id}`)
  await server.app.restart()
  expect(await until('the ban', () => server.isBanned(rogue.userId))).toBe(true)
})

test('A10: what was done while the bot could not view the audit log is judged when it can, also after a restart in between', async () => {
  server = await guardedServer({ autoRecovery: false })
  const { app, guildId } = server
  const role = server.role('Palisade')
  const permissions = String(server.world().roles.get(role)?.permissions)
  const allow = (bits: string) =>
    app.as('owner').rest('PATCH', `/guilds/${guildId}/roles/${role}`, { permissions: bits })
  const canView = () =>
    app.product.services.client.guilds.cache.get(guildId)?.members.me?.permissions.has('ViewAuditLog')
  for (const restarts of [false, true]) {
    const rogue = await server.hire('Admin')
    const rooms = await server.make('channels', 4)
    await server.caughtUp()
    await allow(String(BigInt(permissions) & ~(P.ViewAuditLog | P.Administrator)))
    await until('the bot to see no entries', () => canView() === false)
    for (const id of rooms) await rogue.rest('DELETE', `/channels/${id}`)
    if (restarts) await app.restart()
    await server.caughtUp()
    // It has asked for the audit log in vain.
    await until('what was seen to be given up', () => sightingsOf(services(), guildId).open.size === 0)
    await allow(permissions)
    expect(await until('the ban', () => server.isBanned(rogue.userId))).toBe(true)
  }
})

test('A6: small steps add up: roles that are given power count, @everyone at once', async () => {
  server = await guardedServer({ autoRecovery: false })
  const rogue = server.app.as('rogue')
  await rogue.rest('PATCH', path(`/roles/${server.guildId}`), { permissions: '8' })
  expect(await until('the ban', () => server.isBanned(rogue.userId))).toBe(true)
  await owner().rest('PATCH', path(`/roles/${server.guildId}`), { permissions: '1024' })
  await server.caughtUp()
  const second = await server.hire('Admin')
  const regular = server.role('Regular')
  for (const bits of [2, 6, 22]) await second.rest('PATCH', path(`/roles/${regular}`), { permissions: String(bits) })
  expect(await until('the other ban', () => server.isBanned(second.userId))).toBe(true)
})

test('A7: staying just under the limit for a minute is too much within an hour, also over a restart', async () => {
  server = await guardedServer({ autoRecovery: false, limits: { anti_channel: { minute: 100, hour: 6 } } })
  const rogue = await server.hire('Admin')
  const rooms = await server.make('channels', 6)
  for (const id of rooms.slice(0, 3)) await rogue.rest('DELETE', `/channels/${id}`)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  await server.app.restart()
  for (const id of rooms.slice(3)) await rogue.rest('DELETE', `/channels/${id}`)
  expect(await until('the ban', () => server.isBanned(rogue.userId))).toBe(true)
})

test('A8: several people who attack at once are all stopped, as one incident', async () => {
  server = await guardedServer({ autoRecovery: false })
  const rogues = await Promise.all([1, 2, 3].map(() => server.hire('Admin')))
  const rooms = await server.make('channels', 15)
  await Promise.all(
    rogues.map((rogue, place) =>
      whileAllowed(rooms.slice(place * 5, place * 5 + 5).map(id => () => rogue.rest('DELETE', `/channels/${id}`))),
    ),
  )
  await until('all bans', () => rogues.every(({ userId }) => server.isBanned(userId)))
  await server.settled()
  expect(server.incidents()).toHaveLength(1)
})

test('A9: a whitelisted person may do as much as they were allowed, and no more', async () => {
  server = await guardedServer({ autoRecovery: false })
  const trusted = await server.hire('Admin')
  const limited = await server.hire('Admin')
  const ended = await server.hire('Admin')
  server.set({
    whitelist: [trusted.userId, limited.userId, ended.userId],
    allowances: [
      { id: limited.userId, perHour: 4, expiresAt: null },
      { id: ended.userId, perHour: null, expiresAt: Date.now() - 1000 },
    ],
  })
  const rooms = await server.make('channels', 15)
  for (const id of rooms.slice(0, 6)) await trusted.rest('DELETE', `/channels/${id}`)
  for (const id of rooms.slice(6, 10)) await limited.rest('DELETE', `/channels/${id}`)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  await limited.rest('DELETE', `/channels/${rooms[10]}`)
  expect(await until('the ban', () => server.isBanned(limited.userId))).toBe(true)
  await whileAllowed(rooms.slice(11).map(id => () => ended.rest('DELETE', `/channels/${id}`)))
  expect(await until('the other ban', () => server.isBanned(ended.userId))).toBe(true)
  expect(server.isMember(trusted.userId)).toBe(true)
})

test('A12: entries without a name punish nobody; entries that come twice count once', async () => {
  server = await guardedServer(
    { autoRecovery: false },
    { sandbox: { conditions: { auditTrouble: { jitterMs: 0, lost: 0, doubled: 1, nameless: 0 } } } },
  )
  const rogue = await server.hire('Admin')
  const rooms = await server.make('channels', 8)
  for (const id of rooms.slice(0, 2)) await rogue.rest('DELETE', `/channels/${id}`)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  server.app.sandbox.context.conditions.auditTrouble = { jitterMs: 0, lost: 0, doubled: 0, nameless: 1 }
  for (const id of rooms.slice(2, 6)) await rogue.rest('DELETE', `/channels/${id}`)
  expect(await server.settled()).toMatchObject({ state: 'not-stopped', actorId: null })
  expect(server.isMember(rogue.userId)).toBe(true)
})

test('A12: where entries do not arrive, Discord is asked once, and names who it was', async () => {
  server = await guardedServer(
    { autoRecovery: false },
    { sandbox: { conditions: { auditTrouble: { jitterMs: 0, lost: 1, doubled: 0, nameless: 0 } } } },
  )
  const rogue = await server.hire('Admin')
  const rooms = await server.make('channels', 4)
  const asked = () =>
    server.app.sandbox.requests().filter(one => one.path.endsWith('/audit-logs?limit=100') && one.status === 200).length
  const before = asked()
  for (const id of rooms) await rogue.rest('DELETE', `/channels/${id}`)
  expect(await until('the ban', () => server.isBanned(rogue.userId))).toBe(true)
  expect(asked() - before).toBe(1)
})

test('the owner is told about somebody above the bot, who is not attempted again with every channel', async () => {
  server = await guardedServer({ autoRecovery: false })
  const above = await server.hire('Keeper')
  const rooms = await server.make('channels', 8)
  for (const [place, id] of rooms.entries()) {
    // Longer than what they did before can take to arrive.
    if (place > 4) server.app.sandbox.advance(20_000)
    await above.rest('DELETE', `/channels/${id}`)
  }
  await server.caughtUp()
  expect(await server.settled()).toMatchObject({ state: 'not-stopped' })
  const attempts = server.app.sandbox
    .requests()
    .filter(one => one.method !== 'GET' && one.path.includes(above.userId) && !one.path.includes('/roles/'))
  expect(attempts).toEqual([])
  const incident = await server.settled()
  expect(sanctionsOf(services(), incident)).toHaveLength(1)
})

test('a webhook that pings everyone is deleted', async () => {
  server = await guardedServer({ autoRecovery: false })
  const general = server.app.channel('general')
  const { id, token } = await owner().rest<{ id: string; token: string }>('POST', `/channels/${general}/webhooks`, {
    name: 'News',
  })
  for (const place of [1, 2, 3])
    await owner().rest('POST', `/webhooks/${id}/${token}`, {
      content: `@everyone ${place}`,
      allowed_mentions: { parse: ['everyone'] },
    })
  const gone = await until('the webhook to be gone', async () => {
    const left = await owner().rest<{ id: string }[]>('GET', `/channels/${general}/webhooks`)
    return !left.some(one => one.id === id)
  })
  expect(gone).toBe(true)
})
