import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import type { Ticket } from '../life/rows.ts'
import type { TicketFacts } from './contract.ts'

const hour = 3_600_000
const day = 24 * hour

let harness: Harness
let desk: Desk
let clock: number
const openServer = serverPerTest({ now: () => clock })
beforeEach(async () => {
  clock = Date.now()
  harness = await openServer()
  desk = createTicketDesk(harness)
})

async function shown({ id }: Ticket): Promise<TicketFacts> {
  const moderator = await harness.signIn('moderator')
  const { body } = await moderator.call('GET', `/api/guild/${harness.guildId}/tickets/ticket/${id}`)
  return body as TicketFacts
}
const ends = async (ticket: Ticket) => {
  const { closesAt, closesFor, heldOpen } = (await shown(ticket)).ticket
  return { closesIn: closesAt === null ? null : closesAt - clock, closesFor, heldOpen }
}
async function answered(login: string, ticket: Ticket, by: 'team' | 'member'): Promise<void> {
  await harness.as(login).say(ticket.channelId ?? '', 'A word')
  await until('the other side to be due', () => desk.now(ticket).awaiting === (by === 'team' ? 'member' : 'team'))
}

test('a ticket shows when and why it first closes automatically, and that it waits for the team', async () => {
  desk.panel({ max_duration: 72 })
  desk.configure({ autoCloseInactive: false })
  const ticket = await desk.open('member1')
  expect(await ends(ticket)).toEqual({ closesIn: null, closesFor: null, heldOpen: true })
  await answered('moderator', ticket, 'team')
  expect(await ends(ticket)).toEqual({ closesIn: 3 * day, closesFor: 'overdue', heldOpen: false })
  // The warning for silence comes after the one for the maximum duration (42 and 31 hours), its end before (54 and 55).
  clock += 30 * hour
  desk.panel({ max_duration: 55 })
  desk.configure({ autoCloseInactive: true, inactiveThreshold: 1 })
  await harness.as('moderator').say(ticket.channelId ?? '', 'Another word')
  await until('it to count', async () => (await ends(ticket)).closesIn === day)
  expect(await ends(ticket)).toMatchObject({ closesIn: day, closesFor: 'inactive' })
  desk.panel({ max_duration: 0 })
  desk.configure({ autoCloseInactive: false })
  expect(await ends(ticket)).toEqual({ closesIn: null, closesFor: null, heldOpen: false })
})

test('an unanswered ticket has no first response, neither while it is open nor once it is closed', async () => {
  const ticket = await desk.open('member1')
  clock += hour
  const { firstResponse } = (await shown(ticket)).clock
  expect(firstResponse).toMatchObject({ ms: hour, ended: false, answered: false })
  await desk.command('moderator', ticket, '.ticket close')
  await desk.reaches(ticket, 'closed')
  expect((await shown(ticket)).clock.firstResponse).toMatchObject({ ended: true, answered: false })
  const other = await desk.open('member1')
  await answered('moderator', other, 'team')
  expect((await shown(other)).clock.firstResponse).toMatchObject({ ended: true, answered: true })
})

test('the opener of a ticket and its guests are listed until it is closed', async () => {
  const ticket = await desk.open('member1')
  await desk.command('moderator', ticket, `.ticket add <@${harness.as('member2').userId}>`)
  const { people } = await shown(ticket)
  expect(people).toHaveLength(3)
  expect(people).toContain('member1')
  await desk.command('moderator', ticket, '.ticket close')
  await desk.reaches(ticket, 'closed')
  expect((await shown(ticket)).people).toEqual(['Moderator'])
})
