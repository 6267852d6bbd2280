// @module-tag long
import { OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10'
import { beforeEach, expect, test } from 'vitest'
import type { Reply } from '#contract'
import moderation from '#features/moderation/contract.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { holdBack } from '#test/discord-trouble.ts'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import { closeTicket, reopenTicket } from '../life/close.ts'
import type { Ticket } from '../life/rows.ts'
import type { endpoints } from './contract.ts'
import { deliveriesOf, type Transcript, transcriptFor } from './rows.ts'

let harness: Harness
let desk: Desk
let clock: number
const openServer = serverPerTest({ now: () => clock })
beforeEach(async () => {
  clock = Date.now()
  harness = await openServer()
  desk = createTicketDesk(harness)
  const author = { userId: null, via: 'bot' } as const
  services().settings.write(harness.guildId, moderation, { modlogChannel: harness.channel('safety') }, author)
})

const services = () => harness.product.services
const noPrivateMessages =
  'The transcript could not be sent to the opener of the ticket. They accept no direct messages from this server.'
const told = () =>
  harness
    .messages(harness.channel('safety'))
    .map(textOf)
    .filter(text => text.includes('Not done'))

const isSettled = (made: Transcript) =>
  until('it to have been tried everywhere', () =>
    deliveriesOf(services(), made).every(({ state }) => state === 'sent' || state === 'not_sent'),
  )

/** A closed ticket of somebody who accepts no direct messages; its transcript is sent where the settings say. */
async function closed(known?: Ticket) {
  const account = harness.sandbox.context.world.accounts.get(harness.as('member1').userId)
  if (!account) throw new Error('no account')
  account.directMessagesClosed = true
  const ticket = known ?? (await desk.open('member1'))
  await closeTicket(services(), desk.now(ticket), { by: null })
  const made = transcriptFor(services(), ticket)
  if (!made) throw new Error('no transcript')
  await services().scheduler.tick()
  await isSettled(made)
  account.directMessagesClosed = false
  return made
}

const page = async (login: string, id: string) =>
  (await (await harness.signIn(login)).call('GET', `/api/guild/${harness.guildId}/tickets/transcripts/${id}`))
    .body as Reply<typeof endpoints.transcript>

test('without a ticket log, the server and the transcript’s page report a failure to reach the opener', async () => {
  desk.configure({ dmUser: true, logChannel: null, transcriptChannel: null })
  const made = await closed()
  await until('the moderation log', () => told().length > 0)
  expect(told()).toHaveLength(1)
  expect(told()[0]).toContain(
    `Tickets: I could not send the transcript of ticket #0001 everywhere it should go. ${noPrivateMessages}`,
  )
  expect(told()[0]).toContain(`/tickets/transcript?id=${made.id}`)
  expect((await page('owner', made.id)).undelivered).toEqual([noPrivateMessages])
  // The opener's own view does not mention it.
  expect((await page('member1', made.id)).undelivered).toEqual([])
})

test('if the ticket log cannot be written in either, the server gets one report of everything', async () => {
  const rules = harness.channel('rules')
  desk.configure({ dmUser: true, logChannel: rules, transcriptChannel: rules })
  const deny = String(PermissionFlagsBits.AttachFiles)
  await harness
    .as('owner')
    .rest('PUT', `/channels/${rules}/permissions/${harness.botId}`, { type: OverwriteType.Member, allow: '0', deny })
  await harness.heard()
  const made = await closed()
  await until('the moderation log', () => told().length > 0)
  expect(told()).toHaveLength(1)
  expect(told()[0]).toContain(noPrivateMessages)
  expect(told()[0]).toContain(`The transcript could not be posted. I cannot post transcripts in <#${rules}>.`)
  expect((await page('owner', made.id)).undelivered.join(' ')).toContain('I cannot post transcripts in #rules.')
})

test('what is reported in the ticket log is not reported elsewhere', async () => {
  const rules = harness.channel('rules')
  desk.configure({ dmUser: true, logChannel: rules, transcriptChannel: null })
  await closed()
  const log = () =>
    harness
      .messages(rules)
      .map(textOf)
      .filter(text => text.includes('Transcript of ticket'))
  await until('the log of tickets', () => log().length > 0)
  expect(log()[0]).toContain(noPrivateMessages)
  expect(told()).toEqual([])
})

test('a report in the ticket log at an earlier closing, when there was a log, does not count either', async () => {
  const rules = harness.channel('rules')
  desk.configure({ dmUser: false, logChannel: rules, transcriptChannel: rules })
  const ticket = await desk.open('member1')
  await closed(ticket)
  const owner = { id: harness.as('owner').userId, name: 'owner' }
  await reopenTicket(services(), desk.now(ticket), owner, () => undefined)
  desk.configure({ dmUser: true, logChannel: null, transcriptChannel: null })
  clock += 60_000
  await closed(ticket)
  await until('the moderation log', () => told().length > 0)
  expect(told()[0]).toContain(noPrivateMessages)
})

test('the server gets one report about all places that did not get it', async () => {
  const webhookUrl = `https://discord.com/api/webhooks/123456789012345678/${'a'.repeat(68)}`
  desk.configure({ dmUser: true, logChannel: null, transcriptChannel: null, webhookUrl })
  await closed()
  await until('the moderation log', () => told().length > 0)
  await harness.heard()
  expect(told()).toHaveLength(1)
  expect(told()[0]).toContain(noPrivateMessages)
  expect(told()[0]).toContain('The webhook did not accept the transcript.')
})

test('that the opener has left is noted on the transcript, and not reported', async () => {
  desk.configure({ dmUser: true, logChannel: null, transcriptChannel: null })
  const ticket = await desk.open('member1')
  leaveGuild(harness.sandbox.context, harness.as('member1').userId, harness.guildId)
  await harness.heard()
  await until('the transcript', async () => {
    clock += 5000
    await services().scheduler.tick()
    const made = transcriptFor(services(), ticket)
    return made && deliveriesOf(services(), made).every(({ state }) => state === 'not_sent')
  })
  const made = transcriptFor(services(), ticket)
  await harness.heard()
  expect((await page('owner', made?.id ?? '')).undelivered).toEqual([
    'The transcript could not be sent to the opener of the ticket. The opener of the ticket is no longer in this server.',
  ])
  expect(told()).toEqual([])
})

test('a transcript that is held back after too many refusals is sent later', async () => {
  const log = harness.channel('rules')
  desk.configure({ dmUser: false, logChannel: null, transcriptChannel: log })
  const { held, end } = holdBack(
    harness,
    ({ method, fullRoute }) => method === 'POST' && fullRoute === `/channels/${log}/messages`,
  )
  const ticket = await desk.open('member1')
  await closeTicket(services(), desk.now(ticket), { by: null })
  const made = transcriptFor(services(), ticket)
  if (!made) throw new Error('no transcript')
  await until('it to be held back', async () => {
    await services().scheduler.tick()
    return held() > 0
  })
  end()
  await until('it to be sent', async () => {
    clock += 60_000
    await services().scheduler.tick()
    return deliveriesOf(services(), made).some(
      ({ to, state }) => to === 'log' && state !== 'due' && state !== 'sending',
    )
  })
  expect(deliveriesOf(services(), made).find(({ to }) => to === 'log')).toMatchObject({ state: 'sent', problem: null })
})
