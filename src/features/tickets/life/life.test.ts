// @module-tag long
import { PermissionFlagsBits as P } from 'discord-api-types/v10'
import { beforeEach, expect, test } from 'vitest'
import { renameId } from '#kernel/guilds/rename-id.ts'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { buttonsOf, createTicketDesk, type Desk } from '#test/tickets.ts'
import { until } from '#test/until.ts'
import { eventsOf, type Ticket } from './rows.ts'

let harness: Harness
let desk: Desk
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = createTicketDesk(harness)
})

const exists = (ticket: Ticket) => harness.sandbox.context.world.channels.has(ticket.channelId ?? '')
/** Whether the transcript is made before a ticket is reopened depends on timing. */
const kinds = (ticket: Ticket) =>
  eventsOf(harness.product.services, harness.guildId, ticket.id).flatMap(({ kind }) =>
    kind === 'transcript' ? [] : [kind],
  )
const toldTo = (login: string, words: string) =>
  until(`${login} to be told “${words}”`, () => harness.shownTo(login).find(one => textOf(one).includes(words)))
test('closing asks first, removes the opener’s access, moves the channel and offers the next steps', async () => {
  const owner = await harness.signIn('owner')
  const made = await owner.call('POST', `/api/guild/${harness.guildId}/tickets/categories`, {
    type: 'closed',
    categoryName: 'Closed tickets',
  })
  const { id: category } = (made.body as { category: { id: string } }).category
  const ticket = await desk.open('member1')
  const opener = harness.as('member1').userId
  expect(desk.sees(ticket, opener)).toBe(true)
  await desk.press('member1', ticket, 'Close')
  await toldTo('member1', 'Close this ticket?')
  expect(desk.now(ticket).state).toBe('open')
  await desk.press('member1', ticket, 'Close')
  await desk.reaches(ticket, 'closed')
  await until('the closed message', () => desk.now(ticket).closedMessageId !== null)
  expect(desk.now(ticket)).toMatchObject({ closedById: opener, awaiting: null })
  expect(desk.sees(ticket, opener)).toBe(false)
  expect(desk.sees(ticket, desk.teamRole)).toBe(true)
  expect(harness.sandbox.context.world.channels.get(ticket.channelId ?? '')?.channel).toMatchObject({
    parent_id: category,
    name: 'ticket-member1-1',
  })
  expect(desk.labels(ticket)).toEqual([])
  expect(desk.said(ticket).at(-1)).toContain(`closed by <@${opener}>`)

  await desk.press('moderator', ticket, 'Reopen')
  await desk.reaches(ticket, 'open')
  await until('access', () => desk.sees(ticket, opener))
  await until('the buttons', () => desk.labels(ticket).join(' ') === 'Close Claim')
  expect(desk.now(ticket)).toMatchObject({ closedAt: null, closedById: null, awaiting: 'team' })
  await until('the buttons to go', () =>
    harness.messages(ticket.channelId ?? '').every(one => !buttonsOf(one).some(({ label }) => label === 'Reopen')),
  )
  await until('the opener to be told', () => desk.said(ticket).some(text => text.includes('opened this ticket again')))

  expect(await desk.command('moderator', ticket, '.ticket close solved')).toContain('Closed.')
  await desk.press('moderator', ticket, 'Delete')
  await until('the channel to go', () => !exists(ticket))
  expect(desk.now(ticket)).toMatchObject({ state: 'deleted', closeReason: 'solved' })
  expect(kinds(ticket)).toEqual(['opened', 'closed', 'reopened', 'closed', 'deleted'])
})

test('with one-step closing the channel is deleted as soon as the ticket is closed', async () => {
  desk.configure({ twoStepClose: false })
  const ticket = await desk.open('member1')
  await desk.press('member1', ticket, 'Close')
  await until('the channel to go', () => !exists(ticket))
  expect(kinds(ticket)).toEqual(['opened', 'closed', 'deleted'])
})

test('only the opener and the team can close, and only the team can claim or delete', async () => {
  const ticket = await desk.open('member1')
  await harness.as('owner').rest('PUT', `/channels/${ticket.channelId}/permissions/${harness.as('member3').userId}`, {
    type: 1,
    allow: String(P.ViewChannel | P.SendMessages),
    deny: '0',
  })
  await harness.as('member3').press(desk.opening(ticket), buttonsOf(desk.opening(ticket))[0]?.custom_id ?? '')
  await toldTo('member3', 'Only the opener and the support team')
  await harness.as('member3').press(desk.opening(ticket), buttonsOf(desk.opening(ticket))[1]?.custom_id ?? '')
  await toldTo('member3', 'support team')
  expect(await desk.command('member3', ticket, '.ticket close')).toContain('Only the opener and the support team')
  expect(await desk.command('member1', ticket, '.ticket delete')).toContain('support team')
  expect(desk.now(ticket).state).toBe('open')
})

test('a closed ticket is not reopened beyond the limits of its opener', async () => {
  desk.configure({ maxTicketsPerUser: 1 })
  const first = await desk.open('member1')
  await desk.command('moderator', first, '.ticket close')
  const second = await desk.open('member1')
  expect(await desk.command('moderator', first, '.ticket reopen')).toContain('has 1 open ticket, and may have 1')
  expect(desk.now(first).state).toBe('closed')
  await desk.command('moderator', second, '.ticket close')
  expect(await desk.command('moderator', first, '.ticket reopen')).toContain('Open again.')
})

test('the opener is asked whether it can be closed, and answers; a message by them prevents the closing', async () => {
  const ticket = await desk.open('member1')
  expect(await desk.command('moderator', ticket, '.ticket ask 2d all done?')).toContain('It closes in 2 days')
  expect(desk.now(ticket)).toMatchObject({ closeRequestReason: 'all done?', closeRequestUntil: expect.any(Number) })
  expect(await desk.command('moderator', ticket, '.ticket ask')).toContain('asked already')
  await desk.press('moderator', ticket, 'Close it')
  await toldTo('moderator', 'Only the member who opened this ticket')
  await harness.as('member1').say(ticket.channelId ?? '', 'no, wait')
  await until('the request to end', () => desk.now(ticket).closeRequestedAt === null)
  await desk.press('member1', ticket, 'Keep it open')
  await toldTo('member1', 'That question has already been settled.')
  await desk.command('moderator', ticket, '.ticket ask')
  await desk.press('member1', ticket, 'Keep it open')
  await until('the request to end', () => desk.now(ticket).closeRequestedAt === null)
  await desk.command('moderator', ticket, '.ticket ask')
  await desk.press('member1', ticket, 'Close it')
  await desk.reaches(ticket, 'closed')
  const asked = 'close_requested'
  expect(kinds(ticket)).toEqual(['opened', asked, asked, 'close_refused', asked, 'closed'])
})

test('whose turn it is depends on who wrote last, and the first answer is recorded once', async () => {
  desk.panel({ auto_claim: true })
  const ticket = await desk.open('member1')
  const say = (login: string, text: string) => harness.as(login).say(ticket.channelId ?? '', text)
  await say('member1', 'hello?')
  await say('moderator', 'hi')
  await until('the answer', () => desk.now(ticket).awaiting === 'member')
  const { firstResponseAt, firstResponseById } = desk.now(ticket)
  expect(firstResponseById).toBe(harness.as('moderator').userId)
  await until('the claim', () => desk.now(ticket).claimedById === harness.as('moderator').userId)
  await say('member1', 'thanks')
  await until('the team to be due', () => desk.now(ticket).awaiting === 'team')
  await say('admin', 'welcome')
  await until('the member to be due', () => desk.now(ticket).awaiting === 'member')
  expect(desk.now(ticket).firstResponseAt).toBe(firstResponseAt)
})

test('a member’s tickets close when they leave, unless the panel says otherwise', async () => {
  const ticket = await desk.open('member3')
  await harness.as('owner').rest('DELETE', `/guilds/${harness.guildId}/members/${harness.as('member3').userId}`)
  await desk.reaches(ticket, 'closed')
  desk.panel({ close_on_leave: false })
  const other = await desk.open('member4')
  await harness.as('owner').rest('DELETE', `/guilds/${harness.guildId}/members/${harness.as('member4').userId}`)
  await until(
    'it to be noticed',
    () =>
      !harness.product.services.client.guilds.cache
        .get(harness.guildId)
        ?.members.cache.has(harness.as('member4').userId),
  )
  expect(desk.now(other).state).toBe('open')
  await until('the reason to be said', () => desk.said(ticket).some(text => text.includes('no longer in the server')))
})

test('deleting the channel by hand ends the ticket, and its record stays', async () => {
  const ticket = await desk.open('member1')
  await harness.as('owner').rest('DELETE', `/channels/${ticket.channelId}`)
  await desk.reaches(ticket, 'deleted')
  expect(desk.now(ticket)).toMatchObject({ channelMissing: true, closedAt: expect.any(Number) })
  expect(kinds(ticket)).toEqual(['opened', 'channel_deleted'])
})

test('a ticket whose channel was recreated after an attack continues in it', async () => {
  const ticket = await desk.open('member1')
  const { services } = harness.product
  const to = harness.channel('woodwork')
  renameId(services, harness.guildId, { from: ticket.channelId ?? '', to }, { userId: null, via: 'recovery' })
  await harness.as('moderator').say(to, 'go on here')
  await until('the answer to count', () => desk.now(ticket).firstResponseAt !== null)
  expect(desk.now(ticket)).toMatchObject({ channelId: to, state: 'open' })
})

test('a ticket whose channel was recreated gets its controls there, open or closed, and pings nobody', async () => {
  const { services } = harness.product
  const moved = async (ticket: Ticket, name: string) => {
    const to = harness.channel(name)
    renameId(services, harness.guildId, { from: ticket.channelId ?? '', to }, { userId: null, via: 'recovery' })
    return until('controls in the new channel', () =>
      harness.messages(to).find(one => one.author.id === harness.botId && buttonsOf(one).length > 0),
    )
  }
  const [open, closed] = [await desk.open('member1'), await desk.open('member3')]
  await desk.command('moderator', closed, '.ticket close')
  const opening = await moved(open, 'woodwork')
  expect([buttonsOf(opening).map(({ label }) => label), opening.mentions]).toEqual([['Close', 'Claim'], []])
  await until('it to be noted', () => desk.now(open).openMessageId === opening.id)
  const again = await moved(closed, 'general')
  expect(buttonsOf(again).map(({ label }) => label)).toEqual(['Reopen', 'Delete'])
})

test('a name in which Discord would show ids is refused', async () => {
  const ticket = await desk.open('member1')
  const answer = await desk.command('moderator', ticket, `.ticket rename <@${harness.as('member1').userId}>`)
  expect(answer).toContain('The name of a channel is plain text')
  expect(desk.now(ticket).name).toBe(ticket.name)
})

test('the team changes priority, pin and name; a third rename in ten minutes waits, and says so', async () => {
  const ticket = await desk.open('member1')
  expect(await desk.command('moderator', ticket, '.ticket priority urgent')).toContain('urgent')
  expect(desk.now(ticket).priority).toBe('urgent')
  expect(await desk.command('moderator', ticket, '.ticket pin')).toContain('pinned')
  expect(await desk.command('moderator', ticket, '.ticket rename Refund for Mara')).toContain(
    'is now called “refund-for-mara”',
  )
  const name = () => harness.sandbox.context.world.channels.get(ticket.channelId ?? '')?.channel.name
  expect(name()).toBe('refund-for-mara')
  await desk.command('moderator', ticket, '.ticket rename two')
  expect(await desk.command('moderator', ticket, '.ticket rename three')).toContain(
    'two renames of a channel in ten minutes',
  )
  expect(name()).toBe('two')
  expect(desk.now(ticket).name).toBe('three')
})

test('every button works after a restart', async () => {
  const ticket = await desk.open('member1')
  await harness.restart()
  await desk.press('moderator', ticket, 'Claim')
  await until('the claim', () => desk.now(ticket).claimedById !== null)
  await desk.press('moderator', ticket, 'Close')
  await toldTo('moderator', 'Close this ticket?')
  await harness.restart()
  await desk.press('moderator', ticket, 'Close')
  await desk.reaches(ticket, 'closed')
  await harness.restart()
  await desk.press('moderator', ticket, 'Delete')
  await until('the channel to go', () => !exists(ticket))
  expect(kinds(ticket)).toEqual(['opened', 'claimed', 'closed', 'deleted'])
})

test('opened, closed and deleted tickets are listed in the log channel, and nobody is pinged', async () => {
  desk.configure({ logChannel: harness.channel('mod-log') })
  const ticket = await desk.open('member1')
  await desk.command('moderator', ticket, '.ticket close @everyone **done**')
  await desk.press('moderator', ticket, 'Delete')
  const lines = () => harness.messages(harness.channel('mod-log')).filter(one => textOf(one).includes('Ticket #0001'))
  await until('three lines', () => lines().length === 3)
  expect(lines().map(one => one.embeds[0]?.title)).toEqual([
    'Ticket #0001 opened',
    'Ticket #0001 closed',
    'Ticket #0001 deleted',
  ])
  expect(lines().flatMap(one => one.mentions)).toEqual([])
})

test('closing everything asks first, and closes all open tickets', async () => {
  const all = [await desk.open('member1'), await desk.open('member3')]
  await harness.as('moderator').say(harness.channel('general'), '.ticket closeall')
  expect(all.map(one => desk.now(one).state)).toEqual(['open', 'open'])
  const asked = await harness.answerTo(await harness.as('owner').say(harness.channel('general'), '.ticket closeall'))
  await harness.as('owner').press(asked, buttonsOf(asked)[0]?.custom_id ?? '')
  for (const one of all) await desk.reaches(one, 'closed')
  await until('everything to be done', () => all.every(one => desk.now(one).closedMessageId !== null))
  expect(all.map(one => desk.now(one).feedbackAskedAt)).toEqual([null, null])
})
