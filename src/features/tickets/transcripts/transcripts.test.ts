// @module-tag long
import { type APIMessage, ChannelType } from 'discord-api-types/v10'
import { beforeEach, expect, test } from 'vitest'
import { guildContext } from '#kernel/context.ts'
import { forgetUser } from '#kernel/guilds/forget.ts'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { closedBy, sayIn } from '#test/transcripts.ts'
import { until } from '#test/until.ts'
import tickets from '../contract.ts'
import type { Ticket } from '../life/rows.ts'
import { attachmentsOf, countMessages, messagesOf } from '../record/rows.ts'
import { ticketMessages } from '../record/table.ts'
import type { ListedTranscript } from './contract.ts'
import { expireTranscripts } from './delete.ts'
import { makeTranscript } from './make.ts'
import { transcriptFor } from './rows.ts'
import { ticketTranscripts } from './table.ts'

let harness: Harness
let desk: Desk
let clock: number
const openServer = serverPerTest({ now: () => clock, env: { FILES_QUOTA_MB: '1' } })
beforeEach(async () => {
  clock = Date.now()
  harness = await openServer()
  desk = createTicketDesk(harness)
})

const services = () => harness.product.services
const under = (rest = '', guildId = harness.guildId) => `/api/guild/${guildId}/tickets/transcripts${rest}`
const say = (login: string, ticket: Ticket, text: string, files: readonly File[] = []) =>
  sayIn(desk, login, ticket, text, files)
const close = (ticket: Ticket) => closedBy(desk, ticket)
const recorded = (ticket: Ticket) => messagesOf(services(), ticket, { limit: 1000 })
const recordedAs = (ticket: Ticket, id: string) => recorded(ticket).find(one => one.id === id)
const untilRecorded = (ticket: Ticket, { id }: APIMessage) =>
  until('the message to be recorded', () => recordedAs(ticket, id))

test('a closed ticket has a transcript with what was edited and deleted, as html, text and JSON', async () => {
  const ticket = await desk.open('member1')
  const wrong = await say('member1', ticket, 'The cone dropped at 1,200')
  await untilRecorded(ticket, wrong)
  const place = `/channels/${ticket.channelId}/messages`
  await harness.as('member1').rest('PATCH', `${place}/${wrong.id}`, { content: 'The cone dropped at 1,222' })
  await until('the edit', () => recordedAs(ticket, wrong.id)?.versions.length === 1)
  const regretted = await say('member1', ticket, 'Bottom shelf, of course')
  await untilRecorded(ticket, regretted)
  await harness.as('member1').rest('DELETE', `${place}/${regretted.id}`)
  await until('the deletion', () => recordedAs(ticket, regretted.id)?.deletedAt !== null)
  const made = await close(ticket)
  expect(made.id).toMatch(/^[0-9a-f]{32}$/)

  const owner = await harness.signIn('owner')
  const { body } = await owner.call('GET', under())
  const { transcripts } = body as { transcripts: ListedTranscript[] }
  expect(body).toMatchObject({ success: true, total: 1, all: 1 })
  expect(transcripts).toMatchObject([{ id: made.id, ticketId: '0001', userName: 'member1', createdAt: clock }])
  expect(transcripts[0]?.size).toBeGreaterThan(500)
  const get = (format: string) => owner.call('GET', under(`/${made.id}/download?format=${format}`))
  const html = await get('html')
  expect(html.headers.get('content-disposition')).toBe(`attachment; filename=transcript_${made.id}.html`)
  expect(Buffer.byteLength(String(html.body))).toBe(transcripts[0]?.size)
  const text = String((await get('txt')).body)
  const { messages } = (await get('json')).body as {
    messages: { id: string; content: string; deletedAt: number | null }[]
  }
  for (const file of [String(html.body), text]) {
    expect(file).toContain('The cone dropped at 1,222')
    expect(file).toContain('The cone dropped at 1,200')
    expect(file).toContain('Bottom shelf, of course')
    expect(file).toContain('deleted')
  }
  expect(messages.find(({ id }) => id === regretted.id)?.deletedAt).not.toBeNull()
  expect(messages.some(({ content }) => content === 'opened')).toBe(true)
  const readers = (await owner.call('GET', under(`/${made.id}/readers`))).body
  expect(readers).toMatchObject({ total: 3, readers: [{ how: 'json' }, { how: 'txt' }, { how: 'html' }] })
})

test('what was written, edited and deleted while the bot was offline is recorded later, page by page', async () => {
  const ticket = await desk.open('member1')
  const texts = Array.from({ length: 230 }, (_, at) => `message ${at}`)
  const sent: APIMessage[] = []
  for (const text of texts) sent.push(await say('member1', ticket, text))
  await until('all of them', () => countMessages(services(), ticket) >= texts.length)
  // As after a time offline: only two messages are known, one since deleted and one since edited.
  const { db } = services()
  db.delete(ticketMessages).run()
  const base = { guildId: harness.guildId, ticketId: ticket.id, at: 1, isBot: false, authorId: '1', authorName: 'x' }
  const gone = { ...base, id: '100000000000000001', content: 'gone by now' }
  const edited = { ...base, id: sent[0]?.id ?? '', content: 'before' }
  db.insert(ticketMessages).values([gone, edited]).run()
  await close(ticket)
  const all = recorded(ticket)
  expect(all.map(({ content }) => content)).toEqual(expect.arrayContaining(texts))
  expect(all.find(({ id }) => id === gone.id)).toMatchObject({ content: 'gone by now', deletedAt: clock })
  expect(all.find(({ id }) => id === edited.id)).toMatchObject({
    content: 'message 0',
    versions: [{ content: 'before' }],
  })
})

test('attachments are kept within the server’s quota, and still open when Discord’s copies are gone', async () => {
  const ticket = await desk.open('member1')
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4, 5, 6, 7, 8])
  const script = '<script>alert(1)</script>'
  await say('member1', ticket, 'two files', [new File([picture], 'kiln.png'), new File([script], 'kiln.svg')])
  await until(
    'both to be kept',
    () => attachmentsOf(services(), ticket).filter(one => one.state === 'kept').length === 2,
  )
  await say('member1', ticket, 'too much', [new File([new Uint8Array(1_100_000)], 'large.bin')])
  await until('the third to be refused', () => attachmentsOf(services(), ticket).some(one => one.state === 'not_kept'))
  const made = await close(ticket)
  harness.sandbox.context.world.attachments.clear()
  const owner = await harness.signIn('owner')
  const [first, second, third] = attachmentsOf(services(), ticket).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const get = (id = '') => owner.call('GET', under(`/${made.id}/attachments/${id}`))
  expect((await get(first?.id)).headers.get('content-type')).toBe('image/png')
  const vector = await get(second?.id)
  expect(vector.body).toBe(script)
  expect(vector.headers.get('content-type')).toBe('application/octet-stream')
  expect(vector.headers.get('content-disposition')).toBe('attachment; filename=kiln.svg')
  expect(vector.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await get(third?.id)).status).toBe(404)
  const text = String((await owner.call('GET', under(`/${made.id}/download?format=txt`))).body)
  expect(text).toContain('large.bin, 1 MiB (not kept. The files of one ticket may be at most 512 KiB in total.')
  expect(made.problem).toBe('1 file could not be kept.')
})

test('it is sent to the webhook, the opener and the log channel, once each however often it is made', async () => {
  const general = harness.channel('general')
  const hook = await harness
    .as('owner')
    .rest<{ id: string; token: string }>('POST', `/channels/${general}/webhooks`, { name: 'Archive' })
  const rules = harness.channel('rules')
  desk.configure({
    webhookUrl: `https://discord.com/api/webhooks/${hook.id}/${hook.token}`,
    dmUser: true,
    transcriptChannel: rules,
    transcriptFormat: 'txt',
  })
  const ticket = await desk.open('member1')
  await say('member1', ticket, 'hello')
  const made = await close(ticket)
  const files = (channel: string) =>
    harness
      .messages(channel)
      .flatMap(({ attachments }) => attachments.filter(({ filename }) => filename.includes(made.id)))
  await until('the log', () => files(rules).length > 0)
  // As after a restart in between: the duty is done again.
  const guild = services().client.guilds.cache.get(harness.guildId)
  if (!guild) throw new Error('no guild')
  const again = await makeTranscript(guildContext(services(), tickets, guild), desk.now(ticket), null)
  expect(again.id).toBe(made.id)
  await services().scheduler.tick()
  expect(files(general)).toHaveLength(1)
  expect(files(rules)).toHaveLength(1)
  expect(files(rules)[0]?.filename).toBe(`transcript_${made.id}.txt`)
  const direct = [...harness.sandbox.context.world.channels.values()]
    .filter(({ channel }) => channel.type === ChannelType.DM)
    .flatMap(({ messages }) => [...messages.values()])
    .filter(({ attachments }) => attachments.some(({ filename }) => filename.includes(made.id)))
  expect(direct).toHaveLength(1)
})

test('it contains polls and forwarded messages, whether received as events or read from the channel', async () => {
  const ticket = await desk.open('member1')
  const place = `/channels/${ticket.channelId}/messages`
  const elsewhere = await harness
    .as('member1')
    .say(harness.channel('general'), 'My kiln exploded', {}, [new File(['x'], 'ruins.txt')])
  const reference = { type: 1, channel_id: harness.channel('general'), message_id: elsewhere.id }
  const forwarded = await harness.as('member1').rest<APIMessage>('POST', place, { message_reference: reference })
  const answers = ['Cone 6', 'Cone 10'].map(text => ({ poll_media: { text } }))
  const poll = { question: { text: 'How hot?' }, answers, duration: 1 }
  const asked = await harness.as('member1').rest<APIMessage>('POST', place, { poll })
  await untilRecorded(ticket, asked)
  const texts = async () => {
    const made = await close(ticket)
    const owner = await harness.signIn('owner')
    return String((await owner.call('GET', under(`/${made.id}/download?format=txt`))).body)
  }
  const expectAll = (text: string) => {
    for (const part of ['Forwarded message', 'My kiln exploded', 'ruins.txt', 'Poll', 'How hot?', 'Cone 10: 0 votes'])
      expect(text).toContain(part)
  }
  expect(JSON.stringify(recordedAs(ticket, forwarded.id))).toContain('My kiln exploded')
  expect(recordedAs(ticket, forwarded.id)?.parts.replyTo).toBeNull()
  services().db.delete(ticketMessages).run()
  expectAll(await texts())
  const owner = await harness.signIn('owner')
  const find = async (text: string) => {
    const { body } = await owner.call('GET', under(`?search=${encodeURIComponent(text)}`))
    return (body as { transcripts: { hit: { text: string } | null }[] }).transcripts.map(one => one.hit?.text)
  }
  expect(await find('kiln EXPLODED')).toEqual(['My kiln exploded'])
  expect(await find('how hot')).toEqual(['How hot? Cone 6 Cone 10'])
  expect(await find('cone 10')).toEqual(['How hot? Cone 6 Cone 10'])
  for (const none of ['forwarded message', '0 votes', 'embeds']) expect(await find(none)).toEqual([])
})

test('a refusal by the webhook is reported in the log channel', async () => {
  const rules = harness.channel('rules')
  desk.configure({
    webhookUrl: `https://discord.com/api/webhooks/100000000000000001/${'x'.repeat(60)}`,
    transcriptChannel: rules,
  })
  const ticket = await desk.open('member1')
  await close(ticket)
  const told = await until('the log', () => harness.messages(rules).find(one => textOf(one).includes('Transcript of')))
  expect(textOf(told)).toContain('The webhook did not accept the transcript.')
})

test('it is deleted for good with its files, by hand or when its retention time is over', async () => {
  const ticket = await desk.open('member1')
  await say('member1', ticket, 'bye', [new File(['x'], 'a.txt')])
  await until('the file', () => attachmentsOf(services(), ticket).some(one => one.state === 'kept'))
  const made = await close(ticket)
  clock += 31 * 86_400_000
  await expireTranscripts.run(services(), undefined, { attempt: 1, guildId: null })
  await until('it to expire', () => countMessages(services(), ticket) === 0)
  expect(services().files.usedBy(harness.guildId)).toBe(0)
  // The session has expired by then.
  const owner = await harness.signIn('owner')
  expect(await owner.call('GET', under(`/${made.id}`))).toMatchObject({
    status: 410,
    body: { error: 'Deleted today, kept for 30 days.' },
  })
  expect((await owner.call('GET', under())).body).toMatchObject({ total: 0 })
  clock += 2 * 86_400_000
  await expireTranscripts.run(services(), undefined, { attempt: 1, guildId: null })
  await until('the row to go', () => services().db.select().from(ticketTranscripts).all().length === 0)
  expect((await owner.call('GET', under(`/${made.id}`))).status).toBe(404)

  const other = await desk.open('member2')
  const second = await close(other)
  expect((await owner.call('DELETE', under(`/${second.id}`), {})).status).toBe(200)
  expect((await owner.call('GET', under(`/${second.id}`))).status).toBe(404)
  expect(countMessages(services(), other)).toBe(0)
})

test('hostile text stays text', async () => {
  const ticket = await desk.open('member1')
  const hostile = '</article><script>alert(1)</script> [x](javascript:alert(1)) "onmouseover=alert(1) \u202Ex'
  await say('member1', ticket, hostile)
  const made = await close(ticket)
  const owner = await harness.signIn('owner')
  const page = await owner.call('GET', under(`/${made.id}/read`))
  expect(String(page.body)).not.toContain('<script')
  expect(String(page.body)).not.toMatch(/href="javascript/i)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('content-security-policy')).not.toContain('allow-scripts')
  const text = String((await owner.call('GET', under(`/${made.id}/download?format=txt`))).body)
  expect(text).not.toContain('\u202E')
})

test('a person who asks to be forgotten is, files included; what others said stays', async () => {
  const ticket = await desk.open('member1')
  await say('member1', ticket, 'my words', [new File(['mine'], 'mine.txt')])
  await say('moderator', ticket, 'the team’s words')
  await until('the file', () => attachmentsOf(services(), ticket).some(one => one.state === 'kept'))
  const made = await close(ticket)
  forgetUser(services(), harness.as('member1').userId)
  await until('the file to go', () => services().files.usedBy(harness.guildId) === 0)
  const owner = await harness.signIn('owner')
  for (const format of ['html', 'txt', 'json']) {
    const text = JSON.stringify((await owner.call('GET', under(`/${made.id}/download?format=${format}`))).body)
    expect(text).not.toMatch(/my words|mine\.txt/)
    expect(text).not.toContain(harness.as('member1').userId)
    expect(text).toContain('the team’s words')
  }
})

test('only the team makes a transcript by hand, and it is sent where the server wants it', async () => {
  desk.configure({ transcriptChannel: harness.channel('rules'), autoGenerate: false })
  const ticket = await desk.open('member1')
  const { id } = await harness.as('moderator').say(ticket.channelId ?? '', '.ticket transcript')
  const answer = await until('an answer', () =>
    harness.messages(ticket.channelId ?? '').find(one => one.message_reference?.message_id === id),
  )
  expect(textOf(answer)).toContain('The transcript holds')
  const rules = harness.channel('rules')
  await until('it to be sent', () => harness.messages(rules).some(one => textOf(one).includes('Transcript of ticket')))
  const made = transcriptFor(services(), ticket)
  expect(JSON.stringify(answer.components)).toContain(`/transcripts/${made?.id}/read`)
  // If a panel makes no transcripts, none can be made by hand either.
  desk.panel({ transcript: false })
  clock += 60_000
  const other = await desk.open('member3')
  const asked = await harness.as('moderator').say(other.channelId ?? '', '.ticket transcript')
  const refused = await until('an answer', () =>
    harness.messages(other.channelId ?? '').find(one => one.message_reference?.message_id === asked.id),
  )
  expect(textOf(refused)).toContain('Tickets of this panel have no transcripts')
  expect(transcriptFor(services(), other)).toBeUndefined()
})
