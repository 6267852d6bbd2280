// @module-tag long
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { forgetUser } from '#kernel/guilds/forget.ts'
import { failing } from '#test/discord-trouble.ts'
import type { Harness } from '#test/harness.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { insertTicket, type Ticket } from '../life/rows.ts'
import { countMessages, messagesOf } from '../record/rows.ts'
import type { TranscriptMessage } from '../transcripts/contract.ts'
import type { TicketFacts } from './contract.ts'
import { ticketAnswers } from './table.ts'

let harness: Harness
let desk: Desk
let clock: number
const openServer = serverPerTest({ now: () => clock })
beforeEach(async () => {
  clock = Date.now()
  harness = await openServer()
  desk = createTicketDesk(harness)
})

const under = ({ id }: Pick<Ticket, 'id'>, rest = '') => `/api/guild/${harness.guildId}/tickets/ticket/${id}${rest}`
const said = (ticket: Ticket) => harness.messages(ticket.channelId ?? '').map(({ content }) => content)
const recorded = (ticket: Ticket) => countMessages(harness.product.services, ticket)
const say = (login: string, ticket: Ticket, text: string) => harness.as(login).say(ticket.channelId ?? '', text)
const answer = (who: Visitor, ticket: Ticket, text: string, key: string = randomUUID()) =>
  who.call('POST', under(ticket, '/answer'), { text, key })

async function get<T>(who: Visitor, path: string): Promise<T> {
  const { status, body } = await who.call('GET', path)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as T
}
interface Page {
  messages: TranscriptMessage[]
  earlier: string | null
  kept: boolean
}

test('the team answers through the bot, under their own name, and nobody is pinged except the opener', async () => {
  desk.panel({ auto_claim: true })
  const ticket = await desk.open('member1')
  const moderator = await harness.signIn('moderator')
  const text = `Hi <@${harness.as('member1').userId}>, @everyone and <@${harness.as('owner').userId}>`
  const { status, body } = await answer(moderator, ticket, text)
  expect(status).toBe(200)
  const message = harness
    .messages(ticket.channelId ?? '')
    .find(({ id }) => id === (body as { messageId: string }).messageId)
  expect(message?.content).toBe(`**wren**, Moderator: ${text}`)
  expect(message?.mention_everyone).toBe(false)
  expect(message?.mentions.map(({ id }) => id)).toEqual([harness.as('member1').userId])
  expect(desk.now(ticket)).toMatchObject({
    awaiting: 'member',
    firstResponseById: harness.as('moderator').userId,
    claimedById: harness.as('moderator').userId,
  })
  await until('it to be recorded', () => recorded(ticket) > 0)
  const page = await get<Page>(moderator, under(ticket, '/messages'))
  expect(page.messages.map(({ content }) => content)).toContain(`**wren**, Moderator: ${text}`)
})

test('a retry sends once: during the first try, after it, and after a crash between sending and storing', async () => {
  const ticket = await desk.open('member1')
  const moderator = await harness.signIn('moderator')
  const key = randomUUID()
  const both = await Promise.all([answer(moderator, ticket, 'Once', key), answer(moderator, ticket, 'Once', key)])
  const again = await answer(moderator, ticket, 'Once', key)
  expect(new Set([...both, again].map(({ body }) => JSON.stringify(body))).size).toBe(1)
  harness.product.services.db.update(ticketAnswers).set({ messageId: null }).run()
  expect((await answer(moderator, ticket, 'Once', key)).body).toEqual(again.body)
  expect(said(ticket).filter(content => content.endsWith('Once'))).toHaveLength(1)
  // Another person's key does not count for them.
  const owner = await harness.signIn('owner')
  expect((await answer(owner, ticket, 'Once', key)).status).toBe(409)
})

test('an answer that Discord refused is not sent, and may be tried again', async () => {
  const ticket = await desk.open('member1')
  const moderator = await harness.signIn('moderator')
  const key = randomUUID()
  const refused = await failing(harness, 403, 'POST /channels/:channel_id/messages', () =>
    answer(moderator, ticket, 'Later', key),
  )
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect((await answer(moderator, ticket, 'Later', key)).status).toBe(200)
  expect(said(ticket).filter(content => content.endsWith('Later'))).toHaveLength(1)
})

test('the resolution clock stops while a ticket is closed before being reopened', async () => {
  const ticket = await desk.open('member1')
  const moderator = await harness.signIn('moderator')
  const hour = 3_600_000
  for (const [rest, state] of [
    ['/close', 'closed'],
    ['/reopen', 'open'],
    ['/close', 'closed'],
  ] as const) {
    clock += hour
    expect((await moderator.call('POST', under(ticket, rest), {})).status).toBe(200)
    await desk.reaches(ticket, state)
  }
  const { clock: shown } = await get<{ clock: { resolution: { ms: number } } }>(moderator, under(ticket))
  expect(shown.resolution.ms).toBe(2 * hour)
})

test('an answer and its signature share one message’s limit, and nobody sends twenty-one in a minute', async () => {
  const ticket = await desk.open('member1')
  const moderator = await harness.signIn('moderator')
  const { signature } = await get<TicketFacts>(moderator, under(ticket))
  expect((await answer(moderator, ticket, 'x'.repeat(signature.room + 1))).status).toBe(400)
  expect((await answer(moderator, ticket, 'x'.repeat(signature.room))).status).toBe(200)
  for (let at = 1; at < 20; at += 1) expect((await answer(moderator, ticket, `number ${at}`)).status).toBe(200)
  expect((await answer(moderator, ticket, 'one more')).status).toBe(429)
  clock += 61_000
  expect((await answer(moderator, ticket, 'one more')).status).toBe(200)
})

test('of two people who claim at once, one is refused; taking over requires naming the present holder', async () => {
  const ticket = await desk.open('member1')
  const [owner, moderator] = [await harness.signIn('owner'), await harness.signIn('moderator')]
  const claim = (who: Visitor, from: string | null = null) => who.call('POST', under(ticket, '/claim'), { from })
  const both = await Promise.all([claim(owner), claim(moderator)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const holder = desk.now(ticket).claimedById
  const other = holder === harness.as('owner').userId ? moderator : owner
  expect((await claim(other, harness.as('member2').userId)).status).toBe(409)
  expect((await claim(other, holder)).status).toBe(200)
  expect(desk.now(ticket).claimedById).not.toBe(holder)
  await other.call('POST', under(ticket, '/release'))
  await claim(owner)
  expect(await moderator.call('POST', under(ticket, '/release'))).toMatchObject({
    status: 403,
    body: { error: 'mara.w has claimed this ticket, so only they can release it.' },
  })
  await owner.call('POST', under(ticket, '/release'))
  await claim(other)
  expect((await other.call('POST', under(ticket, '/release'))).status).toBe(200)
  expect(desk.now(ticket).claimedById).toBeNull()
  const lines = harness.messages(ticket.channelId ?? '').flatMap(({ embeds }) => embeds[0]?.description ?? [])
  expect(lines.filter(line => line.endsWith('takes care of this ticket.'))).toHaveLength(4)
})

test('priority, transcript, closing with a reason and reopening; the page shows the result', async () => {
  const ticket = await desk.open('member1')
  const moderator = await harness.signIn('moderator')
  const post = async (rest: string, body?: object) => (await moderator.call('POST', under(ticket, rest), body)).status
  expect(await post('/priority', { priority: 'urgent' })).toBe(200)
  expect(await post('/transcript')).toBe(200)
  expect(await post('/close', { reason: 'Solved' })).toBe(200)
  expect(await post('/close', {})).toBe(409)
  expect(await answer(moderator, ticket, 'Too late')).toMatchObject({ status: 409 })
  const closed = await get<TicketFacts>(moderator, under(ticket))
  expect(closed.ticket).toMatchObject({
    state: 'closed',
    priority: 'urgent',
    closeReason: 'Solved',
    closedByName: 'wren',
    channel: 'there',
    transcriptId: expect.any(String),
  })
  expect(closed.events.map(({ kind }) => kind)).toEqual(['opened', 'priority', 'transcript', 'closed', 'transcript'])
  expect(await post('/reopen')).toBe(200)
  const second = await desk.open('member1')
  expect((await get<TicketFacts>(moderator, under(second))).history).toMatchObject({
    total: 1,
    tickets: [{ id: ticket.id, number: '0001', state: 'open' }],
  })
})

test('messages come in pages of fifty, newest first, with edits and deletions', async () => {
  const ticket = await desk.open('member1')
  const wrong = await say('member1', ticket, 'Cone 5')
  const regretted = await say('member1', ticket, 'Never mind')
  for (let at = 0; at < 60; at += 1) await say('member1', ticket, `line ${at}`)
  const place = `/channels/${ticket.channelId}/messages`
  await harness.as('member1').rest('PATCH', `${place}/${wrong.id}`, { content: 'Cone 6' })
  await harness.as('member1').rest('DELETE', `${place}/${regretted.id}`)
  await until('all of them', () => recorded(ticket) >= 62)
  const moderator = await harness.signIn('moderator')
  const newest = await get<Page>(moderator, under(ticket, '/messages'))
  expect(newest).toMatchObject({ kept: true, earlier: expect.any(String) })
  expect(newest.messages).toHaveLength(50)
  expect(newest.messages.at(-1)?.content).toBe('line 59')
  const earlier = await until('the deletion', async () => {
    const page = await get<Page>(moderator, under(ticket, `/messages?before=${newest.earlier}`))
    const found = page.messages.find(({ id }) => id === regretted.id)
    return typeof found?.deletedAt === 'number' ? page : undefined
  })
  expect(earlier.earlier).toBeNull()
  expect(earlier.messages.find(({ id }) => id === wrong.id)).toMatchObject({
    content: 'Cone 6',
    versions: [{ content: 'Cone 5' }],
  })
})

test('if messages are not kept, they are read from Discord and stay out of the database', async () => {
  desk.panel({ transcript: false })
  const ticket = await desk.open('member1')
  await say('member1', ticket, 'Between us')
  const moderator = await harness.signIn('moderator')
  const page = await get<Page>(moderator, under(ticket, '/messages'))
  expect(page).toMatchObject({ kept: false, earlier: null })
  expect(page.messages.map(({ content }) => content)).toEqual(['opened', 'Between us'])
  expect(recorded(ticket)).toBe(0)
})

test('the stream says which ticket changed, never what, and ends when the right is lost', async () => {
  const ticket = await desk.open('member1')
  const moderator = await harness.signIn('moderator')
  const stream = await moderator.follow(`/api/guild/${harness.guildId}/tickets/live`)
  await say('member1', ticket, 'Anybody there?')
  const isTold = ({ data }: { data: unknown }) =>
    JSON.stringify(data) === JSON.stringify({ ticketId: ticket.id, what: 'messages' })
  await until('the page to be told', () => stream.events().some(isTold))
  expect(stream.text()).not.toContain('Anybody')
  const place = `/guilds/${harness.guildId}/members/${harness.as('moderator').userId}`
  await harness.as('owner').rest('PATCH', place, { roles: [] })
  await stream.ended
  expect((await moderator.call('GET', under(ticket))).status).toBe(403)
  expect((await answer(moderator, ticket, 'Still me')).status).toBe(403)
})

test('others see who is writing an answer, for as long as they are', async () => {
  const ticket = await desk.open('member1')
  const [owner, moderator] = [await harness.signIn('owner'), await harness.signIn('moderator')]
  const names = async (who: Visitor) => (await get<{ names: string[] }>(who, under(ticket, '/answering'))).names
  await moderator.call('POST', under(ticket, '/answering'))
  expect(await names(owner)).toEqual(['wren'])
  expect(await names(moderator)).toEqual([])
  await answer(moderator, ticket, 'Here')
  expect(await names(owner)).toEqual([])
  await moderator.call('POST', under(ticket, '/answering'))
  clock += 13_000
  expect(await names(owner)).toEqual([])
})

test('during an exclusive claim, others can read but not write, or not even see the ticket', async () => {
  desk.panel({ claim_visibility: 'read_only' })
  const ticket = await desk.open('member1')
  const [owner, moderator] = [await harness.signIn('owner'), await harness.signIn('moderator')]
  await owner.call('POST', under(ticket, '/claim'), {})
  expect((await get<TicketFacts>(moderator, under(ticket))).may).toEqual({ act: true, write: false, manage: false })
  expect((await answer(moderator, ticket, 'Me too')).status).toBe(403)
  desk.panel({ claim_visibility: 'hidden' })
  for (const rest of ['', '/messages', '/answering'])
    expect((await moderator.call('GET', under(ticket, rest))).status).toBe(403)
})

test('tickets of another server are not found, and the opener of one reads it in Discord', async () => {
  const ticket = await desk.open('member1')
  const { id: _id, ...row } = ticket
  const foreign = insertTicket(harness.product.services, { ...row, guildId: '100000000000000001', channelId: null })
  const owner = await harness.signIn('owner')
  for (const rest of ['', '/messages', '/answering', '/attachments/1'])
    expect((await owner.call('GET', under(foreign, rest))).status).toBe(404)
  for (const rest of ['/claim', '/release', '/close', '/reopen', '/transcript', '/answering'])
    expect(
      (await owner.call('POST', under(foreign, rest), rest === '/claim' || rest === '/close' ? {} : undefined)).status,
    ).toBe(404)
  expect((await answer(owner, foreign, 'Hello')).status).toBe(404)
  const opener = await harness.signIn('member1')
  expect((await opener.call('GET', under(ticket))).status).toBe(403)
})

test('answers by a person who asks to be forgotten are theirs, although the bot sent them', async () => {
  const ticket = await desk.open('member1')
  const moderator = await harness.signIn('moderator')
  await answer(moderator, ticket, 'My own words')
  const kept = () => messagesOf(harness.product.services, ticket, { limit: 100 })
  await until('it to be recorded', () => kept().some(({ content }) => content?.includes('My own words')))
  forgetUser(harness.product.services, harness.as('moderator').userId, harness.guildId)
  const owner = await harness.signIn('owner')
  const { messages } = await get<Page>(owner, under(ticket, '/messages'))
  expect(JSON.stringify(messages)).not.toContain('My own words')
  expect(JSON.stringify(messages)).not.toContain('**wren**')
})

test('the team and people with a transcript can open the server, and see no more than they may', async () => {
  const ticket = await desk.open('member1')
  const own = async (login: string) => {
    const visitor = await harness.signIn(login)
    const { data } = await get<{ data: { guilds: { id: string }[] } }>(visitor, '/api/user')
    const isListed = data.guilds.some(({ id }) => id === harness.guildId)
    const { body } = await visitor.call('GET', `/api/guild/${harness.guildId}/own-access`)
    return { isListed, access: body as { level: string; open: string[] } }
  }
  expect(await own('moderator')).toMatchObject({ isListed: true, access: { level: 'visit', open: ['tickets'] } })
  expect((await own('member1')).isListed).toBe(false)
  const moderator = await harness.signIn('moderator')
  expect((await moderator.call('GET', `/api/guild/${harness.guildId}/tickets`)).status).toBe(403)
  await moderator.call('POST', under(ticket, '/transcript'))
  expect(await own('member1')).toMatchObject({ isListed: true, access: { level: 'visit', open: ['tickets'] } })
  expect((await own('member2')).isListed).toBe(false)
})
