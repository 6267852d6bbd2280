// @module-tag long
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { closedBy } from '#test/transcripts.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { eventsOf, type Ticket } from '../../life/rows.ts'
import type { StoredPanel } from '../../panels/rows.ts'
import { ticketPanels, tickets as ticketRows } from '../../table.ts'
import { panelDesign } from '../../panels/contract.ts'
import { transcriptFor } from '../../transcripts/rows.ts'
import type { ListedTicket, TicketFacts } from '../contract.ts'

let harness: Harness
let desk: Desk
let moderator: Visitor
let ahead = 0
const openServer = serverPerTest({ now: () => Date.now() + ahead })
beforeEach(async () => {
  ahead = 0
  harness = await openServer()
  desk = createTicketDesk(harness)
  moderator = await harness.signIn('moderator')
})

const services = () => harness.product.services
const id = (login: string) => harness.as(login).userId
const under = ({ id: ticketId }: Pick<Ticket, 'id'>, rest = '') =>
  `/api/guild/${harness.guildId}/tickets/ticket/${ticketId}${rest}`
const facts = async (ticket: Ticket) => (await moderator.call('GET', under(ticket))).body as TicketFacts
const roleCalled = (name: string) => {
  const roles = [...(harness.sandbox.context.world.guilds.get(harness.guildId)?.roles.values() ?? [])]
  const role = roles.find(one => one.name === name)
  if (!role) throw new Error(`no role ${name}`)
  return role.id
}

/** Another panel, answered by one role only. */
function addPanel(change: Partial<StoredPanel['design']> = {}) {
  const design = panelDesign.parse({
    title: 'Billing',
    support_team_view: false,
    support_roles: [roleCalled('Keeper')],
    ...change,
  })
  services().db.insert(ticketPanels).values({ guildId: harness.guildId, id: 'billing', design, createdAt: 2 }).run()
}
const kinds = (ticket: Ticket) => eventsOf(services(), harness.guildId, ticket.id).map(({ kind }) => kind)

test('people are added and removed from the browser, and the ticket shows it', async () => {
  const ticket = await desk.open('member1')
  const add = (body: object) => moderator.call('POST', under(ticket, '/people'), body)
  expect(await add({ kind: 'user', id: id('member2') })).toMatchObject({ status: 200, body: { problems: [] } })
  expect(desk.sees(ticket, id('member2'))).toBe(true)
  expect(desk.said(ticket).at(-1)).toBe(`<@${id('member2')}> was added to this ticket.`)
  expect((await add({ kind: 'user', id: id('member2') })).status).toBe(409)
  expect((await add({ kind: 'role', id: harness.guildId })).status).toBe(400)
  expect((await add({ kind: 'user', id: '123456789012345678' })).status).toBe(404)
  expect((await add({ kind: 'role', id: '123456789012345678' })).status).toBe(404)
  expect(await add({ kind: 'role', id: roleCalled('Keeper') })).toMatchObject({ status: 200 })
  expect((await facts(ticket)).guests).toMatchObject([
    { kind: 'user', id: id('member2') },
    { kind: 'role', name: 'Keeper' },
  ])
  const remove = (target: string) => moderator.call('DELETE', under(ticket, `/people/${target}`))
  expect(await remove(id('member2'))).toMatchObject({ status: 200, body: { problems: [] } })
  expect((await remove(roleCalled('Keeper'))).status).toBe(200)
  expect((await remove(id('member1'))).status).toBe(400)
  expect(desk.sees(ticket, id('member2'))).toBe(false)
  expect((await facts(ticket)).guests).toEqual([])
  expect(kinds(ticket)).toEqual(['opened', 'added', 'added', 'removed', 'removed'])
})

test('a ticket is transferred and renamed from the browser; possible holders are found by name', async () => {
  const ticket = await desk.open('member1')
  const owner = await harness.signIn('owner')
  const hand = (to: string) => owner.call('POST', under(ticket, '/transfer'), { to })
  expect((await hand(id('member2'))).status).toBe(400)
  expect(await hand(id('moderator'))).toMatchObject({ status: 200, body: { problems: [] } })
  expect(desk.now(ticket).claimedById).toBe(id('moderator'))
  expect(desk.said(ticket).at(-1)).toBe('wren takes care of this ticket now.')
  expect((await hand(id('moderator'))).status).toBe(409)
  await harness.heard()
  const renamed = await moderator.call('POST', under(ticket, '/rename'), { name: 'Refund for Mara' })
  expect(renamed).toMatchObject({ status: 200, body: { name: 'refund-for-mara', queuedUntil: null } })
  expect((await facts(ticket)).ticket.name).toBe('refund-for-mara')
  expect((await moderator.call('POST', under(ticket, '/rename'), { name: '  ' })).status).toBe(400)
  const { body } = await moderator.call('GET', under(ticket, '/candidates?search=wren'))
  expect(body).toMatchObject({ people: [{ id: id('moderator'), name: 'wren', answers: true }] })
  const { body: byId } = await moderator.call('GET', under(ticket, `/candidates?search=${id('member3')}`))
  expect(byId).toMatchObject({ people: [{ id: id('member3'), answers: false }] })
})

test('a ticket moved to another panel is its team’s, with the transcript; the former team sees neither', async () => {
  addPanel()
  const ticket = await desk.open('member1')
  await closedBy(desk, ticket)
  expect((await moderator.call('POST', under(ticket, '/reopen'))).status).toBe(200)
  expect((await moderator.call('POST', under(ticket, '/claim'), {})).status).toBe(200)
  const move = (panelId: string) => moderator.call('POST', under(ticket, '/move'), { panelId })
  expect((await move('help')).status).toBe(409)
  expect((await move('nothing')).status).toBe(404)
  expect((await facts(ticket)).panels).toEqual([{ id: 'billing', title: 'Billing' }])
  expect(await move('billing')).toMatchObject({ status: 200 })
  expect(desk.now(ticket)).toMatchObject({ panelId: 'billing', panelTitle: 'Billing', claimedById: null })
  expect([desk.sees(ticket, desk.teamRole), desk.sees(ticket, roleCalled('Keeper'))]).toEqual([false, true])
  expect(desk.sees(ticket, id('member1'))).toBe(true)
  expect(desk.said(ticket).join()).toContain('This ticket was moved to **Billing**.')
  expect((await moderator.call('GET', under(ticket))).status).toBe(403)
  const transcript = transcriptFor(services(), ticket)
  expect(transcript).toMatchObject({ panelId: 'billing' })
  const read = await moderator.call('GET', `/api/guild/${harness.guildId}/tickets/transcripts/${transcript?.id}`)
  expect(read.status).toBe(403)
})

test('a full panel takes no ticket from another one', async () => {
  addPanel({ max_open: 1 })
  const first = await desk.open('member1')
  const second = await desk.open('member2')
  const owner = await harness.signIn('owner')
  const move = (ticket: Ticket) => owner.call('POST', under(ticket, '/move'), { panelId: 'billing' })
  expect((await move(first)).status).toBe(200)
  expect(await move(second)).toMatchObject({
    status: 403,
    body: { error: 'Billing takes on 1 ticket at a time. Try again once one is closed.' },
  })
  expect(desk.now(second).panelId).toBe('help')
})

test('open tickets are found by their messages, member, name and number', async () => {
  const first = await desk.open('member1')
  const second = await desk.open('member2')
  await harness.as('member1').say(first.channelId ?? '', 'My Kiln is cold, and Übung helps nobody')
  const listed = async (search: string) => {
    const query = new URLSearchParams({ search })
    const { body } = await moderator.call('GET', `/api/guild/${harness.guildId}/tickets/open?${query}`)
    return body as { tickets: (ListedTicket & { hit: { text: string } | null })[]; total: number; all: number }
  }
  const found = async (search: string) => (await listed(search)).tickets.map(({ id: found_ }) => found_)
  await expect.poll(() => found('kiln')).toEqual([first.id])
  expect((await listed('kiln')).tickets[0]?.hit?.text).toContain('My Kiln is cold')
  expect(await found('ÜBUNG')).toEqual([first.id])
  expect(await found('member2')).toEqual([second.id])
  expect(await found('#0002')).toEqual([second.id])
  expect(await listed('100%_')).toMatchObject({ tickets: [], total: 0, all: 2 })
})

test('a note sent again after a missing response is kept once', async () => {
  const ticket = await desk.open('member1')
  const key = randomUUID()
  const keep = (text: string, more: object) => moderator.call('POST', under(ticket, '/note'), { text, ...more })
  for (const press of [{ key }, { key }, { key: randomUUID() }]) {
    expect((await keep('Asked for a refund', press)).status).toBe(200)
    ahead += 60_000
  }
  expect((await keep('Something else', { key })).body).toMatchObject({ code: 'request.key' })
  const { body } = await moderator.call('GET', under(ticket, '/messages'))
  const { messages } = body as { messages: { isNote: boolean }[] }
  expect(messages.filter(({ isNote }) => isNote)).toHaveLength(2)
  expect(JSON.stringify(body)).not.toContain(key)
})

test('a note is only for the team, in the browser and transcripts: never in Discord or for the opener', async () => {
  const ticket = await desk.open('member1')
  const before = desk.said(ticket)
  const note = () => moderator.call('POST', under(ticket, '/note'), { text: 'Asked for a refund **twice**' })
  expect((await note()).status).toBe(200)
  // A second press is the same note.
  expect((await note()).status).toBe(200)
  expect((await moderator.call('POST', under(ticket, '/note'), { text: ' ' })).status).toBe(400)
  const { body } = await moderator.call('GET', under(ticket, '/messages'))
  const { messages } = body as { messages: { content: string; isNote: boolean }[] }
  expect(messages.filter(({ isNote }) => isNote).map(({ content }) => content)).toEqual([
    'Asked for a refund **twice**',
  ])
  expect(desk.said(ticket)).toEqual(before)
  expect(desk.now(ticket)).toMatchObject({ awaiting: 'team', firstResponseAt: null })
  const made = await closedBy(desk, ticket)
  const transcript = (rest: string) => `/api/guild/${harness.guildId}/tickets/transcripts/${made.id}${rest}`
  const opener = await harness.signIn('member1')
  for (const format of ['html', 'txt', 'json']) {
    const text = async (who: Visitor) => {
      const answer = await who.call('GET', transcript(`/download?format=${format}`))
      return typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    }
    expect(await text(moderator)).toMatch(format === 'json' ? /"?isNote\\?"?:true/ : /internal note/)
    expect(await text(opener)).not.toContain('refund')
  }
  expect(JSON.stringify((await opener.call('GET', transcript('/read'))).body)).not.toContain('refund')
  const search = `/api/guild/${harness.guildId}/tickets/transcripts?search=refund`
  expect((await opener.call('GET', search)).body).toMatchObject({ transcripts: [] })
  expect((await moderator.call('GET', search)).body).toMatchObject({ total: 1 })
})

test('people who only read a ticket, and its opener, may do none of that', async () => {
  addPanel()
  const ticket = await desk.open('member1')
  const stranger = await harness.signIn('member1')
  for (const [rest, body] of [
    ['/people', { kind: 'user', id: id('member2') }],
    ['/transfer', { to: id('moderator') }],
    ['/rename', { name: 'x' }],
    ['/move', { panelId: 'billing' }],
    ['/note', { text: 'x' }],
  ] as const)
    expect([rest, (await stranger.call('POST', under(ticket, rest), body)).status]).toEqual([rest, 403])
  expect((await stranger.call('DELETE', under(ticket, `/people/${id('member2')}`))).status).toBe(403)
  expect((await stranger.call('GET', under(ticket, '/candidates?search=a'))).status).toBe(403)
})

const slash = (login: string, channelId: string, path: string, options: Record<string, string>) =>
  harness.as(login).slash(channelId, path, options)
const told = (login: string, text: string) =>
  until(text, () => harness.shownTo(login).some(one => JSON.stringify(one.embeds).includes(text)))

test('the team opens a ticket for a member by command, regardless of hours and cooldowns; limits apply', async () => {
  desk.configure({ maxTicketsPerUser: 1, userLimits: { default: 1, premium: 5, vip: 10 }, cooldownPeriod: 3600 })
  const general = harness.channel('general')
  const open = (login: string) => slash(login, general, 'desk open', { member: id('member2') })
  await open('moderator')
  await told('moderator', `A ticket for <@${id('member2')}>`)
  const [row] = services().db.select().from(ticketRows).all()
  expect(row).toMatchObject({ openerId: id('member2'), panelId: 'help', state: 'open' })
  if (!row) throw new Error('no ticket')
  expect(kinds(row)).toEqual(['opened_for', 'opened'])
  expect(desk.sees(row, id('member2'))).toBe(true)
  // Without a pause it would be the same ticket.
  ahead = 10_000
  await open('owner')
  await told('owner', 'This member has 1 open ticket, and may have 1 (the limit for all members).')
  const asked = await harness.as('member3').say(general, `.desk open <@${id('member3')}>`)
  expect(JSON.stringify(await harness.answerTo(asked))).toContain('support team')
})

test('a note cannot be typed where the member reads it; moving a ticket can', async () => {
  addPanel()
  const ticket = await desk.open('member1')
  const note = await desk.command('moderator', ticket, '.desk note secret')
  expect(note).toContain('Use `/desk note`, which only you see.')
  await slash('moderator', ticket.channelId ?? '', 'desk note', { text: 'between us' })
  await told('moderator', 'Noted.')
  const { body } = await moderator.call('GET', under(ticket, '/messages'))
  expect(JSON.stringify(body)).toContain('between us')
  expect(await desk.command('moderator', ticket, '.desk move Billing')).toBe('This ticket was moved to **Billing**.')
  expect(desk.now(ticket).panelId).toBe('billing')
})
