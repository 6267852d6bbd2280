// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { insertTicket, type Ticket } from '../life/rows.ts'
import type { PanelDesign } from '../panels/contract.ts'
import { panelDesign } from '../panels/contract.ts'
import { ticketPanels, tickets } from '../table.ts'
import type { TicketFacts } from '../live/contract.ts'
import type { Statistics } from './contract.ts'
import { rowsAtOnce, statements } from './rows.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** A Wednesday. */
const noon = Date.parse('2026-11-18T12:00:00Z')

let harness: Harness
let desk: Desk
let owner: Visitor
let now = noon
const openServer = serverPerTest({ now: () => now })
beforeEach(async () => {
  now = noon
  harness = await openServer()
  desk = createTicketDesk(harness)
  owner = await harness.signIn('owner')
})

const address = (query = '') => `/api/guild/${harness.guildId}/tickets/statistics${query}`
async function ask(visitor = owner, query = ''): Promise<Statistics> {
  const { status, body } = await visitor.call('GET', address(query))
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as Statistics
}

const services = () => harness.product.services
let numbers = 1000
/** A ticket of the past. */
function past(change: Partial<Ticket> & { openedAt: number }): Ticket {
  numbers += 1
  return insertTicket(services(), {
    guildId: harness.guildId,
    number: numbers,
    state: 'deleted',
    panelId: 'help',
    panelTitle: 'Help',
    kind: 'channel',
    name: 'ticket',
    lastMessageAt: change.openedAt,
    ...change,
  })
}
const panel = (id: string, change: Partial<PanelDesign> = {}) =>
  services()
    .db.insert(ticketPanels)
    .values({ guildId: harness.guildId, id, design: panelDesign.parse({ title: id, ...change }), createdAt: 1 })
    .run()

test('a ticket that is opened, answered, closed and rated is counted, with the people who did that', async () => {
  expect(await ask()).toMatchObject({
    opened: { total: 0, before: 0 },
    firstResponse: { median: null, count: 0, goal: null },
    rating: { answers: 0, average: null },
    panels: [],
    agents: [],
  })
  const ticket = await desk.open('member1')
  now += 10 * minute
  await harness.as('moderator').say(ticket.channelId ?? '', 'Hello!')
  await until('the answer', () => desk.now(ticket).firstResponseAt !== null)
  now += 50 * minute
  await harness.as('admin').say(ticket.channelId ?? '', '.ticket claim')
  await until('the claim', () => desk.now(ticket).claimedById !== null)
  await harness.as('moderator').say(ticket.channelId ?? '', '.ticket close')
  await until('it to be closed', () => desk.now(ticket).state === 'closed')
  services().db.update(tickets).set({ rating: 4, ratedAt: now }).run()
  const moderator = harness.as('moderator').userId
  const admin = harness.as('admin').userId
  const { days, ...counted } = await ask()
  expect(days).toHaveLength(14)
  expect(counted).toMatchObject({
    withinHours: false,
    opened: { total: 1, before: 0 },
    firstResponse: { median: 10 * minute, count: 1 },
    resolution: { median: hour, count: 1 },
    rating: { answers: 1, average: null, stars: [0, 0, 0, 1, 0] },
    panels: [{ id: 'help', tickets: 1, firstResponse: 10 * minute, resolution: hour, rating: { answers: 1 } }],
    agents: [
      { person: { id: moderator }, tickets: 1, firstResponse: 10 * minute, resolution: null, rating: { answers: 0 } },
      { person: { id: admin }, tickets: 0, firstResponse: null, resolution: hour, rating: { answers: 1 } },
    ],
  })
  expect(counted.opened.byDay.at(-1)).toBe(1)
  expect(counted.firstResponse.byDay.at(-1)).toBe(10 * minute)
})

test('days are in the caller’s time zone, and compared with the days before', async () => {
  // 23:30 on the previous day in London is 08:30 on this day in Tokyo.
  past({ openedAt: noon - 12 * hour - 30 * minute })
  past({ openedAt: noon - 7 * day })
  past({ openedAt: noon - 40 * day })
  const days = async (query: string) => (await ask(owner, query)).opened
  expect(await days('?days=7')).toEqual({ total: 1, before: 1, byDay: [0, 0, 0, 0, 0, 1, 0] })
  expect(await days('?days=7&timeZone=Asia/Tokyo')).toEqual({ total: 1, before: 1, byDay: [0, 0, 0, 0, 0, 0, 1] })
  expect(await days('?days=14')).toMatchObject({ total: 2, before: 0 })
  expect(await days('?days=90')).toMatchObject({ total: 3, before: 0 })
  for (const wrong of ['?days=8', '?days=400', '?timeZone=Mars/Olympus', '?timeZone='])
    expect((await owner.call('GET', address(wrong))).status).toBe(400)
})

test('times are counted within each panel’s working hours, and a goal is shown if there is one', async () => {
  panel('office', { hours: { enabled: true, timeZone: 'UTC' } as PanelDesign['hours'], first_response_goal: 60 })
  // Friday at four, answered on Monday at ten.
  const friday = Date.parse('2026-11-13T16:00:00Z')
  past({ panelId: 'office', openedAt: friday, firstResponseAt: friday + 2 * day + 18 * hour })
  expect(await ask()).toMatchObject({
    withinHours: true,
    firstResponse: { median: 2 * hour, count: 1, goal: hour },
    resolution: { median: null, goal: null },
  })
  panel('other', { first_response_goal: 30 })
  expect((await ask()).firstResponse.goal).toBeNull()
})

test('a member who reads the tickets of one panel sees only those counted; others are refused', async () => {
  const { teamRole } = desk
  desk.configure({ supportTeamRole: null })
  panel('theirs', { support_team_view: false, support_roles: [teamRole] })
  past({ panelId: 'theirs', openedAt: noon - day })
  past({ panelId: 'help', openedAt: noon - day })
  past({ panelId: 'gone', openedAt: noon - day })
  const moderator = await harness.signIn('moderator')
  const seen = await ask(moderator)
  expect(seen.opened.total).toBe(1)
  expect(seen.panels.map(({ id }) => id)).toEqual(['theirs'])
  expect((await ask()).panels.map(({ id }) => id).toSorted()).toEqual(['gone', 'help', 'theirs'])
  const member = await harness.signIn('member1')
  expect((await member.call('GET', address())).status).toBe(403)
})

test('the time a ticket was closed before being reopened is not part of its resolution time', async () => {
  const ticket = await desk.open('member1')
  const { channelId } = ticket
  const say = (text: string) => harness.as('moderator').say(channelId ?? '', text)
  for (const [text, state, after] of [
    ['.ticket close', 'closed', hour],
    ['.ticket reopen', 'open', 9 * hour],
    ['.ticket close', 'closed', hour],
    ['.ticket reopen', 'open', hour],
    ['.ticket close', 'closed', hour],
  ] as const) {
    now += after
    await say(text)
    await desk.reaches(ticket, state)
  }
  expect((await ask()).resolution).toMatchObject({ median: 3 * hour, count: 1 })
})

test('a ticket’s page and the statistics count the same times, whether it was answered or only closed', async () => {
  const moderator = await harness.signIn('moderator')
  const ticket = await desk.open('member1')
  const path = `/api/guild/${harness.guildId}/tickets/ticket/${ticket.id}`
  const step = async (after: number, rest: string) => {
    now += after
    expect((await moderator.call('POST', `${path}/${rest}`, {})).status).toBe(200)
  }
  await step(hour, 'close')
  await step(9 * hour, 'reopen')
  now += hour
  await harness.as('moderator').say(ticket.channelId ?? '', 'Hello!')
  await until('the answer', () => desk.now(ticket).firstResponseAt !== null)
  await step(hour, 'close')
  const { clock } = (await moderator.call('GET', path)).body as TicketFacts
  const { firstResponse, resolution } = await ask()
  expect([clock.firstResponse.ms, clock.resolution.ms]).toEqual([2 * hour, 3 * hour])
  expect([firstResponse.median, resolution.median]).toEqual([2 * hour, 3 * hour])
})

test('the tickets of a deleted panel are counted for the people who could read them before', async () => {
  const moderator = await harness.signIn('moderator')
  panel('managers', { support_team_view: false })
  past({ panelId: 'managers', openedAt: noon - day })
  expect((await owner.call('DELETE', `/api/guild/${harness.guildId}/tickets/panels/managers`)).status).toBe(200)
  past({ panelId: 'help', openedAt: noon - day })
  expect((await ask(moderator)).opened.total).toBe(1)
  expect((await ask()).opened.total).toBe(2)
})

test('rows beyond one page are all counted, once each, even if they have the same time', async () => {
  const many = rowsAtOnce * 2 + 7
  services().db.transaction(() => {
    for (let n = 0; n < many; n += 1)
      past({ openedAt: n < rowsAtOnce + 3 ? noon - day : noon - day + n, closedAt: noon - hour })
  })
  const { opened, resolution } = await ask()
  expect([opened.total, resolution.count]).toEqual([many, many])
})

test('every statement uses an index instead of reading all tickets of a server', () => {
  const { closings, ...ofGuild } = statements(services())
  const explained = (query: { getQuery(): { sql: string } }) => {
    // Placeholders are bound by position; their values do not matter to the query plan.
    const { sql } = query.getQuery()
    const values = Array.from({ length: sql.split('?').length - 1 }, () => 1)
    return services()
      .db.$client.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
      .all(...values)
      .map(({ detail }) => detail)
      .join('; ')
  }
  const plans = Object.values(ofGuild).map(explained)
  expect(explained(closings)).toContain('ticket_events_ticket')
  for (const plan of plans) {
    expect(plan).toMatch(/USING (COVERING )?INDEX \w+ \(guild_id=\?/)
    expect(plan).not.toContain('SCAN')
    expect(plan).not.toContain('TEMP B-TREE')
  }
  for (const name of ['opened_at', 'first_response_at', 'closed_at', 'rated_at', 'ticket_events_kind'])
    expect(plans.filter(plan => plan.includes(name)).length).toBeGreaterThanOrEqual(1)
})
