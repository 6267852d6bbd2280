// @module-tag long
import moderation from '#features/moderation/contract.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { type Member, textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventsOf } from '../incidents/incidents.ts'
import { undoPunishment } from './punish/undo.ts'

/** An attacker who has the bot do it: Discord's audit log names only the bot. */

let server: GuardedServer
let ahead = 0
beforeEach(() => {
  ahead = 0
})
afterEach(() => server.app.close())

const start = async (...patch: Parameters<typeof guardedServer>) => {
  const [settings, options] = patch
  server = await guardedServer(settings, { now: () => Date.now() + ahead, ...options })
}
const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')
const moderator = () => server.app.as('moderator')
const order = async (by: Member, text: string) =>
  textOf(await server.app.answerTo(await by.say(server.app.channel('general'), text)))
const later = (ms: number) => {
  ahead += ms
  server.app.sandbox.advance(ms)
}
const minuteMs = 60_000

test('a mass ban of old members is refused as a whole, and the person who ordered it is stopped', async () => {
  await start()
  const old = server.oldMembers(30)
  const told = await order(moderator(), `.massban ${old.join(' ')} bye`)
  expect(told).toContain('Anti-nuke has stopped you here (incident 1)')
  expect(await until('the ban', () => server.isBanned(moderator().userId))).toBe(true)
  const incident = await server.settled()
  expect(incident).toMatchObject({ state: 'contained', module: 'anti_ban', actorId: moderator().userId })
  expect([...server.world().bans.keys()]).toEqual([moderator().userId])
  const stop = eventsOf(server.app.product.services, incident).map(({ parts }) => JSON.stringify(parts))
  expect(stop.some(text => text.includes('They told me to do it, and I refused.'))).toBe(true)
})

test('bans ordered one by one are stopped before the limit, and lifted', async () => {
  await start()
  const old = server.oldMembers(8)
  for (const id of old) {
    const said = await moderator()
      .say(server.app.channel('general'), `.ban ${id} bye`)
      .catch(() => undefined)
    if (!said) break
    await server.app.answerTo(said)
  }
  expect(await until('the ban', () => server.isBanned(moderator().userId))).toBe(true)
  const incident = await server.settled()
  const noted = eventsOf(server.app.product.services, incident).filter(({ lane }) => lane === 'attack')
  expect(noted).toHaveLength(4)
  expect(JSON.stringify(noted[0]?.parts)).toContain('through me.')
  await until('their bans to be lifted', () => server.world().bans.size === 1)
})

test('what the bot does one by one stops halfway, and what it has done is lifted', async () => {
  await start()
  const bot = server.world().roles.get(server.role('Palisade'))
  // Without Manage Server, Discord accepts no bulk bans.
  await owner().rest('PATCH', path(`/roles/${bot?.id}`), {
    permissions: String(BigInt(bot?.permissions ?? '0') & ~(1n << 5n)),
  })
  await server.caughtUp()
  const told = await order(moderator(), `.massban ${server.oldMembers(12).join(' ')} bye`)
  expect(told).toContain('Banned 4 of 12')
  expect(told).toContain('Not banned:')
  await server.settled()
  await until('only the moderator to be banned', () => [...server.world().bans.keys()].join() === moderator().userId)
})

test('B2: sixty raiders who have just joined are banned by one command', async () => {
  await start()
  const { context } = server.app.sandbox
  const raiders = Array.from({ length: 60 }, () => {
    const id = createAccount(context, 'raider')
    joinGuild(context, id, server.guildId)
    return id
  })
  await server.caughtUp()
  expect(await order(moderator(), `.massban ${raiders.join(' ')} raid`)).toContain('Banned 60 of 60')
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  expect(server.isMember(moderator().userId)).toBe(true)
})

test('the owner, extra owners and whitelisted people may, and an allowance of the whitelist ends', async () => {
  await start()
  const [extra, trusted, limited] = [await server.hire('Admin'), await server.hire('Admin'), await server.hire('Admin')]
  server.set({
    extraOwners: [extra.userId],
    whitelist: [trusted.userId, limited.userId],
    allowances: [{ id: limited.userId, perHour: 8, expiresAt: null }],
  })
  for (const who of [owner(), extra, trusted])
    expect(await order(who, `.massban ${server.oldMembers(9).join(' ')} bye`)).toContain('Banned 9 of 9')
  expect(await order(limited, `.massban ${server.oldMembers(8).join(' ')} bye`)).toContain('Banned 8 of 8')
  expect(server.incidents()).toEqual([])
  expect(await order(limited, `.ban ${server.oldMembers(1)[0]} bye`)).toContain('Anti-nuke has stopped you')
  expect(await until('the ban', () => server.isBanned(limited.userId))).toBe(true)
})

test('slow orders count for the hour, also across a restart', async () => {
  await start({ autoRecovery: false })
  const old = server.oldMembers(16)
  for (const [place, id] of old.entries()) {
    later(2 * minuteMs)
    const said = await moderator()
      .say(server.app.channel('general'), `.ban ${id} bye`)
      .catch(() => undefined)
    if (!said) break
    await server.app.answerTo(said)
    if (place === 7) await server.app.restart()
  }
  expect(await until('the ban', () => server.isBanned(moderator().userId))).toBe(true)
  expect(server.isBanned(old[13] ?? '')).toBe(true)
  expect(server.isBanned(old[14] ?? '')).toBe(false)
  expect(server.isBanned(old[15] ?? '')).toBe(false)
})

test('orders and what the same people do by hand add up', async () => {
  await start({ autoRecovery: false })
  const old = server.oldMembers(5)
  for (const id of old.slice(0, 2)) await order(moderator(), `.ban ${id} bye`)
  for (const id of old.slice(2, 4)) await moderator().rest('PUT', path(`/bans/${id}`))
  await server.caughtUp()
  expect(await order(moderator(), `.ban ${old[4]} bye`)).toContain('Anti-nuke has stopped you')
  expect(await until('the ban', () => server.isBanned(moderator().userId))).toBe(true)
})

test('somebody who could not do it without the bot is stopped like everybody else, and no longer obeyed', async () => {
  await start({ punishment: 'TIMEOUT', autoRecovery: false })
  const { services } = server.app.product
  // Kicks only: the third warning is a ban by the server's own rule.
  const { id: role } = await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Warden', permissions: '2' })
  services.settings.write(
    server.guildId,
    moderation,
    { maxWarn: 1, maxWarnAction: 'ban' },
    { userId: null, via: 'test' },
  )
  const warden = await server.hire()
  await owner().rest('PUT', path(`/members/${warden.userId}/roles/${role}`))
  await server.caughtUp()
  const old = server.oldMembers(6)
  const answers: string[] = []
  for (const id of old) {
    const said = await warden.say(server.app.channel('general'), `.warn ${id} bye`).catch(() => undefined)
    if (said) answers.push(textOf(await server.app.answerTo(said)))
  }
  const incident = await server.settled()
  expect(incident).toMatchObject({ state: 'contained', actorId: warden.userId })
  expect(old.filter(id => server.isBanned(id))).toHaveLength(4)
  expect(server.isMember(warden.userId)).toBe(true)
  const guild = await services.client.guilds.fetch(server.guildId)
  expect(services.access.suspension(guild, warden.userId)).toContain('incident 1')
  await undoPunishment(services, incident, { id: owner().userId, name: 'owner' })
  expect(services.access.suspension(guild, warden.userId)).toBeUndefined()
  await until('the timeout to be lifted', () => !guild.members.cache.get(warden.userId)?.isCommunicationDisabled())
  expect(await order(warden, `.warn ${server.oldMembers(1)[0]} bye`)).toContain('was warned')
})

test('what Discord refuses costs nothing', async () => {
  await start()
  const old = server.oldMembers(2)
  const { conditions } = server.app.sandbox.context
  for (let times = 0; times < 7; times += 1) {
    conditions.failNext = { count: 1, status: 400, route: 'PUT /guilds/:guild_id/bans/:user_id' }
    await order(moderator(), `.ban ${old[0]} bye`)
  }
  expect(await order(moderator(), `.ban ${old[1]} bye`)).toContain('was banned for good')
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('the dashboard is closed to somebody who was stopped until that is taken back', async () => {
  await start({ punishment: 'TIMEOUT', autoRecovery: false })
  const admin = server.app.as('rogue')
  const visitor = await server.app.signIn('rogue')
  const call = () => visitor.call('POST', `/api/guild/${server.guildId}/basic`, { statsUpdate: true, ranking: 'on' })
  expect((await call()).status).toBe(200)
  const rooms = await server.make('channels', 3)
  for (const id of rooms) await admin.rest('DELETE', `/channels/${id}`).catch(() => undefined)
  await server.settled()
  // Another bot gives them their role back at once, or they kept access that the owner gave them.
  const answer = await call()
  expect(answer.status).toBe(403)
  expect(JSON.stringify(answer.body)).toContain('Anti-nuke has stopped you here')
})

test('old members whom an attacker banned within the hour before are unbanned, whether banned by hand or through the bot', async () => {
  await start()
  const rogue = server.app.as('rogue')
  const [byHand, ordered, long] = server.oldMembers(3) as [string, string, string]
  await rogue.rest('PUT', path(`/bans/${long}`))
  await server.caughtUp()
  later(70 * minuteMs)
  await rogue.rest('PUT', path(`/bans/${byHand}`))
  await order(rogue, `.ban ${ordered} bye`)
  later(40 * minuteMs)
  for (const id of await server.make('channels', 3))
    await rogue.rest('DELETE', `/channels/${id}`).catch(() => undefined)
  await server.settled()
  await until('their bans to be lifted', () => !server.isBanned(byHand) && !server.isBanned(ordered))
  // What they did longer ago was not taken for an attack.
  expect(server.isBanned(long)).toBe(true)
})

test('emojis that somebody has the bot delete count as if they deleted them, and the remaining ones stay', async () => {
  await start({ limits: { anti_guild_update: { minute: 1, hour: 8 } } })
  const png = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')}`
  const ids: string[] = []
  for (let number = 0; number < 20; number += 1)
    ids.push((await owner().rest<{ id: string }>('POST', path('/emojis'), { name: `kiln_${number}`, image: png })).id)
  await server.caughtUp()
  const admin = await server.app.signIn('admin')
  const remove = async (some: string[]) =>
    (await admin.call('POST', `/api/guild/${server.guildId}/emojis/remove`, { ids: some, confirm: some.length }))
      .body as { removed?: string[]; left?: { why: string }[] }
  const first = await remove(ids.slice(0, 10))
  const second = await remove(ids.slice(10))
  const left = [...(first.left ?? []), ...(second.left ?? [])]
  expect(left.length).toBeGreaterThan(0)
  expect(left.map(({ why }) => why).join(' ')).toContain('Anti-nuke')
  expect(server.world().emojis.size).toBeGreaterThan(0)
  const incident = await server.settled()
  expect(incident).toMatchObject({ module: 'anti_guild_update', actorId: server.app.as('admin').userId })
})
