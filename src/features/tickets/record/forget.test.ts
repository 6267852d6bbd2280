// @module-tag long
import { randomUUID } from 'node:crypto'
import { getTableColumns } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { guildContext } from '#kernel/context.ts'
import { forgetUser } from '#kernel/guilds/forget.ts'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import tickets from '../contract.ts'
import { claimTicket, transferTicket } from '../life/claim.ts'
import { closeTicket, reopenTicket } from '../life/close.ts'
import { addToTicket } from '../life/guests.ts'
import { noteEvent, type Ticket } from '../life/rows.ts'
import { postOpening } from '../opening/opening-message.ts'
import { panelOf } from '../panels/rows.ts'
import { tables, tickets as ticketRows } from '../table.ts'
import { attachmentsOf, messagesOf } from './rows.ts'
import { ticketMessageVersions } from './table.ts'

let harness: Harness
let desk: Desk
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = createTicketDesk(harness)
})

const services = () => harness.product.services
const recorded = (ticket: Ticket) => messagesOf(services(), ticket, { limit: 100 })

function context() {
  const guild = services().client.guilds.cache.get(harness.guildId)
  if (!guild) throw new Error('no guild')
  return guildContext(services(), tickets, guild)
}

async function member(login: string) {
  const found = await services().access.member(context().guild, harness.as(login).userId)
  if (!found) throw new Error(`no ${login}`)
  return found
}

/** Returns which texts any column of any ticket table still contains. */
function found(texts: readonly string[]): string[] {
  return Object.entries(tables).flatMap(([name, { table }]) =>
    services()
      .db.select()
      .from(table)
      .all()
      .flatMap((row: Record<string, unknown>) =>
        Object.keys(getTableColumns(table)).flatMap(column => {
          const held = JSON.stringify(row[column] ?? null)
          return texts.filter(text => held.includes(text)).map(text => `${name}.${column}: ${text}`)
        }),
      ),
  )
}

/** A ticket with a file and answers that fill more than one message, in which everybody did something. */
async function busyTicket() {
  const answers = [
    'Kiln no. 7 explodes at night',
    `${'clay '.repeat(200)}and nothing else`,
    'Ä “quoted” line\nand another',
  ]
  const ticket = await desk.open('member1')
  const ctx = context()
  services()
    .db.update(ticketRows)
    .set({ answers: answers.map((value, at) => ({ label: `Question ${at}`, value })) })
    .run()
  const channel = ctx.guild.channels.cache.get(ticket.channelId ?? '')
  const panel = panelOf(ctx, harness.guildId, 'help')
  if (!channel?.isTextBased() || !panel) throw new Error('no place')
  const opening = await postOpening(ctx, desk.now(ticket), panel.design, channel, 1)
  await channel.send({ embeds: [{ description: answers[1] ?? '' }] })
  await channel.send({ content: 'Their files', files: [{ attachment: Buffer.from('x'), name: 'passport.txt' }] })
  services().db.update(ticketRows).set({ openMessageId: opening.id }).run()
  await until('the file', () => attachmentsOf(services(), ticket).some(one => one.state === 'kept'))
  await harness.as('member1').say(ticket.channelId ?? '', 'my own words')
  await harness.as('moderator').say(ticket.channelId ?? '', 'the team’s words')
  await until('all of it', () => recorded(ticket).some(({ content }) => content === 'the team’s words'))
  const moderator = await member('moderator')
  await addToTicket(ctx, desk.now(ticket), { by: moderator, target: await member('member2') })
  await claimTicket(ctx, desk.now(ticket), await member('owner'))
  await transferTicket(ctx, desk.now(ticket), { by: await member('owner'), to: moderator })
  return { ticket, answers }
}

const overwritesOf = ({ channelId }: Ticket) => {
  const { channel } = harness.sandbox.context.world.channels.get(channelId ?? '') ?? {}
  return JSON.stringify((channel as { permission_overwrites?: unknown }).permission_overwrites)
}

test('a person who asks to be forgotten is in no ticket table any more, whatever happens to the ticket', async () => {
  const { ticket, answers } = await busyTicket()
  const opener = harness.as('member1').userId
  const theirs = [
    opener,
    'member1',
    'passport.txt',
    'my own words',
    ...answers.map(text => JSON.stringify(text).slice(1, -1)),
  ]
  expect(found(theirs)).not.toEqual([])
  forgetUser(services(), opener)
  expect(found(theirs)).toEqual([])
  await until('the file to go', () => services().files.usedBy(harness.guildId) === 0)

  // When the ticket is closed and read again, the messages still in Discord are not recorded again.
  const by = { id: harness.as('moderator').userId, name: (await member('moderator')).displayName }
  await closeTicket(services(), desk.now(ticket), { by, reason: 'solved by the moderator' })
  await reopenTicket(services(), desk.now(ticket), by, () => undefined)
  await closeTicket(services(), desk.now(ticket), { by, reason: 'solved by the moderator' })
  expect(found([opener, 'passport.txt', ...answers.map(text => JSON.stringify(text).slice(1, -1))])).toEqual([])
  expect(recorded(ticket).map(({ content }) => content)).toContain('the team’s words')

  forgetUser(services(), by.id)
  expect(found([by.id, by.name, 'solved by the moderator', 'the team’s words'])).toEqual([])
})

test('a guest who asked to be forgotten does not keep access to a closed ticket', async () => {
  const { ticket } = await busyTicket()
  const guest = harness.as('member2').userId
  expect(overwritesOf(ticket)).toContain(guest)
  forgetUser(services(), guest, harness.guildId)
  expect(found([guest, 'member2'])).toEqual([])
  await closeTicket(services(), desk.now(ticket), { by: null })
  expect(overwritesOf(ticket)).not.toContain(guest)
})

test('whoever opened a ticket for a member takes only their name from its first message', async () => {
  const ticket = await desk.open('member1')
  const ctx = context()
  const by = { id: harness.as('moderator').userId, name: (await member('moderator')).displayName }
  noteEvent(ctx, ticket, { kind: 'opened_for', by, detail: {} })
  services()
    .db.update(ticketRows)
    .set({ answers: [{ label: 'What is it about?', value: 'The kiln explodes' }] })
    .run()
  const channel = ctx.guild.channels.cache.get(ticket.channelId ?? '')
  const panel = panelOf(ctx, harness.guildId, 'help')
  if (!channel?.isTextBased() || !panel) throw new Error('no place')
  const opening = await postOpening(ctx, desk.now(ticket), panel.design, channel, 1)
  services().db.update(ticketRows).set({ openMessageId: opening.id }).run()
  const recordedOpening = () => recorded(ticket).find(({ id }) => id === opening.id)
  await until('it to be recorded', () => recordedOpening()?.content?.includes(by.name))
  const { content } = opening
  services()
    .db.insert(ticketMessageVersions)
    .values({ guildId: harness.guildId, ticketId: ticket.id, messageId: opening.id, content, at: 1 })
    .run()

  forgetUser(services(), by.id)
  const expectNameless = () => {
    expect(found([by.id, by.name])).toEqual([])
    expect(recordedOpening()?.content).toMatch(/The team opened this ticket for you\.$/)
    expect(JSON.stringify(recordedOpening()?.parts)).toContain('The kiln explodes')
  }
  expectNameless()
  // Discord still has the name when the ticket is closed and read again.
  await closeTicket(services(), desk.now(ticket), { by: null })
  expectNameless()
  forgetUser(services(), harness.as('member1').userId)
  expect(found(['The kiln explodes'])).toEqual([])
})

test('a member whose name is also a word: other people’s messages stay, and the name is removed', async () => {
  const ticket = await desk.open('member1')
  services().db.update(ticketRows).set({ openerName: 'the' }).run()
  const moderator = await harness.signIn('moderator')
  const path = (rest: string) => `/api/guild/${harness.guildId}/tickets/${rest}`
  const owner = await harness.signIn('owner')
  for (const [name, text] of [
    ['scam', 'You were warned for the scam you ran.'],
    ['hello', 'Hello {member}, welcome.'],
  ])
    expect((await owner.call('POST', path('tags'), { name, text, words: [] })).status).toBe(200)
  const answer = { text: `<@${harness.as('member1').userId}>, the scam was yours.`, key: randomUUID() }
  expect((await moderator.call('POST', path(`ticket/${ticket.id}/answer`), answer)).status).toBe(200)
  expect((await moderator.call('POST', path(`ticket/${ticket.id}/claim`), {})).status).toBe(200)
  for (const name of ['scam', 'hello'])
    await harness.answerTo(await harness.as('moderator').say(ticket.channelId ?? '', `.tag ${name}`))
  await until('all of it', () => recorded(ticket).some(({ content }) => content === 'Hello the, welcome.'))
  forgetUser(services(), harness.as('member1').userId)
  const left = JSON.stringify(recorded(ticket))
  expect(left).toContain('the scam was yours')
  expect(left).toContain('You were warned for the scam you ran.')
  expect(left).toContain('wren takes care of this ticket')
  expect(left).not.toContain('Hello the')
  const { guildId, id: ticketId } = ticket
  for (const { id: messageId, content } of recorded(ticket))
    services()
      .db.insert(ticketMessageVersions)
      .values({ guildId, ticketId, messageId, content: `Before: ${content}`, at: 1 })
      .run()
  forgetUser(services(), harness.as('moderator').userId)
  expect(found(['wren', 'the scam was yours'])).toEqual([])
  expect(found(['Before: You were warned'])).not.toEqual([])
})
