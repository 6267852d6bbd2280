// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'

/** What is no reason to close or delete the ticket in which it is typed. */
let harness: Harness
let desk: Desk
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = createTicketDesk(harness)
})

test.each(['close in 2 days', 'close 2d', 'delete for 1 week.'])(
  '.ticket %s says when, so it is not done at once',
  async words => {
    const ticket = await desk.open('member1')
    expect(await desk.command('moderator', ticket, `.ticket ${words}`)).toContain('this is done at once')
    expect(desk.now(ticket).state).toBe('open')
  },
)

test('a reason of a slash command that says when is asked about, too, unless it is in quotes', async () => {
  const ticket = await desk.open('member1')
  const close = (reason: string) => harness.as('moderator').slash(ticket.channelId ?? '', 'ticket close', { reason })
  await close('in 2 days')
  const told = textOf(
    await until('it to be told', () =>
      harness.shownTo('moderator').find(one => textOf(one).includes('this is done at once')),
    ),
  )
  expect(told).toContain('`/ticket ask 2d`')
  expect(told).toContain('put it in quotes')
  expect(desk.now(ticket).state).toBe('open')
  await close('"in 2 days"')
  await until('it to be closed', () => desk.now(ticket).state === 'closed')
  expect(desk.now(ticket).closeReason).toBe('in 2 days')
})

test.each(['close 2', 'close #2', 'close @MEMBER', 'close tomorrow', 'delete user @MEMBER', 'delete 12'])(
  '.ticket %s is not done to the ticket in which it is typed',
  async words => {
    const ticket = await desk.open('member1')
    const line = `.ticket ${words.replace('@MEMBER', `<@${harness.as('member1').userId}>`)}`
    expect(await desk.command('moderator', ticket, line)).toMatch(/chooses no ticket|says when/)
    expect(desk.now(ticket).state).toBe('open')
  },
)

test.each(['messages', 'the last 5 messages', 'all', 'panels', 'cancel'])(
  '.ticket delete %s does not delete the ticket',
  async words => {
    const ticket = await desk.open('member1')
    expect(await desk.command('moderator', ticket, `.ticket delete ${words}`)).toContain('does not say why')
    expect(desk.now(ticket).state).toBe('open')
  },
)

test.each(['resolved, 2 messages', 'see #12', 'spam messages', 'user left', 'member was banned'])(
  '“%s” is why a ticket is deleted',
  async why => {
    const ticket = await desk.open('member1')
    expect(await desk.command('moderator', ticket, `.ticket delete ${why}`)).toContain('Deleting this ticket')
  },
)
