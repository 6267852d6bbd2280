// @module-tag long
import { ChannelType } from 'discord-api-types/v10'
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import { closeTicket, reopenTicket } from '../life/close.ts'
import type { Ticket } from '../life/rows.ts'
import { attachmentsOf, messagesOf } from '../record/rows.ts'
import { ticketMessages, ticketMessageVersions } from '../record/table.ts'
import type { ListedTranscript } from './contract.ts'
import { deliverHandle } from './make.ts'
import { transcriptFor } from './rows.ts'
import { ticketTranscriptDeliveries } from './table.ts'

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
const under = (rest = '') => `/api/guild/${harness.guildId}/tickets/transcripts${rest}`
const by = () => ({ id: harness.as('moderator').userId, name: 'mod' })
const say = (login: string, ticket: Ticket, text: string, files: readonly File[] = []) =>
  harness.as(login).say(ticket.channelId ?? '', text, {}, files)
const recordedAs = (ticket: Ticket, id: string) =>
  messagesOf(services(), ticket, { limit: 1000 }).find(one => one.id === id)

/** A closed ticket in which the team still writes, edits an earlier message, and sends a file. */
async function closedAndDiscussed() {
  const ticket = await desk.open('member1')
  await say('member1', ticket, 'My kiln is cold')
  const answer = await say('moderator', ticket, 'We look into it')
  await until('it to be recorded', () => recordedAs(ticket, answer.id))
  await closeTicket(services(), desk.now(ticket), { by: by() })
  const made = transcriptFor(services(), ticket)
  if (!made) throw new Error('no transcript')
  const later = await say('moderator', ticket, 'Übrigens: refund declined', [new File(['x'], 'verdict.txt')])
  await until('the file', () => attachmentsOf(services(), ticket).some(one => one.state === 'kept'))
  await harness
    .as('moderator')
    .rest('PATCH', `/channels/${ticket.channelId}/messages/${answer.id}`, { content: 'We look into it, not' })
  await until('the edit', () => recordedAs(ticket, answer.id)?.versions.length === 1)
  return { ticket, made, later, answer }
}

test('what the team writes, edits and sends after closing is visible only to the team', async () => {
  const { ticket, made, later, answer } = await closedAndDiscussed()
  const opener = await harness.signIn('member1')
  const team = await harness.signIn('moderator')
  const [file] = attachmentsOf(services(), ticket)
  const texts = async (who: typeof opener) => {
    const answers = []
    for (const address of ['', '/read', '/download?format=html', '/download?format=txt', '/download?format=json'])
      answers.push(await who.call('GET', under(`/${made.id}${address}`)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    return answers.map(({ body }) => (typeof body === 'string' ? body : JSON.stringify(body)))
  }
  for (const text of await texts(opener)) {
    expect(text).toContain('My kiln is cold')
    expect(text).toContain('We look into it')
    for (const hidden of ['refund declined', 'verdict.txt', 'We look into it, not']) expect(text).not.toContain(hidden)
  }
  for (const text of await texts(team)) {
    expect(text).toContain('refund declined')
    expect(text).toContain('We look into it, not')
    expect(text).toMatch(/after closing|afterClosing":true/)
  }
  const found = async (who: typeof opener, search: string) =>
    (
      (await who.call('GET', under(`?search=${encodeURIComponent(search)}`))).body as {
        transcripts: ListedTranscript[]
      }
    ).transcripts
  for (const text of ['refund', 'look into it, not', 'übrigens']) {
    expect(await found(opener, text)).toEqual([])
    expect(await found(team, text)).toHaveLength(1)
  }
  expect(await found(opener, 'kiln')).toHaveLength(1)
  const place = under(`/${made.id}/attachments/${file?.id}`)
  expect([(await opener.call('GET', place)).status, (await team.call('GET', place)).status]).toEqual([404, 200])
  const count = async (who: typeof opener) =>
    ((await who.call('GET', under(`/${made.id}`))).body as { messages: unknown[] }).messages.length
  expect(await count(opener)).toBeLessThan(await count(team))

  // Reading the channel again changes nothing, and neither does reopening the ticket.
  await reopenTicket(services(), desk.now(ticket), by(), () => undefined)
  const after = await say('moderator', ticket, 'Open again')
  await until('it to be recorded', () => recordedAs(ticket, after.id))
  await closeTicket(services(), desk.now(ticket), { by: by() })
  expect(recordedAs(ticket, later.id)?.afterClosing).toBe(true)
  expect(recordedAs(ticket, after.id)?.afterClosing).toBe(false)
  expect(recordedAs(ticket, answer.id)?.afterClosing).toBe(false)
  expect((await texts(opener))[0]).toContain('Open again')
})

test('messages written after closing while the bot was offline are recognized by their time', async () => {
  const ticket = await desk.open('member1')
  await say('member1', ticket, 'My kiln is cold')
  clock -= 60_000
  await closeTicket(services(), desk.now(ticket), { by: by() })
  clock += 60_000
  await say('moderator', ticket, 'said while closed')
  await until('all of it', () =>
    messagesOf(services(), ticket, { limit: 100 }).some(({ content }) => content === 'said while closed'),
  )
  services().db.delete(ticketMessages).run()
  services().db.delete(ticketMessageVersions).run()
  clock += 600_000
  await reopenTicket(services(), desk.now(ticket), by(), () => undefined)
  clock += 600_000
  await closeTicket(services(), desk.now(ticket), { by: by() })
  const all = messagesOf(services(), ticket, { limit: 100 })
  expect(all.find(({ content }) => content === 'said while closed')?.afterClosing).toBe(true)
  // The opener always sees their own messages, whenever they were written.
  expect(all.find(({ content }) => content === 'My kiln is cold')?.afterClosing).toBe(false)
})

test('the file in the opener’s direct messages ends with the closing', async () => {
  desk.configure({ dmUser: true, transcriptFormat: 'txt' })
  const { made } = await closedAndDiscussed()
  const files = () =>
    [...harness.sandbox.context.world.channels.values()]
      .filter(({ channel }) => channel.type === ChannelType.DM)
      .flatMap(({ messages }) => [...messages.values()])
      .flatMap(({ attachments }) => attachments.filter(({ filename }) => filename.includes(made.id)))
  await until('the first', () => files().length === 1)
  // A delivery that Discord delayed until the team had written again.
  services().db.update(ticketTranscriptDeliveries).set({ state: 'due', round: 7 }).run()
  services().scheduler.at(deliverHandle, {
    at: clock,
    key: `transcript:${made.id}`,
    guildId: harness.guildId,
    payload: { transcriptId: made.id },
  })
  await services().scheduler.tick()
  const [, second] = await until('the second', () => (files().length > 1 ? files() : undefined))
  const text = await (await fetch(second?.url ?? '')).text()
  expect(text).toContain('My kiln is cold')
  expect(text).not.toContain('refund')
})
