// @module-tag long
import type { APIMessage } from 'discord-api-types/v10'
import { beforeEach, expect, test } from 'vitest'
import { guildContext } from '#kernel/context.ts'
import { applicationOf } from '#sandbox/demo/environment.ts'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { buttonsOf, createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import { eventsOf, type Ticket } from '../life/rows.ts'
import type { TicketFacts } from '../live/contract.ts'
import tickets from '../contract.ts'
import { ticketNumbers } from '../table.ts'
import { missedFeedbackQuestion } from './ask.ts'

const day = 86_400_000

let harness: Harness
let desk: Desk
let ahead = 0
const openServer = serverPerTest({ now: () => Date.now() + ahead })
beforeEach(async () => {
  ahead = 0
  harness = await openServer()
  for (const account of harness.sandbox.context.world.accounts.values()) account.directMessagesClosed = false
  desk = createTicketDesk(harness)
})

const contextOf = () => {
  const { services } = harness.product
  const guild = services.client.guilds.cache.get(harness.guildId)
  if (!guild) throw new Error('no guild')
  return guildContext(services, tickets, guild)
}

const close = async (ticket: Ticket) => {
  await harness.as('moderator').say(ticket.channelId ?? '', '.ticket close')
  await until('it to be closed', () => desk.now(ticket).state === 'closed')
}
/** The questions in all direct messages of the bot. */
const questions = (): APIMessage[] =>
  [...harness.sandbox.context.world.channels.values()]
    .filter(({ guildId }) => guildId === undefined)
    .flatMap(({ messages }) => [...messages.values()])
    .filter(message => buttonsOf(message).some(({ label }) => label === '5'))
const asked = () => until('the question', () => questions()[0])
const star = (message: APIMessage, stars: number) => buttonsOf(message)[stars - 1]?.custom_id ?? ''

/** Sends the dialog that a press opened. */
async function comment(login: string, channelId: string, text: string) {
  const { userId, rest } = harness.as(login)
  const opened = await until('the dialog', () =>
    [...harness.sandbox.context.world.interactions.values()].findLast(one => one.modal && one.userId === userId),
  )
  await rest('POST', '/interactions', {
    type: 5,
    application_id: applicationOf(harness.sandbox).id,
    channel_id: channelId,
    session_id: 'test',
    data: {
      id: opened.id,
      custom_id: opened.modal?.custom_id,
      components: [{ type: 18, component: { type: 4, custom_id: 'comment', value: text } }],
    },
  })
}

test('a member is asked for a rating once, by direct message, and may change the answer for a week', async () => {
  const ticket = await desk.open('member1')
  await close(ticket)
  const question = await asked()
  await harness.as('member1').press(question, star(question, 4))
  await until('the stars', () => desk.now(ticket).rating === 4)
  await comment('member1', question.channel_id, 'quick @everyone')
  await until('the comment', () => desk.now(ticket).ratingComment === 'quick @everyone')
  await until('the thanks', () => questions()[0] && textOf(questions()[0] as APIMessage).includes('Thank you'))
  await harness.restart()
  ahead = 6 * day
  await harness.as('member1').press(question, star(question, 2))
  await until('the other stars', () => desk.now(ticket).rating === 2)
  ahead = 8 * day
  await harness.as('member1').press(question, star(question, 5))
  await until('the refusal', () => harness.shownTo('member1').some(one => textOf(one).includes('more than a week ago')))
  expect(desk.now(ticket)).toMatchObject({ rating: 2, ratingComment: 'quick @everyone' })
  const stars = eventsOf(harness.product.services, harness.guildId, ticket.id).filter(({ kind }) => kind === 'rated')
  expect(stars.map(({ detail }) => detail)).toEqual([{ stars: 4 }, { stars: 2 }])
  await harness.as('moderator').say(ticket.channelId ?? '', '.ticket reopen')
  await until('it to be open', () => desk.now(ticket).state === 'open')
  await close(ticket)
  await harness.product.services.scheduler.tick()
  expect(questions()).toHaveLength(1)
})

test('the log and the closed ticket show the team the stars and the comment', async () => {
  desk.configure({ logChannel: harness.channel('mod-log') })
  const ticket = await desk.open('member1')
  await close(ticket)
  const question = await asked()
  await harness.as('member1').press(question, star(question, 4))
  const told = (channelId: string | null) =>
    harness.messages(channelId ?? '').filter(one => one.author.id === harness.botId && textOf(one).includes('★'))
  await until('the stars', () => told(ticket.channelId).length === 1)
  await comment('member1', question.channel_id, 'quick @everyone')
  for (const channelId of [harness.channel('mod-log'), ticket.channelId]) {
    const [, last] = await until('the comment', () => {
      const both = told(channelId)
      return both.length === 2 && both
    })
    expect(textOf(last as APIMessage)).toMatch(/★★★★☆ from <@\d+>\n> quick @.?everyone/u)
    expect(last).toMatchObject({ mentions: [], mention_everyone: false })
  }
  expect(told(harness.channel('mod-log'))[0]?.embeds[0]?.title).toBe('Ticket #0001 rated')
})

test('a member who presses one star after another floods neither the log nor the ticket', async () => {
  desk.configure({ logChannel: harness.channel('mod-log') })
  const ticket = await desk.open('member1')
  await close(ticket)
  const question = await asked()
  const told = (channelId: string | null) =>
    harness.messages(channelId ?? '').filter(one => one.author.id === harness.botId && textOf(one).includes('★')).length
  for (const stars of [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]) {
    await harness.as('member1').press(question, star(question, stars))
    await until('the stars', () => desk.now(ticket).rating === stars)
  }
  await harness.restart()
  await harness.product.services.scheduler.tick()
  expect([harness.channel('mod-log'), ticket.channelId].map(told)).toEqual([5, 5])
})

/** Makes somebody refuse direct messages. */
function closeMessagesOf(login: string) {
  const account = [...harness.sandbox.context.world.accounts.values()].find(one => one.login === login)
  if (account) account.directMessagesClosed = true
}
const shown = (login: string, text: string) =>
  until(text, () => harness.shownTo(login).find(one => textOf(one).includes(text)))

test.each(['the button', 'the slash command'])(
  'who closes their own ticket by %s says how it went while they still see it, and is not asked again',
  async how => {
    closeMessagesOf('member1')
    const ticket = await desk.open('member1')
    if (how === 'the button') await desk.press('member1', ticket, 'Close')
    else await harness.as('member1').slash(ticket.channelId ?? '', 'ticket close', {})
    const question = await shown('member1', 'How did it go?')
    expect(textOf(question)).toContain('Close this ticket?')
    expect(desk.now(ticket).state).toBe('open')
    await harness.as('member1').press(question, star(question, 4))
    await until('the stars', () => desk.now(ticket).rating === 4)
    await comment('member1', ticket.channelId ?? '', 'quick')
    const thanks = await shown('member1', 'Thank you for your answer to ticket #0001')
    expect(buttonsOf(thanks).map(({ label }) => label)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      'Close',
      'Close with a reason',
    ])
    await desk.press('member1', ticket, 'Close')
    await desk.reaches(ticket, 'closed')
    await harness.product.services.scheduler.tick()
    expect(desk.now(ticket)).toMatchObject({ rating: 4, ratingComment: 'quick', feedbackAskedAt: null })
  },
)

test('the team closes by the command at once, and a panel may not ask at all', async () => {
  const ticket = await desk.open('member1')
  await harness.as('moderator').slash(ticket.channelId ?? '', 'ticket close', {})
  await desk.reaches(ticket, 'closed')
  desk.panel({ feedback: false })
  const other = await desk.open('member3')
  await desk.press('member3', other, 'Close')
  expect(textOf(await shown('member3', 'Close this ticket?'))).not.toContain('How did it go?')
  await close(other)
  await harness.product.services.scheduler.tick()
  expect(desk.now(other).feedbackAskedAt).toBeNull()
})

test('a member who has left the server since can no longer rate', async () => {
  const ticket = await desk.open('member3')
  await close(ticket)
  const question = await asked()
  await harness.as('owner').rest('DELETE', `/guilds/${harness.guildId}/members/${harness.as('member3').userId}`)
  await harness.as('member3').press(question, star(question, 1))
  await until('the refusal', () => harness.shownTo('member3').some(one => textOf(one).includes('no longer in the')))
  expect(desk.now(ticket).rating).toBeNull()
})

test('the team sees the stars and the comment in the browser and in every transcript', async () => {
  const ticket = await desk.open('member1')
  await close(ticket)
  const question = await asked()
  await harness.as('member1').press(question, star(question, 4))
  await until('the stars', () => desk.now(ticket).rating === 4)
  await comment('member1', question.channel_id, 'Quick, <b>kind</b>\nand right')
  await until('the comment', () => desk.now(ticket).ratingComment !== null)
  const moderator = await harness.signIn('moderator')
  const under = `/api/guild/${harness.guildId}/tickets`
  const { body } = await moderator.call('GET', `${under}/ticket/${ticket.id}`)
  const shown = { rating: 4, ratingComment: 'Quick, <b>kind</b>\nand right' }
  expect(body).toMatchObject({ ticket: shown })
  const { transcriptId } = (body as TicketFacts).ticket
  const kept = `${under}/transcripts/${transcriptId}`
  expect((await moderator.call('GET', kept)).body).toMatchObject({ transcript: shown })
  const download = async (format: string) =>
    String((await moderator.call('GET', `${kept}/download?format=${format}`)).body)
  expect(await download('html')).toContain('Quick, &lt;b&gt;kind&lt;/b&gt;<br>and right')
  expect(await download('txt')).toContain('Comment: Quick, <b>kind</b>')
})

/** The question in a ticket's channel. */
const questionHere = ({ channelId }: Ticket) =>
  until('the question in the channel', () => {
    if (!harness.sandbox.context.world.channels.has(channelId ?? '')) return undefined
    return harness.messages(channelId ?? '').find(one => buttonsOf(one).some(({ label }) => label === '5'))
  })
const isThere = ({ channelId }: Ticket) => harness.sandbox.context.world.channels.has(channelId ?? '')

test('a member without direct messages is asked in the channel before it is deleted; an answer ends that', async () => {
  closeMessagesOf('member1')
  desk.configure({ twoStepClose: false })
  const { userId } = harness.as('member1')
  const ticket = await desk.open('member1')
  await harness.as('moderator').say(ticket.channelId ?? '', '.ticket close')
  const question = await questionHere(ticket)
  expect(question).toMatchObject({ content: `<@${userId}>`, mentions: [{ id: userId }] })
  expect(textOf(question)).toContain('Your answer is shown to the team. This channel will be deleted <t:')
  expect([desk.sees(ticket, userId), desk.writes(ticket, userId)]).toEqual([true, false])
  await harness.restart()
  await harness.as('member1').press(question, star(question, 3))
  await comment('member1', ticket.channelId ?? '', 'swift')
  await until('both', () => desk.now(ticket).rating === 3 && desk.now(ticket).ratingComment === 'swift')
  expect([isThere(ticket), desk.now(ticket).waitsSince]).toEqual([true, expect.any(Number)])
  ahead = 20_000
  await harness.product.services.scheduler.tick()
  await desk.reaches(ticket, 'deleted')
  await until('the channel to go', () => !isThere(ticket))
  expect(JSON.stringify(harness.sandbox.requests())).not.toContain('> swift')
})

test('a member who does not answer there keeps it for at most ten minutes, and is not asked again', async () => {
  closeMessagesOf('member1')
  desk.configure({ twoStepClose: false })
  const ticket = await desk.open('member1')
  await harness.as('member1').say(ticket.channelId ?? '', '.ticket close')
  await questionHere(ticket)
  ahead = 9 * 60_000
  await harness.product.services.scheduler.tick()
  expect([desk.now(ticket).state, isThere(ticket)]).toEqual(['closed', true])
  ahead = 11 * 60_000
  await harness.product.services.scheduler.tick()
  await until('the channel to go', () => !isThere(ticket))
  expect(missedFeedbackQuestion(contextOf(), harness.as('member1').userId)).toBeUndefined()
})

test('nobody is asked in a ticket that is deleted immediately, or in one that is reopened', async () => {
  closeMessagesOf('member1')
  desk.configure({ twoStepClose: false })
  const gone = await desk.open('member1')
  await harness.as('moderator').say(gone.channelId ?? '', '.ticket delete')
  await until('the channel to go', () => !isThere(gone))
  const again = await desk.open('member1')
  await harness.as('moderator').say(again.channelId ?? '', '.ticket close')
  await questionHere(again)
  const moderator = await harness.signIn('moderator')
  const address = `/api/guild/${harness.guildId}/tickets/ticket/${again.id}/reopen`
  expect((await moderator.call('POST', address)).status).toBe(200)
  expect(desk.now(again)).toMatchObject({ state: 'open', deleteAt: null, askedHereUntil: null })
  expect(desk.writes(again, harness.as('member1').userId)).toBe(true)
})

test('a member who could not be asked is asked once when they open their next ticket', async () => {
  closeMessagesOf('member1')
  desk.configure({ rateLimitEnabled: false, twoStepTicket: false })
  const ticket = await desk.open('member1')
  await close(ticket)
  await until('the refusal to be noted', () => desk.now(ticket).feedbackRefusedAt !== null)
  const { guildId } = harness
  harness.product.services.db.insert(ticketNumbers).values({ guildId, last: 1 }).run()
  const owner = await harness.signIn('owner')
  const deploy = `/api/guild/${harness.guildId}/tickets/panels/help/deploy`
  const channelId = harness.channel('general')
  const { body } = await owner.call('POST', deploy, { channelId })
  const posted = (body as { message_id: string }).message_id
  const panel = await until('the panel', () => harness.messages(channelId).find(({ id }) => id === posted))
  const press = () => harness.as('member1').press(panel, buttonsOf(panel)[0]?.custom_id ?? '')
  await press()
  const asked = await shown('member1', 'How did it go?')
  expect(textOf(asked)).toMatch(/Your ticket: <#\d+>/)
  await harness.as('member1').press(asked, star(asked, 5))
  await until('the stars', () => desk.now(ticket).rating === 5)
  await comment('member1', channelId, 'late, but kind')
  const thanks = await shown('member1', 'Thank you for your answer to ticket #0001')
  expect(textOf(thanks)).toMatch(/Your ticket: <#\d+>/)
  expect(missedFeedbackQuestion(contextOf(), harness.as('member1').userId)).toBeUndefined()
})
