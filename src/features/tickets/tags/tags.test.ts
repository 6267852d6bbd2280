// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import { forgetUser } from '#kernel/guilds/forget.ts'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import { tickets as ticketRows } from '../table.ts'

let harness: Harness
let desk: Desk
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = createTicketDesk(harness)
})

const say = async (login: string, channelId: string, text: string) =>
  harness.answerTo(await harness.as(login).say(channelId, text))
const path = () => `/api/guild/${harness.guildId}/tickets/tags`

test('an answer is saved, used with names filled in without pinging anybody, and deleted', async () => {
  const ticket = await desk.open('member1')
  const here = ticket.channelId ?? ''
  expect(
    textOf(await say('owner', here, '.tag save Refund Hello {member}, @everyone: {server} pays in five days.')),
  ).toContain('.tag refund')
  const given = await say('moderator', here, '.tag refund')
  expect(given.content).toContain('Hello member1, @everyone: Tidewater Makers pays')
  expect(given.mention_everyone).toBe(false)
  expect(textOf(await say('member3', harness.channel('general'), '.tag refund'))).toContain('support team')
  expect(textOf(await say('moderator', here, '.tag save other no'))).toContain('Manage Server')
  expect(textOf(await say('moderator', here, '.tag refnd'))).toContain('Did you mean `refund`?')
  expect(textOf(await say('moderator', harness.channel('general'), '.tag refund'))).toContain(
    'This channel is not a ticket',
  )
  const owner = await harness.signIn('owner')
  expect((await owner.call('GET', path())).body).toMatchObject({ tags: [{ name: 'refund', uses: 1, words: [] }] })
  expect((await owner.call('DELETE', `${path()}/refund`)).status).toBe(200)
  expect((await owner.call('DELETE', `${path()}/refund`)).status).toBe(404)
})

test('the browser inserts what the command would send, with names as plain text', async () => {
  const owner = await harness.signIn('owner')
  const moderator = await harness.signIn('moderator')
  const text = 'Hello {member}, {agent} of {server} looks into #{number} ({panel}). {unknown}'
  expect((await owner.call('POST', path(), { name: 'hello', text, words: [] })).status).toBe(200)
  const ticket = await desk.open('member1')
  const inserted = async () => {
    const { body } = await moderator.call('GET', `${path()}?ticketId=${ticket.id}`)
    return (body as { tags: { text: string }[] }).tags[0]?.text
  }
  for (const openerName of [ticket.openerName, '**bold** @everyone {agent}', null]) {
    harness.product.services.db.update(ticketRows).set({ openerName }).run()
    const sent = await say('moderator', ticket.channelId ?? '', '.tag hello')
    expect(await inserted()).toBe(sent.content)
    expect(sent.mention_everyone).toBe(false)
  }
  harness.product.services.db.update(ticketRows).set({ openerName: '**bold** @everyone {agent}' }).run()
  expect(await inserted()).toBe(
    `Hello \\*\\*bold\\*\\* @\u200Beveryone {agent}, wren of Tidewater Makers looks into #${String(ticket.number).padStart(4, '0')} (Support Ticket). {unknown}`,
  )
  // People who may not answer the ticket do not learn whose it is.
  expect((await owner.call('GET', path())).body).toMatchObject({ tags: [{ text }] })
})

test('answers that fit the member’s message come first, for the team alone, and are never sent unasked', async () => {
  const owner = await harness.signIn('owner')
  for (const { name, words } of [
    { name: 'aaa', words: [] },
    { name: 'refund', words: ['money back'] },
  ])
    expect((await owner.call('POST', path(), { name, text: 'text of ' + name, words })).status).toBe(200)
  const ticket = await desk.open('member1')
  await harness.as('member1').say(ticket.channelId ?? '', 'I want my MONEY back!')
  const choices = () => harness.as('moderator').complete(ticket.channelId ?? '', 'tag send', 'name', '')
  await until('it to be suggested', async () => (await choices())[0]?.value === 'refund')
  expect((await choices()).map(({ name }) => name)).toEqual(['★ refund: text of refund', 'aaa: text of aaa'])
  expect(await harness.as('member3').complete(harness.channel('general'), 'tag send', 'name', '')).toEqual([])
  for (const path of ['tag save', 'tag words', 'tag delete']) {
    const names = await harness.as('owner').complete(harness.channel('general'), path, 'name', 'REF')
    expect(names.map(({ value }) => value)).toEqual(['refund'])
  }
  const support = await harness.signIn('moderator')
  expect((await support.call('GET', `${path()}?ticketId=${ticket.id}`)).body).toMatchObject({
    tags: [
      { name: 'refund', suggested: true },
      { name: 'aaa', suggested: false },
    ],
  })
  expect((await support.call('POST', path(), { name: 'x', text: 'y' })).status).toBe(403)
  expect(harness.messages(ticket.channelId ?? '').some(one => textOf(one).includes('text of'))).toBe(false)
})

test('uses are listed by person, without forgotten people; a deleted answer starts again at zero', async () => {
  const owner = await harness.signIn('owner')
  const save = { name: 'refund', text: 'In five days.' }
  expect((await owner.call('POST', path(), save)).status).toBe(200)
  const ticket = await desk.open('member1')
  for (const login of ['moderator', 'moderator', 'owner']) await say(login, ticket.channelId ?? '', '.tag refund')
  const used = async () => {
    const { body } = await owner.call('GET', `${path()}/used`)
    return (body as { tags: { uses: number; usedBy: { id: string; uses: number }[] }[] }).tags
  }
  const by = (login: string, uses: number) => ({ id: harness.as(login).userId, uses })
  expect(await used()).toMatchObject([{ uses: 3, usedBy: [by('moderator', 2), by('owner', 1)] }])
  forgetUser(harness.product.services, harness.as('moderator').userId)
  expect(await used()).toMatchObject([{ uses: 3, usedBy: [by('owner', 1)] }])
  expect((await owner.call('DELETE', `${path()}/refund`)).status).toBe(200)
  expect((await owner.call('POST', path(), save)).status).toBe(200)
  expect(await used()).toMatchObject([{ uses: 0, usedBy: [] }])
})

test('of two people who edit an answer, the second is refused, and a new answer replaces none', async () => {
  const owner = await harness.signIn('owner')
  const save = async (change: Record<string, unknown>) =>
    owner.call('POST', path(), { name: 'refund', text: 'In five days.', ...change })
  const { body } = await save({ changedAt: null })
  const { changedAt } = (body as { tag: { changedAt: number } }).tag
  expect((await save({ text: 'other', changedAt: null })).body).toMatchObject({ code: 'tickets.tag-there' })
  expect((await save({ text: 'first', changedAt })).status).toBe(200)
  const second = await save({ text: 'second', changedAt })
  expect([second.status, second.body]).toMatchObject([
    409,
    {
      code: 'tickets.tag-changed',
      error: 'You have changed this answer elsewhere in the meantime. Nothing was saved.',
    },
  ])
  await owner.call('DELETE', `${path()}/refund`)
  expect((await save({ changedAt })).status).toBe(409)
})
