// @module-tag long
import { ChannelType } from 'discord-api-types/v10'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTickets, controlsOn } from '#test/ticket-panels.ts'
import { buttonsOf, createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import { UserError } from '#kit/errors.ts'
import { claimButton, closeButton, closedButton, requestButton } from './controls.ts'
import { closeTicket, reopenTicket } from './close.ts'
import { supplyPerformers } from './duties.ts'
import { eventsOf, insertTicket, type Ticket } from './rows.ts'
import { performers } from './parts.ts'

let harness: Harness
let desk: Desk
let ahead = 0
const openServer = serverPerTest({ now: () => Date.now() + ahead })
beforeEach(async () => {
  ahead = 0
  harness = await openServer()
  desk = createTicketDesk(harness)
})

const kinds = (ticket: Ticket) => eventsOf(harness.product.services, harness.guildId, ticket.id).map(({ kind }) => kind)
const told = (login: string, words: string) =>
  until(`${login} to be told “${words}”`, () => harness.shownTo(login).find(one => textOf(one).includes(words)))

test('of two people who claim at once, one succeeds, and of two who close at once, one is refused', async () => {
  const ticket = await desk.open('member1')
  const claims = buttonsOf(desk.opening(ticket)).find(({ label }) => label === 'Claim')?.custom_id ?? ''
  await Promise.all(['moderator', 'admin'].map(login => harness.as(login).press(desk.opening(ticket), claims)))
  await until('one to be told', () =>
    ['moderator', 'admin'].some(login =>
      harness.shownTo(login).some(one => textOf(one).includes('already claimed this ticket')),
    ),
  )
  expect(kinds(ticket)).toEqual(['opened', 'claimed'])
  const here = ticket.channelId ?? ''
  const said = await Promise.all(['moderator', 'admin'].map(login => harness.as(login).say(here, '.ticket close')))
  const answers = await Promise.all(
    said.map(({ id }) =>
      until('an answer', () => harness.messages(here).find(one => one.message_reference?.message_id === id)),
    ),
  )
  expect(answers.map(textOf).toSorted()).toEqual(['Closed.', 'This ticket is already closed.'])
  expect(kinds(ticket).slice(0, 3)).toEqual(['opened', 'claimed', 'closed'])
  expect(kinds(ticket).filter(kind => kind === 'closed')).toHaveLength(1)
})

test('a ticket of another server is not found here, whoever presses', async () => {
  const { services } = harness.product
  const other = insertTicket(services, {
    guildId: '900000000000000001',
    number: 1,
    state: 'open',
    panelId: 'help',
    panelTitle: 'Help',
    kind: 'channel',
    channelId: '900000000000000002',
    name: 'ticket-1',
    openerId: harness.as('owner').userId,
    openedAt: 1,
    lastMessageAt: 1,
    closeRequestedAt: 1,
  })
  const general = services.client.channels.cache.get(harness.channel('general'))
  if (!general?.isSendable()) throw new Error('no channel')
  for (const custom_id of [
    closeButton.id({ id: other.id }),
    claimButton.id({ id: other.id, to: 'claim' }),
    closedButton.id({ id: other.id, to: 'delete' }),
    requestButton.id({ id: other.id, at: 1, to: 'close' }),
  ]) {
    const { id } = await general.send({
      content: 'x',
      components: [{ type: 1, components: [{ type: 2, style: 1, label: 'x', custom_id }] }],
    })
    const message = harness.messages(general.id).find(one => one.id === id)
    if (!message) throw new Error('no message')
    const before = harness.shownTo('owner').length
    await harness.as('owner').press(message, custom_id)
    await until('a refusal', () =>
      harness
        .shownTo('owner')
        .slice(before)
        .some(one => textOf(one).includes('no such ticket in this server')),
    )
  }
  expect(services.db.$client.prepare('SELECT state FROM tickets WHERE id = ?').get(other.id)).toEqual({ state: 'open' })
})

test('a ticket that is a thread: closing removes its member and locks it, reopening brings them back', async () => {
  const desks = await createTickets(harness)
  await desks.general({ twoStepTicket: false })
  const panel = await desks.panel({ kind: 'thread', title: 'Private' })
  const message = await desks.deploy(panel)
  const [press = ''] = controlsOn(message)
  await desks.told('member1', () => harness.as('member1').press(message, press))
  const row = await until(
    'the ticket',
    () =>
      desks.rows<{ id: number; channel_id: string }>(
        `SELECT id, channel_id FROM tickets WHERE state = 'open' AND guild_id = '${harness.guildId}'`,
      )[0],
  )
  const thread = () => harness.sandbox.context.world.channels.get(row.channel_id)
  expect(thread()?.channel.type).toBe(ChannelType.PrivateThread)
  const members = () =>
    harness.as('owner').rest<{ user_id: string }[]>('GET', `/channels/${row.channel_id}/thread-members`)
  const isIn = async (login: string) => (await members()).some(one => one.user_id === harness.as(login).userId)
  const command = async (text: string) => {
    const { id } = await harness.as('owner').say(row.channel_id, text)
    const answer = await until(`an answer to ${text}`, () =>
      harness.messages(row.channel_id).find(one => one.message_reference?.message_id === id),
    )
    return textOf(answer)
  }
  const metadata = () => (thread()?.channel as { thread_metadata?: { locked?: boolean } } | undefined)?.thread_metadata
  expect(await command(`.ticket create <@${harness.as('member3').userId}>`)).not.toContain('was added')
  expect(await command(`.ticket add <@${harness.as('member3').userId}>`)).toContain('was added')
  expect(await isIn('member3')).toBe(true)
  expect(await command('.ticket close')).toContain('Closed.')
  expect([await isIn('member1'), await isIn('member3'), metadata()?.locked]).toEqual([false, false, true])
  expect(await command('.ticket reopen')).toContain('Open again.')
  expect([await isIn('member1'), await isIn('member3'), metadata()?.locked]).toEqual([true, true, false])
  expect(await command(`.ticket remove <@${harness.as('member3').userId}>`)).toContain('was removed')
  expect(await isIn('member3')).toBe(false)
  await harness.as('owner').rest('PATCH', `/channels/${row.channel_id}`, { archived: true })
  await harness.as('owner').rest('PATCH', `/channels/${row.channel_id}`, { archived: false })
  expect(await command('.ticket close')).toContain('Closed.')
  await harness.as('owner').rest('DELETE', `/channels/${row.channel_id}`)
  await until('its end', () => desks.rows<{ state: string }>('SELECT state FROM tickets')[0]?.state === 'deleted')
})

/** The sandbox's name for the request that sets who sees a channel. */
const editsChannel = 'PATCH /channels/:channel_id'

test('the person who closes a ticket is told what Discord refused, and the rest is done', async () => {
  const ticket = await desk.open('member1')
  harness.sandbox.context.conditions.failNext = { count: 1, status: 403, route: editsChannel }
  const { id } = await harness.as('moderator').say(ticket.channelId ?? '', '.ticket close')
  const answer = await until('an answer', () =>
    harness.messages(ticket.channelId ?? '').find(one => one.message_reference?.message_id === id),
  )
  expect(textOf(answer)).toMatch(/^Closed\.\n.*(?:refused|permission|cannot)/i)
  expect(desk.now(ticket).state).toBe('closed')
  expect(harness.messages(ticket.channelId ?? '').some(one => textOf(one).includes('This ticket was closed'))).toBe(
    true,
  )
  expect(textOf(answer)).toContain('I will keep trying for half a day')
  expect(desk.sees(ticket, harness.as('member1').userId)).toBe(true)
  ahead += 2 * 60_000
  await harness.product.services.scheduler.tick()
  expect(desk.sees(ticket, harness.as('member1').userId)).toBe(false)
})

test('while tickets are switched off, existing ones can still be claimed, closed and reopened', async () => {
  const ticket = await desk.open('member1')
  desk.configure({ enabled: false })
  await desk.press('moderator', ticket, 'Claim')
  await until('it to be claimed', () => desk.now(ticket).claimedById === harness.as('moderator').userId)
  expect(await desk.command('moderator', ticket, '.ticket close')).toContain('Closed.')
  await desk.press('moderator', ticket, 'Reopen')
  await desk.reaches(ticket, 'open')
})

test('a ticket is closed as soon as Discord responds again', async () => {
  const ticket = await desk.open('member1')
  harness.sandbox.context.conditions.failNext = { count: 6, status: 500, route: editsChannel }
  await harness.as('moderator').say(ticket.channelId ?? '', '.ticket close')
  await until('it to be written down', () => desk.now(ticket).state === 'closed')
  await until('it to be done', () =>
    harness.messages(ticket.channelId ?? '').some(one => textOf(one).includes('This ticket was closed')),
  )
  await until('all of it', () => kinds(ticket).includes('transcript'))
  expect(desk.now(ticket).closedMessageId).not.toBeNull()
  expect(kinds(ticket)).toEqual(['opened', 'closed', 'transcript'])
})

test('a reason with names and pings is inert', async () => {
  const ticket = await desk.open('member1')
  await desk.press('moderator', ticket, 'Close')
  await told('moderator', 'Close this ticket?')
  await harness
    .as('moderator')
    .say(ticket.channelId ?? '', `.ticket close @everyone [x](https://example.org) <@${harness.as('member3').userId}>`)
  const notice = await until('the notice', () =>
    harness.messages(ticket.channelId ?? '').find(one => textOf(one).includes('Reason:')),
  )
  expect(notice).toMatchObject({ mention_everyone: false, mentions: [] })
  expect(textOf(notice)).not.toContain('](https')
})

test('a channel whose transcript cannot be kept is deleted only when somebody orders it', async () => {
  desk.configure({ twoStepClose: false })
  const ticket = await desk.open('member1')
  onTestFinished(() => supplyPerformers(harness.product.services, performers))
  supplyPerformers(harness.product.services, {
    ...performers,
    transcript: () => Promise.reject(new UserError('files.full', 'This server’s folder is full.')),
  })
  const { id } = await harness.as('moderator').say(ticket.channelId ?? '', '.ticket close')
  const answer = await until('an answer', () =>
    harness.messages(ticket.channelId ?? '').find(one => one.message_reference?.message_id === id),
  )
  expect(textOf(answer)).toContain('folder is full.\nSo its channel stays.')
  expect(desk.now(ticket).state).toBe('closed')
  await desk.press('moderator', ticket, 'Delete')
  await until('the channel to go', () => !harness.sandbox.context.world.channels.has(ticket.channelId ?? ''))
  expect(kinds(ticket)).toEqual(['opened', 'closed', 'deleted'])
})

test('deleting an open ticket closes it first, and says who did', async () => {
  const ticket = await desk.open('member1')
  await harness.as('moderator').say(ticket.channelId ?? '', '.ticket delete spam')
  await until('its end', () => desk.now(ticket).state === 'deleted')
  const events = eventsOf(harness.product.services, harness.guildId, ticket.id)
  const { userId } = harness.as('moderator')
  expect(events.map(({ kind, byId }) => [kind, byId]).slice(1)).toEqual([
    ['closed', userId],
    ['transcript', null],
    ['deleted', userId],
  ])
  expect(desk.now(ticket).closeReason).toBe('spam')
})

test('the same with slash commands: a reply for the caller, and a message in the ticket', async () => {
  const ticket = await desk.open('member1')
  const here = ticket.channelId ?? ''
  await harness.as('moderator').slash(here, 'ticket claim')
  await until('the claim', () => desk.now(ticket).claimedById === harness.as('moderator').userId)
  await harness.as('moderator').slash(here, 'ticket add', { who: harness.as('member3').userId })
  await until('it to be said', () => harness.messages(here).some(one => textOf(one).includes('was added')))
  await harness.as('moderator').slash(here, 'ticket close', { reason: 'done' })
  await told('moderator', 'Closed.')
  expect(desk.now(ticket)).toMatchObject({ state: 'closed', closeReason: 'done' })
  await harness.as('moderator').slash(here, 'ticket delete')
  await until('its end', () => desk.now(ticket).state === 'deleted')
})

test('the person a ticket is transferred to is pinged once; one who takes it over is not', async () => {
  const ticket = await desk.open('member1')
  const here = ticket.channelId ?? ''
  const handTo = async (login: string) => {
    const { userId } = harness.as(login)
    const { id } = await harness.as('moderator').say(here, `.ticket transfer <@${userId}>`)
    const answer = await until('an answer', () =>
      harness.messages(here).find(one => one.message_reference?.message_id === id),
    )
    expect(textOf(answer)).toContain(`<@${userId}> takes care`)
    return answer.mentions.map(one => one.id)
  }
  expect(await handTo('admin')).toEqual([harness.as('admin').userId])
  expect(await handTo('moderator')).toEqual([])
})

test('a ticket that is reopened during one-step closing keeps its channel', async () => {
  desk.configure({ twoStepClose: false })
  const ticket = await desk.open('member1')
  const { services } = harness.product
  const by = { id: harness.as('moderator').userId, name: 'moderator' }
  const closing = closeTicket(services, ticket, { by })
  expect(desk.now(ticket).state).toBe('closed')
  await Promise.all([closing, reopenTicket(services, desk.now(ticket), by, () => undefined)])
  expect(desk.now(ticket).state).toBe('open')
  expect(harness.sandbox.context.world.channels.has(ticket.channelId ?? '')).toBe(true)
})
