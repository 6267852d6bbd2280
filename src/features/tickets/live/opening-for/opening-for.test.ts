// @module-tag long
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'
import type { Reply } from '#contract'
import { eventsOf } from '../../life/rows.ts'
import { panelDesign } from '../../panels/contract.ts'
import { ticketPanels, tickets as ticketRows } from '../../table.ts'
import type { openingForEndpoints } from './contract.ts'

let harness: Harness
let desk: Desk
let moderator: Visitor
let ahead = 0
const openServer = serverPerTest({ now: () => Date.now() + ahead })
beforeEach(async () => {
  ahead = 0
  harness = await openServer()
  desk = createTicketDesk(harness)
  moderator = await harness.signIn('moderator')
})

const services = () => harness.product.services
const id = (login: string) => harness.as(login).userId
const under = (rest = '') => `/api/guild/${harness.guildId}/tickets/open-for${rest}`
const open = (body: object, by = moderator) =>
  by.call('POST', under(), { panelId: 'help', memberId: id('member2'), key: randomUUID(), ...body })
type Choices = Reply<(typeof openingForEndpoints)['openForChoices']>
const choices = async () => (await moderator.call('GET', under())).body as Choices
const stored = () => services().db.select().from(ticketRows).all()

test('the team opens a ticket for a member, who sees why and by whom; so does the log; a retry opens none', async () => {
  desk.configure({ logChannel: harness.channel('general'), cooldownPeriod: 3600 })
  const key = randomUUID()
  const answer = await open({ reason: 'Your parcel came back @everyone', key })
  expect(answer).toMatchObject({ status: 200, body: { number: '0001', state: 'open' } })
  expect((await open({ key })).body).toEqual(answer.body)
  // Even if something was changed or deleted in the meantime.
  const changed = { key, asked: 'before', answers: [{ question: 0, values: ['x'] }] }
  expect((await open(changed)).body).toEqual(answer.body)
  expect((await open({ key, panelId: 'deleted' })).body).toEqual(answer.body)
  const [ticket, ...others] = stored()
  if (!ticket) throw new Error('no ticket')
  expect(others).toEqual([])
  expect(ticket).toMatchObject({ openerId: id('member2'), panelId: 'help', state: 'open' })
  expect(desk.sees(ticket, id('member2'))).toBe(true)
  const [first] = harness.messages(ticket.channelId ?? '')
  expect(first?.content).toContain('wren opened this ticket for you.')
  expect(first).toMatchObject({ mentions: [{ id: id('member2') }], mention_everyone: false })
  expect(first && textOf(first)).toContain('Your parcel came back')
  expect(eventsOf(services(), harness.guildId, ticket.id)).toMatchObject([
    { kind: 'opened_for', byId: id('moderator'), detail: { reason: 'Your parcel came back @everyone' } },
    { kind: 'opened', byId: id('member2') },
  ])
  const line = `Opened for <@${id('member2')}> by <@${id('moderator')}>`
  await until('the line in the log', () =>
    harness.messages(harness.channel('general')).some(one => textOf(one).includes(line)),
  )
  await harness.restart()
  const later = await harness.signIn('moderator')
  expect((await open({ key }, later)).body).toMatchObject({ number: '0001' })
})

test('the panel’s questions may be left open, and a wrong answer is reported with its question', async () => {
  const options = [{ label: 'One' }, { label: 'Two' }]
  const required_inputs = [
    { label: 'What happened?', most: 20 },
    { label: 'Which?', kind: 'select', options },
    { label: 'Urgent', kind: 'checkbox' },
    { label: 'Who?', kind: 'user', most: 3 },
    { label: 'Where?', kind: 'channel' },
  ]
  desk.panel(panelDesign.parse({ title: 'Support Ticket', required_inputs }))
  const { panels, channels, roles } = await choices()
  expect(panels).toMatchObject([{ id: 'help', questions: [{ label: 'What happened?' }, {}, {}, {}, {}] }])
  expect(roles).toEqual([])
  expect(channels).toContainEqual({ id: harness.channel('general'), name: 'general' })
  const asked = panels[0]?.asked
  const wrong = async (question: number, ...values: string[]) => {
    const { status, body } = await open({ asked, answers: [{ question, values }] })
    return [status, JSON.stringify(body)]
  }
  const foreign = [...harness.sandbox.context.world.guilds.values()].find(({ guild }) => guild.id !== harness.guildId)
  for (const [question, value, told] of [
    [0, 'x'.repeat(21), 'What happened?: Write at most 20 characters.'],
    [1, '2', 'Which?: There is no such option.'],
    [3, 'nobody', 'Who?: That is not an ID.'],
    [4, [...(foreign?.channelIds ?? [])][0] ?? '', 'Where?: There is no such channel in this server that you can see.'],
  ] as const)
    expect(await wrong(question, value)).toEqual([400, expect.stringContaining(told)])
  expect((await wrong(1, '0', '1'))[1]).toContain('Which?: Choose at most 1.')
  // Of several unknown ids, Discord is asked about one.
  const [status] = await wrong(3, '123456789012345671', '123456789012345672', '123456789012345673')
  expect(status).toBe(404)
  // This request comes after every earlier one.
  await wrong(3, '123456789012345674')
  const lookedFor = harness.sandbox.requests().filter(({ path }) => path.includes('/12345678901234567'))
  expect(lookedFor.map(({ path }) => path.at(-1))).toEqual(['1', '4'])
  expect((await open({ asked: 'before', answers: [{ question: 0, values: ['x'] }] })).status).toBe(409)
  expect(stored()).toEqual([])
  const answers = [
    { question: 4, values: [harness.channel('general')] },
    { question: 0, values: ['It broke'] },
    { question: 1, values: ['1'] },
    { question: 2, values: ['true'] },
    { question: 3, values: [id('member3')] },
  ]
  expect((await open({ asked, answers })).status).toBe(200)
  const told = stored().flatMap(({ answers: all }) => all as { label: string; value: string }[])
  expect(told.map(({ label, value }) => `${label} ${value}`)).toEqual([
    'What happened? It broke',
    'Which? Two',
    'Urgent Yes',
    `Who? <@${id('member3')}>`,
    `Where? <#${harness.channel('general')}>`,
  ])
})

test('limits apply, and people who answer no tickets of the panel, or only another server’s, open none', async () => {
  desk.configure({ blockedUsers: [id('member3')], maxTicketsPerUser: 1 })
  const title = 'Billing'
  const design = panelDesign.parse({ title, support_team_view: false })
  services().db.insert(ticketPanels).values({ guildId: harness.guildId, id: 'billing', design, createdAt: 2 }).run()
  expect((await choices()).panels.map(panel => panel.id)).toEqual(['help'])
  const said = async (body: object, by = moderator) => {
    const { status, body: answer } = await open(body, by)
    return [status, (answer as { message?: string; error?: string }).message ?? JSON.stringify(answer)]
  }
  const refused = (status: number, text: string) => [status, expect.stringContaining(text)]
  expect(await said({ panelId: 'billing' })).toEqual(refused(403, 'Only the support team of Billing can do that.'))
  expect(await said({ memberId: harness.botId })).toEqual(refused(400, 'Bots do not read tickets. Name a member.'))
  expect(await said({ panelId: 'nothing' })).toEqual(refused(404, 'There is no such panel'))
  expect(await said({ memberId: '123456789012345678' })).toEqual(refused(404, 'There is no such member'))
  expect(await said({ memberId: id('member3') })).toEqual(refused(403, 'This member is blocked from tickets.'))
  await desk.open('member1')
  // Without a pause it would be the same ticket.
  ahead = 10_000
  expect(await said({ memberId: id('member1') })).toEqual(refused(403, 'This member has 1 open ticket, and may have 1'))
  const stranger = await harness.signIn('member4')
  expect((await stranger.call('GET', under())).status).toBe(403)
  expect((await stranger.call('GET', under('/members?search=a'))).status).toBe(403)
  expect((await open({}, stranger)).status).toBe(403)
  const found = await moderator.call('GET', under(`/members?search=${id('member2')}`))
  expect(found.body).toMatchObject({ people: [{ id: id('member2') }] })
  const list = async () =>
    (await moderator.call('GET', `/api/guild/${harness.guildId}/tickets/open`)).body as { mayOpenFor: boolean }
  expect((await list()).mayOpenFor).toBe(true)
  desk.configure({ enabled: false })
  expect((await list()).mayOpenFor).toBe(false)
  expect(await said({})).toEqual(refused(409, 'The module Tickets is switched off in this server.'))
  expect(stored()).toHaveLength(1)
})
