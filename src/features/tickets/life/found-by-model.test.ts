// @module-tag long
import { ChannelType } from 'discord-api-types/v10'
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import { panelDesign, type PanelDesign } from '../panels/contract.ts'
import { ticketPanels } from '../table.ts'
import type { Ticket } from './rows.ts'

/** Defects that the model-based test found in tickets that are channels. */
const hour = 3_600_000
let harness: Harness
let desk: Desk
let sandboxTime = () => Date.now()
const openServer = serverPerTest({ now: () => sandboxTime() })
beforeEach(async () => {
  harness = await openServer()
  sandboxTime = harness.sandbox.context.now
  desk = createTicketDesk(harness)
})

const owner = () => harness.as('owner')
const state = (ticket: Ticket) => desk.now(ticket).state
const warnings = (ticket: Ticket) => desk.said(ticket).filter(text => text.includes('This ticket closes')).length
async function pass(ms: number): Promise<void> {
  harness.sandbox.advance(ms)
  await harness.product.services.scheduler.tick()
}
const addPanel = (change: Partial<PanelDesign>) => {
  const design = panelDesign.parse({ title: 'Billing', max_duration: 0, ...change })
  harness.product.services.db
    .insert(ticketPanels)
    .values({ guildId: harness.guildId, id: 'billing', design, createdAt: 2 })
    .run()
}
const category = async (name: string) => {
  const body = { name, type: ChannelType.GuildCategory }
  const { id } = await owner().rest<{ id: string }>('POST', `/guilds/${harness.guildId}/channels`, body)
  await harness.heard()
  return id
}
const parentOf = ({ channelId }: Ticket) => {
  const held = harness.sandbox.context.world.channels.get(channelId ?? '')?.channel
  return held && 'parent_id' in held ? held.parent_id : undefined
}
async function answered(ticket: Ticket): Promise<void> {
  await harness.as('moderator').say(ticket.channelId ?? '', 'on it')
  await until('the answer to count', () => desk.now(ticket).awaiting === 'member')
}

test('a ticket that is moved to another panel goes to that panel’s category, not to a shared one', async () => {
  const [shared, own] = [await category('shared'), await category('own')]
  desk.configure({ defaultOpen: shared })
  addPanel({ categories: [own] })
  const ticket = await desk.open('member1')
  await owner().rest('PATCH', `/channels/${ticket.channelId}`, { parent_id: shared })
  await desk.command('owner', ticket, '.desk move Billing')
  expect(parentOf(ticket)).toBe(own)
  await desk.command('owner', ticket, '.desk move Support Ticket')
  expect(parentOf(ticket)).toBe(shared)
})

test('a warning under the former panel closes no ticket: the new panel’s limit needs its own', async () => {
  desk.configure({ autoCloseInactive: false })
  desk.panel({ max_duration: 20 })
  addPanel({ max_duration: 100 })
  const ticket = await desk.open('member1')
  await answered(ticket)
  await pass(11 * hour)
  expect(warnings(ticket)).toBe(1)
  await desk.command('owner', ticket, '.desk move Billing')
  await pass(90 * hour)
  expect([state(ticket), warnings(ticket)]).toEqual(['open', 2])
  await pass(25 * hour)
  expect(state(ticket)).toBe('closed')
})

test('a command by the team is no answer, neither at once nor when a timer reads the ticket again', async () => {
  desk.configure({ autoCloseInactive: true, inactiveThreshold: 2 })
  desk.panel({ max_duration: 0 })
  const ticket = await desk.open('member1')
  await answered(ticket)
  await pass(hour)
  await harness.as('member1').say(ticket.channelId ?? '', 'and?')
  await until('it to be the team’s turn', () => desk.now(ticket).awaiting === 'team')
  await desk.command('moderator', ticket, '.ticket ask 1h')
  await pass(2 * hour)
  // Because nobody answered the request, not as if the team had answered.
  await desk.reaches(ticket, 'closed')
  await desk.command('moderator', ticket, '.ticket reopen')
  await desk.command('moderator', ticket, '.ticket ask 3d')
  await desk.command('moderator', ticket, '.ticket priority high')
  await pass(73 * hour)
  expect([state(ticket), warnings(ticket)]).toEqual(['closed', 0])
})

test('a claim by somebody no longer on the team hides a closed ticket from nobody, also in the browser', async () => {
  desk.panel({ claim_visibility: 'hidden' })
  const ticket = await desk.open('member1')
  const roles = harness.sandbox.context.world.guilds
    .get(harness.guildId)
    ?.members.get(harness.as('member5').userId)?.roles
  const setRoles = (login: string, held: readonly string[]) =>
    owner().rest('PATCH', `/guilds/${harness.guildId}/members/${harness.as(login).userId}`, { roles: held })
  await setRoles('member5', [...(roles ?? []), desk.teamRole])
  await desk.command('moderator', ticket, '.ticket claim')
  await desk.command('moderator', ticket, '.ticket close')
  const colleague = await harness.signIn('member5')
  const seen = async () =>
    (await colleague.call('GET', `/api/guild/${harness.guildId}/tickets/ticket/${ticket.id}`)).status
  expect(await seen()).toBe(403)
  await setRoles('moderator', [])
  await until('the claim to end', () => desk.now(ticket).claimedById === null)
  expect(await seen()).toBe(200)
  const closed = harness.messages(ticket.channelId ?? '').map(textOf)
  expect(closed.join()).not.toContain('Nobody has this ticket now')
})
