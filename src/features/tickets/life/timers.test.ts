// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import type { Ticket } from './rows.ts'

const hour = 3_600_000
const day = 24 * hour

let harness: Harness
let desk: Desk
let ahead = 0
const openServer = serverPerTest({ now: () => Date.now() + ahead })
beforeEach(async () => {
  ahead = 0
  harness = await openServer()
  desk = createTicketDesk(harness)
})

async function pass(ms: number): Promise<void> {
  ahead += ms
  await harness.product.services.scheduler.tick()
}
const said = (ticket: Ticket) => harness.messages(ticket.channelId ?? '').map(textOf)
const warnings = (ticket: Ticket) => said(ticket).filter(text => text.includes('This ticket closes')).length
const state = (ticket: Ticket) => desk.now(ticket).state
const say = (login: string, ticket: Ticket) => harness.as(login).say(ticket.channelId ?? '', 'still here')
/** The team answers, so it is the member's turn. */
async function answered(ticket: Ticket): Promise<void> {
  await say('moderator', ticket)
  await until('the answer to count', () => desk.now(ticket).awaiting === 'member')
}

test('a silent ticket gets a warning, is spared by an answer, and closes a day after the next warning', async () => {
  desk.configure({ autoCloseInactive: true, inactiveThreshold: 7 })
  desk.panel({ max_duration: 0 })
  const ticket = await desk.open('member1')
  await pass(30 * day)
  expect([state(ticket), warnings(ticket)]).toEqual(['open', 0])
  await answered(ticket)
  await pass(5 * day)
  expect(warnings(ticket)).toBe(0)
  await pass(day + hour)
  expect(warnings(ticket)).toBe(1)
  const warning = harness.messages(ticket.channelId ?? '').at(-1)
  expect(warning?.mentions.map(({ id }) => id)).toEqual([harness.as('member1').userId])
  await say('member1', ticket)
  await until('the warning to be taken back', () => desk.now(ticket).warnedAt === null)
  await pass(20 * day)
  expect([state(ticket), warnings(ticket)]).toEqual(['open', 1])
  await answered(ticket)
  await pass(2 * day)
  expect([state(ticket), warnings(ticket)]).toEqual(['open', 1])
  await pass(5 * day)
  expect([state(ticket), warnings(ticket)]).toEqual(['open', 2])
  await harness.restart()
  await pass(day + hour)
  expect(state(ticket)).toBe('closed')
  expect(said(ticket).at(-1)).toContain('Nobody has written for a while.')
})

test('after weeks offline a ticket gets a warning first, and messages written in the meantime count', async () => {
  desk.configure({ inactiveThreshold: 7 })
  desk.panel({ max_duration: 0 })
  const silent = await desk.open('member1')
  const spoken = await desk.open('member3')
  await answered(silent)
  await answered(spoken)
  await harness.product.close()
  ahead += 30 * day
  await say('member3', spoken)
  await harness.restart()
  await harness.product.services.scheduler.tick()
  await until('the warning', () => warnings(silent) === 1)
  expect([state(silent), state(spoken)]).toEqual(['open', 'open'])
  expect(desk.now(spoken).awaiting).toBe('team')
  await pass(day + hour)
  expect(state(silent)).toBe('closed')
})

test('a ticket is not closed for its duration while the team owes an answer', async () => {
  desk.configure({ autoCloseInactive: false })
  desk.panel({ max_duration: 10 })
  const ticket = await desk.open('member1')
  await pass(20 * hour)
  expect([state(ticket), warnings(ticket)]).toEqual(['open', 0])
  await answered(ticket)
  await pass(1000)
  await until('the warning', () => warnings(ticket) === 1)
  expect(state(ticket)).toBe('open')
  await pass(6 * hour)
  expect(state(ticket)).toBe('closed')
})

test('a closed ticket is deleted at the announced time, even after a restart', async () => {
  desk.panel({ auto_delete: true, auto_delete_time: 60 })
  const ticket = await desk.open('member1')
  await harness.as('moderator').say(ticket.channelId ?? '', '.ticket close')
  await until('it to be closed', () => state(ticket) === 'closed')
  await until('it to be said', () => said(ticket).some(text => text.includes('It will be deleted <t:')))
  await pass(50 * 60_000)
  expect(state(ticket)).toBe('closed')
  await harness.restart()
  await pass(11 * 60_000)
  expect(state(ticket)).toBe('deleted')
  expect(harness.sandbox.context.world.channels.has(ticket.channelId ?? '')).toBe(false)
})

test('a ticket closes when a close request expires; a shorter limit takes effect at once', async () => {
  desk.configure({ autoCloseInactive: false })
  desk.panel({ max_duration: 0 })
  const asked = await desk.open('member1')
  const other = await desk.open('member3')
  await harness.as('moderator').say(asked.channelId ?? '', '.ticket ask 2d')
  await until('the request', () => desk.now(asked).closeRequestUntil !== null)
  await pass(2 * day + hour)
  expect([state(asked), state(other)]).toEqual(['closed', 'open'])
  await answered(other)
  await pass(2 * day)
  desk.configure({ autoCloseInactive: true, inactiveThreshold: 2 })
  await pass(1000)
  expect(warnings(other)).toBe(1)
})

test('waits end normally after a clock that was a month ahead is corrected', async () => {
  desk.panel({ auto_delete: true, auto_delete_time: 60 })
  desk.configure({ autoCloseInactive: false })
  const [asked, closed] = [await desk.open('member1'), await desk.open('member3')]
  ahead = 30 * day
  await harness.as('moderator').say(asked.channelId ?? '', '.ticket ask 2h')
  await until('the request', () => desk.now(asked).closeRequestUntil !== null)
  await harness.as('moderator').say(closed.channelId ?? '', '.ticket close')
  await until('it to be closed', () => state(closed) === 'closed')
  ahead = 0
  await harness.product.services.scheduler.tick()
  await pass(hour - 60_000)
  expect([state(asked), state(closed)]).toEqual(['open', 'closed'])
  for (let passed = 0; passed < 2; passed += 1) await pass(hour)
  expect([state(asked), state(closed)]).toEqual(['closed', 'deleted'])
})

test('a clock that was ahead by less than a wait does not lengthen it, even after a restart', async () => {
  desk.panel({ auto_delete: true, auto_delete_time: 60, max_duration: 0 })
  desk.configure({ autoCloseInactive: true, inactiveThreshold: 7 })
  ahead = 5 * day
  const [asked, closed, silent] = [await desk.open('member1'), await desk.open('member3'), await desk.open('member4')]
  await answered(silent)
  ahead = 5 * day + 40 * 60_000
  await harness.as('moderator').say(asked.channelId ?? '', '.ticket ask 1h')
  await until('the request', () => desk.now(asked).closeRequestUntil !== null)
  await harness.as('moderator').say(closed.channelId ?? '', '.ticket close')
  await until('it to be closed', () => state(closed) === 'closed')
  const { closedAt } = desk.now(closed)
  await pass(-40 * 60_000)
  await pass(-900)
  await pass(59 * 60_000)
  expect([state(asked), state(closed)]).toEqual(['open', 'closed'])
  await pass(2 * 60_000)
  await until('both to be done', () => state(asked) === 'closed' && state(closed) === 'deleted')
  expect(desk.now(closed).closedAt).toBe(closedAt)
  await harness.product.close()
  ahead -= 5 * day
  await harness.restart()
  await pass(0)
  await pass(6 * day - hour)
  expect([state(silent), warnings(silent)]).toEqual(['open', 0])
  await pass(2 * hour)
  expect([state(silent), warnings(silent)]).toEqual(['open', 1])
  await pass(day)
  expect(state(silent)).toBe('closed')
})

test('message times by a clock that was ahead do not lengthen a silence, even if not stored yet', async () => {
  desk.panel({ max_duration: 0 })
  desk.configure({ autoCloseInactive: true, inactiveThreshold: 7 })
  ahead = 5 * day
  const silent = await desk.open('member1')
  await answered(silent)
  ahead += 60_000
  await say('moderator', silent)
  await harness.heard()
  await pass(-5 * day)
  await pass(6 * day - hour)
  expect([state(silent), warnings(silent)]).toEqual(['open', 0])
  await pass(2 * hour)
  expect([state(silent), warnings(silent)]).toEqual(['open', 1])
})

test('a busy ticket is not stored with every message', async () => {
  const ticket = await desk.open('member1')
  const before = desk.now(ticket)
  for (let count = 0; count < 5; count += 1) await say('member1', ticket)
  await harness.answerTo(await harness.as('member1').say(ticket.channelId ?? '', '.ping'))
  expect(desk.now(ticket).lastMessageAt).toBe(before.lastMessageAt)
})

test('a warning that could not be posted closes nothing; the member is pinged once it can be', async () => {
  desk.configure({ autoCloseInactive: true, inactiveThreshold: 7 })
  desk.panel({ max_duration: 0 })
  const ticket = await desk.open('member1')
  await desk.press('moderator', ticket, 'Claim')
  await until('the claim', () => desk.now(ticket).claimedById !== null)
  await answered(ticket)
  const { conditions } = harness.sandbox.context
  conditions.failNext = { count: 1000, status: 403, route: 'POST /channels/' }
  await pass(6 * day + hour)
  await pass(2 * day)
  conditions.failNext = undefined
  expect([state(ticket), warnings(ticket), desk.now(ticket).warnedAt]).toEqual(['open', 0, null])
  await pass(2 * hour)
  await until('the warning', () => warnings(ticket) === 1)
  const warning = harness.messages(ticket.channelId ?? '').at(-1)
  expect(warning?.mentions.map(({ id }) => id)).toEqual([harness.as('member1').userId])
  await pass(day - 2 * hour)
  expect(state(ticket)).toBe('open')
  await pass(3 * hour)
  expect(state(ticket)).toBe('closed')
})

test('a message by the member ends a close request: the team may ask again', async () => {
  const ticket = await desk.open('member1')
  const ask = async (text: string) => {
    const { id } = await harness.as('moderator').say(ticket.channelId ?? '', text)
    const answer = await until('an answer', () =>
      harness.messages(ticket.channelId ?? '').find(one => one.message_reference?.message_id === id),
    )
    return textOf(answer)
  }
  for (const text of ['.ticket ask 2d', '.ticket ask', '.ticket ask 2d']) {
    expect(await ask(text)).not.toContain('already')
    await until('the request', () => desk.now(ticket).closeRequestedAt !== null)
    expect(await ask(text)).toContain('was asked already')
    await say('member1', ticket)
    await until('it to be over', () => desk.now(ticket).closeRequestedAt === null)
    expect(desk.now(ticket)).toMatchObject({ closeRequestUntil: null, closeRequestedById: null })
  }
})
