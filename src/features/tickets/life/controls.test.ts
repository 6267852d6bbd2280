// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { buttonsOf, createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import { ticketPanels } from '../table.ts'
import type { Ticket } from './rows.ts'

let harness: Harness
let desk: Desk
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = createTicketDesk(harness)
})

async function command(login: string, ticket: Ticket, text: string): Promise<string> {
  const { id } = await harness.as(login).say(ticket.channelId ?? '', text)
  const answer = await until(`an answer to ${text}`, () =>
    harness.messages(ticket.channelId ?? '').find(one => one.message_reference?.message_id === id),
  )
  return textOf(answer)
}

const labels = (ticket: Ticket) => buttonsOf(desk.opening(ticket)).map(({ label }) => label)

test.each([
  ['OK', 'OK Close'],
  [':)', ':) Close'],
  ['é', 'é Close'],
  ['❤', 'Close'],
  ['', 'Close'],
  ['<:lock:123456789012345678>', 'Close'],
])('whatever was typed as the close button’s emoji, a ticket is claimed: “%s”', async (emoji, label) => {
  desk.panel({ close_button_emoji: emoji })
  const ticket = await desk.open('member1')
  expect(labels(ticket)).toEqual([label, 'Claim'])
  expect(await command('moderator', ticket, '.ticket claim')).not.toContain('\n')
  expect(labels(ticket)).toEqual([label, 'Release'])
})

test('an emoji that has been deleted is replaced by the default one, with the panel’s label', async () => {
  desk.panel({ close_button_emoji: '<:lock:123456789012345678>', close_button_label: 'Done' })
  const ticket = await desk.open('member1')
  const { conditions } = harness.sandbox.context
  conditions.failNext = { count: 1, status: 400, route: 'PATCH /channels/:channel_id/messages' }
  expect(await command('moderator', ticket, '.ticket claim')).not.toContain('\n')
  expect(conditions.failNext).toBeUndefined()
  expect(buttonsOf(desk.opening(ticket))).toMatchObject([
    { label: 'Done', emoji: { name: '🔒' } },
    { label: 'Release' },
  ])
})

test.each(['kept', 'deleted'])(
  'the server’s limit holds for a ticket that is opened again, its panel %s',
  async panel => {
    desk.configure({ maxOpenTickets: 10 })
    desk.panel({ max_open: 0 })
    const closed = await desk.open('member1')
    await command('owner', closed, '.ticket close')
    for (let i = 0; i < 9; i += 1) await desk.open('member3')
    const last = await desk.open('member2')
    if (panel === 'deleted') harness.product.services.db.delete(ticketPanels).run()
    expect(await command('owner', closed, '.ticket reopen')).toContain('10 open tickets')
    expect(desk.now(closed).state).toBe('closed')
    await command('owner', last, '.ticket close')
    expect(await command('owner', closed, '.ticket reopen')).toContain('Open again.')
  },
)
