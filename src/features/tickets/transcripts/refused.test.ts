// @module-tag long
import { PermissionFlagsBits, PermissionsBitField } from 'discord.js'
import { beforeEach, expect, test } from 'vitest'
import { failing, holdBack, without } from '#test/discord-trouble.ts'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import { closeTicket } from '../life/close.ts'
import type { Ticket } from '../life/rows.ts'
import { messagesOf } from '../record/rows.ts'
import { deliveriesOf, transcriptFor } from './rows.ts'

let harness: Harness
let desk: Desk
let clock: number
const openServer = serverPerTest({ now: () => clock })
beforeEach(async () => {
  clock = Date.now()
  harness = await openServer()
  desk = createTicketDesk(harness)
})

const services = () => harness.product.services
const isThere = ({ channelId }: Ticket) => harness.sandbox.context.world.channels.has(channelId ?? '')
const recorded = (ticket: Ticket) => messagesOf(services(), ticket, { limit: 100 })

async function openedWith(text: string): Promise<Ticket> {
  const ticket = await desk.open('member1')
  await harness.as('member1').say(ticket.channelId ?? '', text)
  await until('it to be recorded', () => recorded(ticket).some(({ content }) => content === text))
  return ticket
}

test('without Read Message History nothing counts as deleted, and the channel stays', async () => {
  desk.configure({ twoStepClose: false })
  const ticket = await openedWith('heard as it was written')
  const permissions = String(PermissionsBitField.Default & ~PermissionFlagsBits.ReadMessageHistory)
  await harness.as('owner').rest('PATCH', `/guilds/${harness.guildId}/roles/${harness.guildId}`, { permissions })
  await without(harness, PermissionFlagsBits.ReadMessageHistory)
  const problems = await closeTicket(services(), desk.now(ticket), { by: null })
  expect(problems.join(' ')).toContain('I lack Read Message History')
  expect(transcriptFor(services(), ticket)?.problem).toContain('I lack Read Message History')
  expect(recorded(ticket).filter(({ deletedAt }) => deletedAt !== null)).toEqual([])
  expect(isThere(ticket)).toBe(true)
})

test('a channel that could not be read whole is not deleted automatically either', async () => {
  desk.panel({ auto_delete: true, auto_delete_time: 60 })
  const ticket = await openedWith('only here')
  await failing(harness, 403, 'GET /channels/:channel_id/messages', () =>
    closeTicket(services(), desk.now(ticket), { by: null }),
  )
  expect(desk.now(ticket)).toMatchObject({ state: 'closed', deleteAt: null })
  await until('the team to be told', () =>
    harness.messages(ticket.channelId ?? '').some(one => textOf(one).includes('Its transcript could not be kept')),
  )
  clock += 61 * 60_000
  await services().scheduler.tick()
  expect(desk.now(ticket).state).toBe('closed')
  expect(isThere(ticket)).toBe(true)
})

test('a channel whose transcript is held back after too many refusals is read later', async () => {
  desk.panel({ auto_delete: true, auto_delete_time: 60 })
  const ticket = await openedWith('only here')
  const { held, end } = holdBack(harness, ({ fullRoute }) => fullRoute === `/channels/${ticket.channelId}/messages`)
  const problems = await closeTicket(services(), desk.now(ticket), { by: null })
  expect(held()).toBeGreaterThan(0)
  expect(problems).toEqual(['Discord is not taking my requests right now. I will go on as soon as it does.'])
  end()
  await until('the transcript', async () => {
    clock += 60_000
    await services().scheduler.tick()
    return transcriptFor(services(), ticket)?.problem === null
  })
})

test('a channel whose transcript waits for Discord is deleted only once the transcript exists', async () => {
  desk.panel({ auto_delete: true, auto_delete_time: 60 })
  const ticket = await openedWith('only here')
  await failing(harness, 503, 'GET /channels/:channel_id/messages', async () => {
    await closeTicket(services(), desk.now(ticket), { by: null })
    clock += 61 * 60_000
    await services().scheduler.tick()
    expect(desk.now(ticket).state).toBe('closed')
  })
  expect(isThere(ticket)).toBe(true)
  clock += 61 * 60_000
  await services().scheduler.tick()
  await until('the channel to go', () => !isThere(ticket))
  expect(transcriptFor(services(), ticket)).toMatchObject({ problem: null })
})

test('if the transcript channel is gone, one notice without the file is posted in the ticket log', async () => {
  const { id } = await harness
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${harness.guildId}/channels`, { name: 'records', type: 0 })
  const { cache } = services().client.channels
  await until('the bot to know the channel', () => cache.has(id))
  desk.configure({ transcriptChannel: id, logChannel: harness.channel('rules') })
  const ticket = await openedWith('to be kept')
  await harness.as('owner').rest('DELETE', `/channels/${id}`)
  await until('the bot to know', () => !cache.has(id))
  await closeTicket(services(), desk.now(ticket), { by: null })
  await services().scheduler.tick()
  const told = () =>
    harness.messages(harness.channel('rules')).filter(one => textOf(one).includes('Transcript of ticket'))
  await until('the log to be told', () => told().length > 0)
  expect(told().map(textOf).join()).toContain('The transcript could not be posted. The transcript channel is gone.')
  expect(told()[0]?.attachments).toEqual([])
  const made = transcriptFor(services(), ticket)
  await until('it to be noted', () =>
    made ? deliveriesOf(services(), made).some(({ to, state }) => to === 'log' && state === 'not_sent') : false,
  )
  await services().scheduler.tick()
  expect(told()).toHaveLength(1)
})

test('a webhook gets the transcript after a short outage of Discord', async () => {
  const general = harness.channel('general')
  const hook = await harness
    .as('owner')
    .rest<{ id: string; token: string }>('POST', `/channels/${general}/webhooks`, { name: 'Archive' })
  desk.configure({ webhookUrl: `https://discord.com/api/webhooks/${hook.id}/${hook.token}` })
  const ticket = await openedWith('to be kept')
  const delivery = () => {
    const made = transcriptFor(services(), ticket)
    return made && deliveriesOf(services(), made).find(({ to }) => to === 'webhook')
  }
  let tried = 0
  const { rest } = services().client
  const request = rest.request.bind(rest)
  rest.request = options => {
    if (options.fullRoute.startsWith('/webhooks/')) tried += 1
    return request(options)
  }
  await failing(harness, 503, 'POST /webhooks/:webhook_id/:webhook_token', async () => {
    await closeTicket(services(), desk.now(ticket), { by: null })
    await services().scheduler.tick()
    await until('it to be refused', () => tried > 0 && delivery()?.state === 'due')
  })
  clock += 60 * 60_000
  await services().scheduler.tick()
  await until('it to arrive', () => delivery()?.state === 'sent')
  expect(harness.messages(general).filter(one => textOf(one).includes('Transcript of ticket'))).toHaveLength(1)
})

test('a channel that could not be read whole is not deleted with the messages that only it has', async () => {
  desk.configure({ twoStepClose: false })
  const ticket = await openedWith('heard as it was written')
  const problems = await failing(harness, 403, 'GET /channels/:channel_id/messages', () =>
    closeTicket(services(), desk.now(ticket), { by: null }),
  )
  expect(problems.join(' ')).toContain('I could not read the whole channel')
  expect(isThere(ticket)).toBe(true)
  expect(transcriptFor(services(), ticket)?.problem).toContain('I could not read the whole channel')
  expect(recorded(ticket).map(({ content }) => content)).toContain('heard as it was written')
})
