// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import { claimTicket } from '../life/claim.ts'
import { prioritise } from '../life/edits.ts'
import { guildContext } from '#kernel/context.ts'
import tickets from '../contract.ts'
import type { Ticket } from '../life/rows.ts'
import type { ListedTicket } from './contract.ts'

const minute = 60_000
let harness: Harness
let desk: Desk
let clock: number
const openServer = serverPerTest({ now: () => clock })
beforeEach(async () => {
  clock = Date.now()
  harness = await openServer()
  desk = createTicketDesk(harness)
})

interface Listed {
  tickets: ListedTicket[]
  total: number
  all: number
  waiting: { team: number; member: number }
}

async function listed(login: string, query = ''): Promise<Listed> {
  const visitor = await harness.signIn(login)
  const { status, body } = await visitor.call('GET', `/api/guild/${harness.guildId}/tickets/open${query}`)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as Listed
}
const numbers = ({ tickets: all }: Listed) => all.map(({ number }) => Number(number))

async function as(login: string) {
  const guild = harness.product.services.client.guilds.cache.get(harness.guildId)
  if (!guild) throw new Error('no guild')
  const member = await guild.members.fetch(harness.as(login).userId)
  return { ctx: guildContext(harness.product.services, tickets, guild), member }
}
const claim = async (login: string, ticket: Ticket) => {
  const { ctx, member } = await as(login)
  await claimTicket(ctx, ticket, member)
}

test('closed tickets are listed, latest first, for people who may read them, until they are deleted', async () => {
  desk.configure({ twoStepClose: true })
  const first = await desk.open('member1')
  const second = await desk.open('member2')
  const open = await desk.open('member1')
  const moderator = await harness.signIn('moderator')
  const at = (ticket: Ticket, rest = '') => `/api/guild/${harness.guildId}/tickets/ticket/${ticket.id}${rest}`
  for (const ticket of [second, first]) {
    clock += minute
    expect((await moderator.call('POST', at(ticket, '/close'), {})).status).toBe(200)
  }
  const closed = await listed('moderator', '?state=closed')
  expect([numbers(closed), closed.total, numbers(await listed('moderator'))]).toEqual([[1, 2], 2, [3]])
  expect(closed.tickets[0]).toMatchObject({ state: 'closed', closedByName: 'wren', closedAt: clock })
  const opener = await harness.signIn('member1')
  expect((await opener.call('DELETE', at(first))).status).toBe(403)
  expect((await moderator.call('DELETE', at(open))).status).toBe(409)
  expect(await moderator.call('DELETE', at(first))).toMatchObject({ status: 200, body: { problems: [] } })
  expect(harness.sandbox.context.world.channels.has(first.channelId ?? '')).toBe(false)
  expect((await moderator.call('DELETE', at(first))).status).toBe(409)
  expect(numbers(await listed('moderator', '?state=closed'))).toEqual([2])
  expect((await moderator.call('POST', at(second, '/reopen'))).status).toBe(200)
  expect([numbers(await listed('moderator', '?state=closed')), (await listed('moderator')).total]).toEqual([[], 2])
})

test('the tickets of one member can be requested by id, and count like all others', async () => {
  await desk.open('member1')
  await desk.open('member2')
  await desk.open('member1')
  const { userId } = harness.as('member1')
  const own = await listed('moderator', `?member=${userId}`)
  expect([new Set(numbers(own)), own.total, own.all]).toEqual([new Set([1, 3]), 2, 3])
  expect(numbers(await listed('moderator', `?member=${userId}&state=closed`))).toEqual([])
})

test('the longest wait for the team is first; filters find claimed tickets, urgent ones or a panel’s', async () => {
  desk.panel({ first_response_goal: 60 })
  const first = await desk.open('member1')
  clock += 30 * minute
  const second = await desk.open('member2')
  const third = await desk.open('member1')
  clock += 12 * minute
  await harness.as('moderator').say(third.channelId ?? '', 'On it')
  await until('the answer', () => desk.now(third).awaiting === 'member')
  const { ctx, member } = await as('moderator')
  prioritise(ctx, second, { by: member, priority: 'high' })
  await claim('moderator', second)

  const all = await listed('moderator')
  expect(numbers(all)).toEqual([1, 2, 3])
  expect(all).toMatchObject({ total: 3, all: 3, waiting: { team: 2, member: 1 } })
  expect(all.tickets[0]).toMatchObject({
    id: first.id,
    number: '0001',
    member: { id: harness.as('member1').userId, name: 'member1' },
    wait: { ms: 42 * minute, goalMs: 60 * minute, share: 0.7, dueAt: clock + 18 * minute },
    claimedBy: null,
    mayAnswer: true,
  })
  expect(all.tickets[1]).toMatchObject({ priority: 'high', claimedBy: { id: harness.as('moderator').userId } })
  expect(all.tickets[2]).toMatchObject({ awaiting: 'member', wait: null })
  // The time that was already counted is not counted again.
  clock += 6 * minute
  expect((await listed('moderator')).tickets[0]?.wait).toMatchObject({ ms: 48 * minute, share: 0.8 })

  expect(numbers(await listed('moderator', '?claimed=mine'))).toEqual([2])
  expect(numbers(await listed('owner', '?claimed=others'))).toEqual([2])
  expect(numbers(await listed('moderator', '?claimed=nobody'))).toEqual([1, 3])
  expect(numbers(await listed('moderator', '?priority=high'))).toEqual([2])
  expect(numbers(await listed('moderator', '?waits=member'))).toEqual([3])
  expect(await listed('moderator', '?panel=none')).toMatchObject({ tickets: [], total: 0, all: 3 })
  expect(numbers(await listed('moderator', '?limit=2&page=2'))).toEqual([3])
})

test('a claim that hides a ticket from the team hides it here, too, but not from its holder and managers', async () => {
  desk.panel({ claim_visibility: 'hidden' })
  const ticket = await desk.open('member1')
  expect(numbers(await listed('moderator'))).toEqual([1])
  await claim('owner', ticket)
  expect(numbers(await listed('moderator'))).toEqual([])
  expect(numbers(await listed('owner'))).toEqual([1])
})

test('an opener who is not on the team gets no list; a reader sees that they may not answer', async () => {
  await desk.open('member1')
  const visitor = await harness.signIn('member1')
  expect((await visitor.call('GET', `/api/guild/${harness.guildId}/tickets/open`)).status).toBe(403)
  desk.configure({ supportTeamRole: null, additionalRoles: [{ id: desk.teamRole, name: 'Moderator' }] })
  expect((await listed('moderator')).tickets).toMatchObject([{ mayAnswer: false }])
})
