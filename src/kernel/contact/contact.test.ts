// @module-tag long
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import { forgetUser } from '../guilds/forget.ts'
import { contactMessages, jobs } from '../storage/table.ts'
import { deliverContact } from './deliver.ts'
import { senderOf } from './messages.ts'

let harness: Harness
let ahead = 0
beforeEach(async () => {
  ahead = 0
  harness = await createHarness({ now: () => Date.now() + ahead })
})
afterEach(() => harness.close())

let counted = 0
const words = (changes: object = {}) => ({
  key: `a-key-of-the-page-${(counted += 1)}`,
  name: 'okonjo',
  email: 'okonjo@harbour.example',
  subject: 'Transcript of ticket 0148',
  message: 'The transcript opens, but its pictures are missing.',
  ...changes,
})
const write = (visitor: Visitor, changes?: object) => visitor.call('POST', '/api/contact', words(changes))
const rows = () => harness.product.services.db.select().from(contactMessages).all()
const inbox = () => harness.messages(harness.channel('mod-log')).filter(({ author }) => author.id === harness.botId)
const say = async (contact: object) => {
  const { config, operator } = harness.product.services
  const before = operator.delivery()
  writeFileSync(join(config.dataDir, 'operator.json'), JSON.stringify({ contact }))
  await until('the file to be read', () => JSON.stringify(operator.delivery()) !== JSON.stringify(before))
}
const toChannel = () => say({ channelId: harness.channel('mod-log') })
const untilState = (state: string) => until(`the message to be ${state}`, () => rows()[0]?.state === state)
const asOperator = async () => {
  Object.assign(harness.product.services.config, { ownerIds: [harness.as('owner').userId] })
  return harness.signIn('owner')
}

test('a message is stored, and waits in the dashboard if the operator has set no channel', async () => {
  const { status, body } = await write(harness.visitor())
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { success: true, reference: expect.stringMatching(/^M-[2-9A-Z]{6}$/), goesTo: 'dashboard' },
  })
  expect(rows()).toMatchObject([{ ...words({ key: expect.any(String) }), state: 'kept', userId: null }])
  const stored = JSON.stringify(rows())
  expect(stored).not.toContain('127.0.0.1')

  const stranger = await harness.signIn('member1')
  expect((await stranger.call('GET', '/api/contact/messages')).status).toBe(403)
  const operator = await asOperator()
  const listed = await operator.call('GET', '/api/contact/messages')
  expect(listed.body).toMatchObject({
    total: 1,
    failed: 0,
    messages: [{ email: 'okonjo@harbour.example', state: 'kept' }],
  })
  const id = rows()[0]?.id ?? 0
  expect((await operator.call('POST', `/api/contact/messages/${id}/deliver`)).status).toBe(409)
  expect((await stranger.call('DELETE', `/api/contact/messages/${id}`)).status).toBe(403)
  expect((await operator.call('DELETE', `/api/contact/messages/${id}`)).status).toBe(200)
  expect((await operator.call('DELETE', `/api/contact/messages/${id}`)).status).toBe(404)
  expect(rows()).toEqual([])
})

test('a message is delivered to the channel, and markdown and mentions in it have no effect', async () => {
  await toChannel()
  const { body } = await write(harness.visitor(), {
    subject: '@everyone',
    message: '<@1234567890123456789> [click](https://evil.example)',
  })
  expect(body).toMatchObject({ goesTo: 'channel' })
  await untilState('delivered')
  const [message] = inbox()
  expect(message?.mentions).toEqual([])
  expect(message?.embeds[0]).toMatchObject({
    title: '@\u200Beveryone',
    description: '<\u200B@1234567890123456789> [click]\u200B(https://evil.example)',
    footer: { text: (body as { reference: string }).reference },
  })
})

test("a message can go to a webhook, and the webhook's secret is nowhere in the log", async () => {
  const made = await harness
    .as('owner')
    .rest('POST', `/channels/${harness.channel('mod-log')}/webhooks`, { name: 'Inbox' })
  const { id, token } = made as { id: string; token: string }
  await say({ webhookUrl: `https://discord.com/api/webhooks/${id}/${token}` })
  await write(harness.visitor())
  await untilState('delivered')
  const posted = harness.messages(harness.channel('mod-log')).filter(({ webhook_id }) => webhook_id === id)
  expect(posted.map(({ embeds }) => embeds[0]?.title)).toEqual(['Transcript of ticket 0148'])
  expect(harness.logged.join('\n')).not.toContain(token)
})

test('a name or subject of invisible characters counts as none', async () => {
  await toChannel()
  await write(harness.visitor(), { name: '\u202E\u2066', subject: '\u200B\u202D\u2060', message: '\u202E' })
  await untilState('delivered')
  expect(inbox()[0]?.embeds[0]).toMatchObject({
    title: 'A message without a subject',
    description: 'A message without visible text',
    fields: [{ name: 'From', value: 'no name given' }, { name: 'Email' }],
  })
})

test('many addresses at once exhaust the limit only for visitors who are not signed in', async () => {
  const { db, now } = harness.product.services
  const crowd = Array.from({ length: 100 }, (_, place) => ({
    ...words(),
    at: now(),
    address: `address-${Math.floor(place / 3)}`,
    reference: `M-CROWD${place}`,
    state: 'kept' as const,
  }))
  db.insert(contactMessages).values(crowd).run()
  expect(await write(harness.visitor())).toMatchObject({
    status: 429,
    body: {
      code: 'contact.busy',
      error: 'Too many people are writing at the moment. Please sign in to write, or try again in an hour.',
    },
  })
  expect((await write(await harness.signIn('owner'))).status).toBe(200)
  ahead = 3_600_000
  expect((await write(harness.visitor())).status).toBe(200)
})

test('problems are reported for each field, and nothing is stored', async () => {
  const visitor = harness.visitor()
  const { status, body } = await write(visitor, { email: 'okonjo@harbour', message: '  ' })
  expect({ status, body }).toMatchObject({
    status: 400,
    body: {
      fields: {
        email: 'Please enter a valid email address, like name@example.org.',
        message: 'Please write a message.',
      },
    },
  })
  expect((await write(visitor, { message: 'x'.repeat(4001) })).body).toMatchObject({
    fields: { message: 'The message can have at most 4000 characters.' },
  })
  expect(rows()).toEqual([])
})

test('one address may send three messages an hour; the refusal says when the next one is accepted', async () => {
  const visitor = harness.visitor()
  const owner = await harness.signIn('owner')
  for (const who of [visitor, owner, visitor]) expect((await write(who)).status).toBe(200)
  const refused = await write(visitor)
  expect(refused.status).toBe(429)
  expect((refused.body as { error: string }).error).toMatch(
    /^Three messages an hour. You can write again in \d+ minutes\.$/,
  )
  const { nextAt } = (await owner.call('GET', '/api/contact')).body as { nextAt: number }
  expect(nextAt).toBe((rows()[0]?.at ?? 0) + 3_600_000)
  expect(rows().map(({ userId }) => userId)).toEqual([null, harness.as('owner').userId, null])

  ahead = 3_600_000
  expect((await visitor.call('GET', '/api/contact')).body).toEqual({ nextAt: null })
  expect((await write(visitor)).status).toBe(200)
})

test('the mark that senders are counted by is erased after an hour, even if nobody writes again', async () => {
  await write(harness.visitor())
  const { scheduler } = harness.product.services
  ahead = 1_800_000
  await scheduler.tick()
  expect(rows().map(({ address }) => address)).toEqual([expect.any(String)])
  ahead = 3_600_000
  await scheduler.tick()
  expect(rows().map(({ address }) => address)).toEqual([null])
})

test('a message that is sent again because the answer was lost is stored once', async () => {
  const visitor = harness.visitor()
  const first = await write(visitor, { key: 'the-same-key-again' })
  const second = await write(visitor, { key: 'the-same-key-again' })
  expect(second.body).toEqual(first.body)
  expect(rows()).toHaveLength(1)
})

test('a program that fills in the hidden field gets the usual answer, and nothing is stored', async () => {
  const { status, body } = await write(harness.visitor(), { website: 'https://pills.example' })
  expect({ status, body }).toMatchObject({ status: 200, body: { reference: expect.stringMatching(/^M-/) } })
  expect(rows()).toEqual([])
})

test('while Discord is down a message waits, and is then delivered once', async () => {
  await toChannel()
  harness.sandbox.context.conditions.failNext = { count: 5, status: 503, route: 'POST /channels/:channel_id/messages' }
  await write(harness.visitor())
  await until('a failed try', () => rows()[0]?.problem ?? undefined)
  expect(rows()[0]?.problem).toBe('Discord is not answering right now. Try again in a minute.')
  harness.sandbox.context.conditions.failNext = { count: 0, status: 503 }
  await until('the delivery', async () => {
    ahead += 10_000
    await harness.product.services.scheduler.tick()
    return rows()[0]?.state === 'delivered'
  })
  expect(inbox()).toHaveLength(1)
})

test('after a crash during sending, the channel is searched for the message before it is sent again', async () => {
  await toChannel()
  await write(harness.visitor())
  await untilState('delivered')
  const { db, scheduler, now } = harness.product.services
  const cutOff = async (changes: object = {}) => {
    db.update(contactMessages)
      .set({ state: 'sending', ...changes })
      .run()
    scheduler.at(deliverContact, { at: now(), key: 'again', payload: { id: rows()[0]?.id ?? 0 } })
    await untilState('delivered')
  }
  await cutOff()
  expect(inbox()).toHaveLength(1)
  await cutOff({ reference: 'M-234567' })
  expect(inbox().map(({ embeds }) => embeds[0]?.footer?.text)).toContain('M-234567')
  expect(inbox()).toHaveLength(2)
})

test('a refusal by Discord is shown to the operator, who can have it delivered again', async () => {
  await say({ channelId: '100000000000000001' })
  await write(harness.visitor())
  await untilState('failed')
  const operator = await asOperator()
  const { body } = await operator.call('GET', '/api/contact/messages')
  expect(body).toMatchObject({ failed: 1, messages: [{ problem: 'That channel no longer exists.' }] })
  await toChannel()
  const at = `/api/contact/messages/${rows()[0]?.id}/deliver`
  expect((await operator.call('POST', at)).status).toBe(200)
  await untilState('delivered')
  expect((await operator.call('POST', at)).status).toBe(409)
  expect(inbox()).toHaveLength(1)
})

test('a message is deleted with the person who wrote it, and after 90 days', async () => {
  const owner = await harness.signIn('owner')
  await write(owner)
  await write(harness.visitor())
  forgetUser(harness.product.services, harness.as('owner').userId)
  expect(rows().map(({ userId }) => userId)).toEqual([null])
  // After a leap of the clock, nothing is deleted before another day.
  for (const days of [91, 92]) {
    ahead = days * 24 * 3_600_000
    await harness.product.services.scheduler.tick()
  }
  await until('the old message to be gone', () => rows().length === 0)
})

test('a mark that was stored before there was a job for each message is erased within a day', async () => {
  await write(harness.visitor())
  const { db, scheduler } = harness.product.services
  db.delete(jobs).where(eq(jobs.job, 'forgetSenders')).run()
  ahead = 25 * 3_600_000
  await scheduler.tick()
  await until('the mark to be erased', () => rows()[0]?.address === null)
  expect(rows()).toHaveLength(1)
})

test('messages and the limits on them survive a restart', async () => {
  for (let n = 0; n < 3; n += 1) await write(harness.visitor())
  await harness.restart()
  expect((await write(harness.visitor())).status).toBe(429)
  const [first] = rows()
  const { db } = harness.product.services
  expect(
    db
      .select()
      .from(contactMessages)
      .where(eq(contactMessages.id, first?.id ?? 0))
      .all(),
  ).toHaveLength(1)
})

test('an IPv6 household is one sender, an IPv4 address is one in either spelling', () => {
  const of = (ip: string) => senderOf(ip, 'secret')
  expect(of('2001:db8:1:2::1')).toBe(of('2001:0db8:1:2:ffff:1:2:3'))
  expect(of('2001:db8:1:2::1')).not.toBe(of('2001:db8:1:3::1'))
  expect(of('::ffff:10.0.0.1')).toBe(of('10.0.0.1'))
  expect(of('10.0.0.1')).not.toBe(of('10.0.0.2'))
  expect(of('::1')).toBe(of('0:0:0:0:0:0:0:1'))
})
