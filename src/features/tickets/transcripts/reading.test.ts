// @module-tag long
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { closedBy, sayIn } from '#test/transcripts.ts'
import { until } from '#test/until.ts'
import { attachmentsOf, countMessages } from '../record/rows.ts'
import type { ListedTranscript } from './contract.ts'
import { ticketTranscripts } from './table.ts'

let harness: Harness
let desk: Desk
let clock: number
const openServer = serverPerTest({ now: () => clock })
beforeEach(async () => {
  clock = Date.now()
  harness = await openServer()
  desk = createTicketDesk(harness)
})

const services = () => harness.product.services
const under = (rest = '', guildId = harness.guildId) => `/api/guild/${guildId}/tickets/transcripts${rest}`

test('only the opener, the team and managers read it, as long as they are that; no other server does', async () => {
  const ticket = await desk.open('member1')
  await sayIn(desk, 'member1', ticket, 'secret', [new File(['x'], 'secret.txt')])
  await until('the file', () => attachmentsOf(services(), ticket).some(one => one.state === 'kept'))
  const made = await closedBy(desk, ticket)
  const [file] = attachmentsOf(services(), ticket)
  const addresses = [
    '',
    `/${made.id}`,
    `/${made.id}/read`,
    `/${made.id}/download`,
    `/${made.id}/attachments/${file?.id}`,
  ]
  const tried = async (login: string) => {
    const visitor = await harness.signIn(login)
    return async (guildId = harness.guildId) => {
      const statuses = []
      for (const address of addresses) statuses.push((await visitor.call('GET', under(address, guildId))).status)
      return statuses
    }
  }
  const opener = await tried('member1')
  const team = await tried('moderator')
  const owner = await tried('owner')
  const other = await tried('member2')
  expect(await opener()).toEqual(addresses.map(() => 200))
  // Opened signed out from a direct message's link, it asks for the sign-in and then returns to the transcript.
  const signedOut = harness.visitor()
  const place = under(`/${made.id}/read`)
  const opened = { 'sec-fetch-dest': 'document' }
  const asked = await signedOut.call('GET', place, undefined, opened)
  expect([asked.status, asked.headers.get('location')]).toEqual([302, `/login?back=${encodeURIComponent(place)}`])
  expect((await signedOut.call('GET', place)).status).toBe(401)
  expect((await signedOut.call('GET', under(`/${made.id}`), undefined, opened)).status).toBe(401)
  expect(await team()).toEqual(addresses.map(() => 200))
  expect(await owner()).toEqual(addresses.map(() => 200))
  expect(await other()).toEqual(addresses.map(() => 403))

  // The opener of one ticket reads only that one.
  const second = await desk.open('member2')
  const theirs = await closedBy(desk, second)
  const member2 = await harness.signIn('member2')
  expect(await other()).toEqual([200, 403, 403, 403, 403])
  expect((await member2.call('GET', under())).body).toMatchObject({ total: 1, transcripts: [{ id: theirs.id }] })
  expect((await member2.call('GET', under(`/${theirs.id}/attachments/${file?.id}`))).status).toBe(404)
  expect((await member2.call('GET', under(`/${theirs.id}/readers`))).status).toBe(403)
  expect((await member2.call('DELETE', under(`/${theirs.id}`), {})).status).toBe(403)

  await harness
    .as('owner')
    .rest('PATCH', `/guilds/${harness.guildId}/members/${harness.as('moderator').userId}`, { roles: [] })
  await until('the role to be gone', async () => (await team())[1] === 403)
  expect(await team()).toEqual(addresses.map(() => 403))

  const elsewhere = [...harness.sandbox.context.world.guilds.values()].find(
    ({ guild }) => guild.name === 'Northwind Climbers',
  )?.guild.id
  if (elsewhere === undefined) throw new Error('no other server')
  // In that server, the owner of this one is only the opener of a ticket.
  const row = { guildId: elsewhere, ticketId: 999, number: 1, panelId: 'x', panelTitle: 'x', createdAt: 1, size: 1 }
  const own = { ...row, id: 'a'.repeat(32), openerId: harness.as('owner').userId, messages: 0 }
  services().db.insert(ticketTranscripts).values(own).run()
  expect(await owner(elsewhere)).toEqual([200, 404, 404, 404, 404])
})

test('a person who may not read it and opens its URL in a tab gets a page that says so', async () => {
  const ticket = await desk.open('member1')
  const { id } = await closedBy(desk, ticket)
  const member2 = await harness.signIn('member2')
  const opened = { 'sec-fetch-dest': 'document' }
  for (const rest of ['/read', '/download', '/attachments/1']) {
    const { status, body, headers } = await member2.call('GET', under(`/${id}${rest}`), undefined, opened)
    expect([rest, status, headers.get('content-type')]).toEqual([rest, 403, 'text/html; charset=utf-8'])
    expect(body).toContain('<h1>You may not see this</h1>')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await member2.call('GET', under(`/${id}${rest}`))).body).toMatchObject({ success: false })
  }
})

test('people mentioned in a ticket are shown by name, even if they never wrote in it', async () => {
  const ticket = await desk.open('member1')
  await sayIn(desk, 'moderator', ticket, `Hello <@${ticket.openerId}>`)
  await until('it to be recorded', () => countMessages(services(), ticket) > 0)
  const moderator = await harness.signIn('moderator')
  const live = `/api/guild/${harness.guildId}/tickets/ticket/${ticket.id}/messages`
  const name = ticket.openerName ?? ''
  expect((await moderator.call('GET', live)).body).toMatchObject({
    names: { users: { [ticket.openerId ?? '']: name } },
  })
  const { id } = await closedBy(desk, ticket)
  const { body } = await moderator.call('GET', under(`/${id}/download?format=txt`))
  expect(body).toContain(`Hello @${name}`)
  expect(body).not.toContain('<@')
})

test('a name that changes the text direction does not affect what follows it in a transcript', async () => {
  const mara = harness.as('member1')
  const user = harness.sandbox.context.world.accounts.get(mara.userId)?.user
  if (!user) throw new Error('no account')
  const { global_name: before } = user
  onTestFinished(() => void (user.global_name = before))
  user.global_name = 'Mara \u202Eetar'
  const ticket = await desk.open('member1')
  await sayIn(desk, 'member1', ticket, 'here')
  await sayIn(desk, 'moderator', ticket, `<@${mara.userId}> thank you`)
  const made = await closedBy(desk, ticket)
  const owner = await harness.signIn('owner')
  const page = String((await owner.call('GET', under(`/${made.id}/read`))).body)
  expect(page).toContain('<b><bdi>Mara etar</bdi></b> <time>')
  expect(page).toContain('<bdi>@Mara etar</bdi></span> thank you')
  expect(page).not.toContain('\u202E')
})

test('it is found by its messages, its member and its number, within a range of days', async () => {
  const one = await desk.open('member1')
  await sayIn(desk, 'member1', one, 'The **cone** dropped at 100%')
  const first = await closedBy(desk, one)
  clock += 3 * 86_400_000
  const two = await desk.open('member2')
  await sayIn(desk, 'member2', two, 'Nothing of that')
  const second = await closedBy(desk, two)
  const owner = await harness.signIn('owner')
  const found = async (query: Record<string, string>) => {
    const { body } = await owner.call('GET', under(`?${new URLSearchParams(query).toString()}`))
    return (body as { transcripts: ListedTranscript[] }).transcripts
  }
  expect(await found({ search: 'CONE' })).toMatchObject([{ id: first.id, hit: { author: expect.any(String) } }])
  expect((await found({ search: 'cone' }))[0]?.hit?.text).toContain('cone')
  expect((await found({ search: '100%' })).map(({ id }) => id)).toEqual([first.id])
  expect(await found({ search: '%' })).toHaveLength(1)
  expect((await found({ search: 'member2' })).map(({ id }) => id)).toEqual([second.id])
  expect((await found({ search: '#0002' })).map(({ id }) => id)).toEqual([second.id])
  expect((await found({ to: String(clock - 86_400_000) })).map(({ id }) => id)).toEqual([first.id])
  expect((await found({ from: String(clock - 86_400_000) })).map(({ id }) => id)).toEqual([second.id])
  expect(await found({ panel: 'other' })).toEqual([])
})
