// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { createTicketDesk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import { isStranger } from './membership.ts'

let server: GuardedServer
afterEach(() => server.app.close())

const path = (more: string) => `/guilds/${server.guildId}${more}`
const owner = () => server.app.as('owner')

test('B1: staff rearrange thirty channels', async () => {
  server = await guardedServer()
  const admin = server.app.as('admin')
  const [category = ''] = await server.make('channels', 1, 'category')
  await owner().rest('PATCH', `/channels/${category}`, { name: 'workshop' })
  const rooms = await server.make('channels', 30)
  for (const [place, id] of rooms.entries()) {
    server.app.sandbox.advance(20_000)
    await admin.rest('PATCH', `/channels/${id}`, { name: `kiln-${place}`, topic: 'Firing' })
    await admin.rest('PUT', `/channels/${id}/permissions/${server.role('Regular')}`, {
      type: 0,
      allow: '0',
      deny: '2048',
    })
    if (place < 2) await admin.rest('DELETE', `/channels/${id}`)
  }
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('B2: a moderator bans forty raiders', async () => {
  server = await guardedServer()
  const { context } = server.app.sandbox
  const raiders = Array.from({ length: 40 }, () => {
    const id = createAccount(context, 'raider')
    joinGuild(context, id, server.guildId)
    return id
  })
  await server.caughtUp()
  for (const id of raiders) await server.app.as('moderator').rest('PUT', path(`/bans/${id}`))
  expect(server.world().bans.size).toBe(40)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('B2: the same with the bot’s own command, which Discord reports without a name', async () => {
  server = await guardedServer()
  const ids = server.oldMembers(12)
  const said = await server.app.as('owner').say(server.app.channel('general'), `.massban ${ids.join(' ')} raid`)
  await server.app.answerTo(said)
  await until('the bans', () => server.world().bans.size === 12)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('B3: a bot gives five hundred roles', async () => {
  server = await guardedServer()
  const tally = server.asBot('Tally')
  await owner().rest('PUT', path(`/members/${tally.userId}/roles/${server.role('Admin')}`))
  const people = server.oldMembers(500)
  for (let from = 0; from < people.length; from += 50)
    await Promise.all(
      people
        .slice(from, from + 50)
        .map(id => tally.rest('PUT', path(`/members/${id}/roles/${server.role('Regular')}`))),
    )
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('B4: a template is imported', async () => {
  server = await guardedServer()
  const tally = server.asBot('Tally')
  await owner().rest('PUT', path(`/members/${tally.userId}/roles/${server.role('Admin')}`))
  for (let place = 0; place < 30; place += 1)
    await tally.rest('POST', path('/roles'), { name: `Role ${place}`, permissions: place < 3 ? '8' : '0' })
  for (let place = 0; place < 40; place += 1) await tally.rest('POST', path('/channels'), { name: `room-${place}` })
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('B5: a ticket bot opens and closes its channels', async () => {
  server = await guardedServer()
  const tally = server.asBot('Tally')
  await owner().rest('PUT', path(`/members/${tally.userId}/roles/${server.role('Admin')}`))
  for (let place = 0; place < 40; place += 1) {
    const answer = await tally.rest('POST', path('/channels'), { name: `ticket-${place}` })
    const { id } = (await answer.json()) as { id: string }
    await tally.rest('PUT', `/channels/${id}/permissions/${server.app.as('member1').userId}`, {
      type: 1,
      allow: '1040',
      deny: '0',
    })
    await tally.rest('PATCH', `/channels/${id}`, { name: `closed-${place}` })
    await tally.rest('DELETE', `/channels/${id}`)
  }
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('B5: tickets that are closed before Discord has reported their opening are nobody’s loss', async () => {
  server = await guardedServer()
  const { conditions } = server.app.sandbox.context
  const tally = server.asBot('Tally')
  await owner().rest('PUT', path(`/members/${tally.userId}/roles/${server.role('Admin')}`))
  for (let place = 0; place < 6; place += 1) {
    conditions.auditLagMs = 1500
    const answer = await tally.rest('POST', path('/channels'), { name: `ticket-${place}` })
    const { id } = (await answer.json()) as { id: string }
    conditions.auditLagMs = 0
    await tally.rest('DELETE', `/channels/${id}`)
  }
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
  expect(server.isMember(tally.userId)).toBe(true)
})

test('B5: a moderator closes and deletes the bot’s own tickets', async () => {
  server = await guardedServer()
  const desk = createTicketDesk(server.app)
  for (const login of ['member1', 'member2', 'member3', 'member4', 'member5', 'member6']) {
    const ticket = await desk.open(login)
    const shown = server.app.shownTo('moderator').length
    await desk.press('moderator', ticket, 'Close')
    await until('the question', () => server.app.shownTo('moderator').length > shown)
    await desk.press('moderator', ticket, 'Close')
    await until('the ticket to be closed', () => desk.now(ticket).closedMessageId !== null)
    await desk.press('moderator', ticket, 'Delete')
    await until('the channel to be gone', () => !server.world().channelIds.has(ticket.channelId ?? ''))
  }
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('B6: Discord’s AutoMod times people out', async () => {
  server = await guardedServer()
  const rule = (await owner().rest('POST', path('/auto-moderation/rules'), {
    name: 'Words',
    event_type: 1,
    trigger_type: 1,
    trigger_metadata: { keyword_filter: ['badword'] },
    actions: [{ type: 1 }, { type: 3, metadata: { duration_seconds: 60 } }],
    enabled: true,
  })) as { id: string }
  expect(rule.id).toBeTruthy()
  for (const login of ['member1', 'member2', 'member3', 'member4', 'member5', 'member6'])
    await server.app
      .as(login)
      .say(server.app.channel('general'), 'a badword')
      .catch(() => undefined)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('a bot gives roles that can do no more than everybody can', async () => {
  server = await guardedServer()
  const tally = server.asBot('Tally')
  await owner().rest('PUT', path(`/members/${tally.userId}/roles/${server.role('Admin')}`))
  const pingers = String(BigInt(server.world().roles.get(server.guildId)?.permissions ?? '0') | (1n << 17n))
  await owner().rest('PATCH', path(`/roles/${server.guildId}`), { permissions: pingers })
  const { id } = await owner().rest<{ id: string }>('POST', path('/roles'), { name: 'Gamer', permissions: pingers })
  await server.caughtUp()
  for (const member of server.oldMembers(10)) await tally.rest('PUT', path(`/members/${member}/roles/${id}`))
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('a moderator bans a list of people who were never members', async () => {
  server = await guardedServer()
  const { services } = server.app.product
  const strangers = Array.from({ length: 30 }, () => createAccount(server.app.sandbox.context, 'elsewhere'))
  await until('all members to be known', () => isStranger(services, server.guildId, strangers[0] ?? ''))
  for (const id of strangers) await server.app.as('moderator').rest('PUT', path(`/bans/${id}`))
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('a moderator deletes the threads of a spammer', async () => {
  server = await guardedServer()
  const at = `/channels/${server.app.channel('general')}/threads`
  const threads: { id: string }[] = []
  for (let place = 0; place < 25; place += 1)
    threads.push(await server.app.as('member3').rest('POST', at, { name: `spam ${place}`, type: 11 }))
  for (const { id } of threads) await server.app.as('moderator').rest('DELETE', `/channels/${id}`)
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('an administrator promotes a team of ten moderators', async () => {
  server = await guardedServer()
  for (const id of server.oldMembers(10))
    await server.app.as('admin').rest('PUT', path(`/members/${id}/roles/${server.role('Moderator')}`))
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('a whitelisted person with an allowance of ten changes twelve topics', async () => {
  server = await guardedServer()
  const trusted = await server.hire('Admin')
  server.set({ whitelist: [trusted.userId], allowances: [{ id: trusted.userId, perHour: 10, expiresAt: null }] })
  for (const id of await server.make('channels', 12))
    await trusted.rest('PATCH', `/channels/${id}`, { topic: 'Firing' })
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})
