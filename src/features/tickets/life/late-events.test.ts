import { PermissionFlagsBits as P } from 'discord.js'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { createTicketDesk } from '#test/tickets.ts'
import { until } from '#test/until.ts'

/** Discord may respond to a request long before it sends the resulting event. */
let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const id = (login: string) => harness.as(login).userId

test('removed people stay out, and people added by hand stay in, even if the event has not arrived yet', async () => {
  const desk = createTicketDesk(harness)
  const ticket = await desk.open('member1')
  const moderator = await harness.signIn('moderator')
  const people = `/api/guild/${harness.guildId}/tickets/ticket/${ticket.id}/people`
  for (const login of ['member2', 'member3'])
    expect((await moderator.call('POST', people, { kind: 'user', id: id(login) })).status).toBe(200)
  await harness.heard()
  harness.sandbox.context.conditions.gatewayLagMs = 3_600_000
  const body = { type: 1, allow: String(P.ViewChannel), deny: '0' }
  await harness.as('owner').rest('PUT', `/channels/${ticket.channelId}/permissions/${id('admin')}`, body)
  for (const login of ['member2', 'member3'])
    expect((await moderator.call('DELETE', `${people}/${id(login)}`)).status).toBe(200)
  const seers = ['admin', 'member1', 'member2', 'member3'].filter(login => desk.sees(ticket, id(login)))
  expect(seers).toEqual(['admin', 'member1'])
})

test('a member who has just written gets no warning, even if the event has not arrived yet', async () => {
  let ahead = 0
  const late = await createHarness({ now: () => Date.now() + ahead })
  onTestFinished(() => late.close())
  const desk = createTicketDesk(late)
  desk.configure({ autoCloseInactive: true, inactiveThreshold: 7 })
  desk.panel({ max_duration: 0 })
  const ticket = await desk.open('member1')
  const say = (login: string, text: string) => late.as(login).say(ticket.channelId ?? '', text)
  await say('moderator', 'Which one?')
  await until('the answer to count', () => desk.now(ticket).awaiting === 'member')
  late.sandbox.context.conditions.gatewayLagMs = 3_600_000
  await say('member1', 'The green one.')
  ahead += 6.5 * 24 * 3_600_000
  await late.product.services.scheduler.tick()
  expect(desk.now(ticket)).toMatchObject({ awaiting: 'team', warnedAt: null })
})

test.each([
  ['a second', 1000],
  ['an hour', 3_600_000],
])('what was heard is not read again where the clock is %s behind: a request to close stands', async (_, behindMs) => {
  let ahead = -behindMs
  const behind = await createHarness({ now: () => Date.now() + ahead })
  onTestFinished(() => behind.close())
  const desk = createTicketDesk(behind)
  desk.configure({ autoCloseInactive: false })
  desk.panel({ max_duration: 0 })
  const ticket = await desk.open('member1')
  await behind.as('member1').say(ticket.channelId ?? '', 'That helped, thank you.')
  await behind.heard()
  await behind.as('moderator').say(ticket.channelId ?? '', '.ticket ask 2d')
  await until('the request', () => desk.now(ticket).closeRequestUntil !== null)
  const day = 86_400_000
  ahead += day
  await behind.restart()
  ahead += day + 60_000
  await behind.product.services.scheduler.tick()
  expect(desk.now(ticket).state).toBe('closed')
})
