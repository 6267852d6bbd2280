import type { Page } from 'playwright-core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeTicket } from '#features/tickets/life/close.ts'
import { tellChanged } from '#features/tickets/life/notify-pages.ts'
import { tickets as ticketRows } from '#features/tickets/table.ts'
import type { Ticket } from '#features/tickets/life/rows.ts'
import { createTicketDesk, type Desk as Tickets } from '../tickets.ts'
import { until } from '../until.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'

let desk: Desk
let tickets: Tickets
let ticket: Ticket
let page: Page

beforeAll(async () => {
  desk = await createDesk()
  tickets = createTicketDesk(desk.harness)
  tickets.panel({ first_response_goal: 60 })
  ticket = await tickets.open('member1')
  await tickets.open('member2')
  const tag = { name: 'cones', text: 'There is a box of cone 6 in the shed.', words: ['cone'] }
  const owner = await desk.harness.signIn('owner')
  await owner.call('POST', `/api/guild/${desk.harness.guildId}/tickets/tags`, tag)
  await say('Do I need my own cone?')
  // Belongs to the support team and may do nothing else.
  page = await desk.signedIn('moderator')
})
afterAll(() => desk.close())

const say = (text: string) => desk.harness.as('member1').say(ticket.channelId ?? '', text)
const address = (rest: string) => desk.dashboard(`/manage/${desk.harness.guildId}/tickets${rest}`)
const said = () => desk.harness.messages(ticket.channelId ?? '').map(({ content }) => content)
const log = () => page.getByRole('log', { name: 'Conversation' })
/** A message may have arrived a moment before it is removed from the list of messages being sent. */
const allSent = () =>
  until(
    'what was sent to be in the conversation alone',
    async () => (await page.locator('.live-outgoing').count()) === 0,
  )

test('the team finds a ticket in the list, answers and claims it, and sees new messages arrive', async () => {
  await page.goto(address('/open'))
  await page.getByRole('heading', { level: 1, name: 'Open tickets' }).waitFor()
  await page.getByRole('link', { name: '0001 member1' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: '0001 member1' }).click()
  await log().getByText('Do I need my own cone?').waitFor()
  await page.getByText(/member1 has been waiting for/).waitFor()
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Suggested: cones' }).click()
  const box = page.getByLabel('Answer to member1')
  await expect.poll(() => box.inputValue()).toBe('There is a box of cone 6 in the shed.')
  await page.reload()
  await expect.poll(() => box.inputValue()).toBe('There is a box of cone 6 in the shed.')
  await box.press('Control+Enter')
  await until('the answer', () =>
    said().some(text => text.endsWith('wren**, Moderator: There is a box of cone 6 in the shed.')),
  )
  await allSent()
  await log().getByText('There is a box of cone 6 in the shed.').waitFor()
  await expect.poll(() => box.inputValue()).toBe('')

  await say('Thank you!')
  await log().getByText('Thank you!').waitFor()
  await log().focus()
  await page.keyboard.press('c')
  await page.getByRole('button', { name: 'Release' }).waitFor()
  expect(tickets.now(ticket).claimedById).toBe(desk.harness.as('moderator').userId)
  await page.keyboard.press('r')
  await box.and(page.locator(':focus')).waitFor()
  await box.blur()
  // The ticket whose member wrote last is at the end of the list.
  await page.keyboard.press('[')
  await page.getByText('0002', { exact: true }).waitFor()
  await page.keyboard.press(']')
  await page.getByText('0001', { exact: true }).waitFor()
})

test('a refused message stays, and trying again sends it once', async () => {
  await page.goto(address(`/open/${ticket.id}`))
  const box = page.getByLabel('Answer to member1')
  await box.fill('One more thing')
  await intercept(page, '**/answer', route => route.abort())
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('The server cannot be reached.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.unroute('**/answer')
  await page.getByRole('button', { name: 'Try again' }).click()
  await allSent()
  await log().getByText('One more thing').waitFor()
  expect(said().filter(text => text.endsWith('One more thing'))).toHaveLength(1)
})

test('a message that had not arrived when the page was closed is offered again, once that is certain', async () => {
  await page.goto(address(`/open/${ticket.id}`))
  await page.getByLabel('Answer to member1').fill('Left half-way')
  await intercept(page, '**/answer', route => route.abort())
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('The server cannot be reached.').waitFor()
  await page.unroute('**/answer')
  // Whether it has arrived is unknown until the conversation is loaded.
  const loaded = Promise.withResolvers<void>()
  await intercept(page, '**/messages', async route => {
    await loaded.promise
    await route.continue()
  })
  await page.reload()
  await log().getByText('Loading messages...').waitFor({ state: 'attached' })
  await expect.poll(() => page.locator('.live-outgoing').count()).toBe(0)
  loaded.resolve()
  await page.getByText('This page was closed before it was known whether this arrived.').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  expect(said().filter(text => text.endsWith('Left half-way'))).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await allSent()
  await page.reload()
  await log().getByText('Left half-way').waitFor()
  await expect.poll(() => page.locator('.live-outgoing').count()).toBe(0)
  expect(said().filter(text => text.endsWith('Left half-way'))).toHaveLength(1)
})

test('a message that has arrived is not kept as unsent, even if the page was closed before the reply', async () => {
  await page.goto(address(`/open/${ticket.id}`))
  await page.getByLabel('Answer to member1').fill('Arrived all the same')
  const left = Promise.withResolvers<void>()
  await intercept(page, '**/answer', async route => {
    await route.fetch()
    await left.promise
    await route.abort().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'Send' }).click()
  await log().getByText('Arrived all the same').and(page.locator('.msg-body *')).waitFor()
  await allSent()
  // As later, when the first part of the conversation does not contain it.
  await intercept(page, /\/messages(\?|$)/, async route => {
    const answer: object = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, sent: [] } })
  })
  await page.reload()
  left.resolve()
  await log().getByText('Arrived all the same').waitFor()
  await expect.poll(() => page.locator('.live-outgoing').count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
})

test('files are added, previewed, removed and sent with a message; a file that cannot be sent says why', async () => {
  await page.goto(address(`/open/${ticket.id}`))
  const chosen = page.getByLabel('Files', { exact: true })
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  )
  const file = (name: string, buffer = png) => ({ name, mimeType: name.endsWith('png') ? 'image/png' : '', buffer })
  const list = page.getByRole('list', { name: 'Files of this answer' })
  await chosen.setInputFiles([file('<b>kiln</b>.png'), file('notes.xyz'), file('empty.txt', Buffer.alloc(0))])
  await list.getByText('This file is empty.').waitFor()
  await list.getByText('<b>kiln</b>.png').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove empty.txt' }).click()
  await page.getByRole('button', { name: 'Remove notes.xyz' }).click()
  await list.locator('img').waitFor()
  await expect.poll(() => list.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await page.getByRole('button', { name: 'Send' }).click()
  await list.waitFor({ state: 'detached' })
  const sent = await until('the file', () =>
    desk.harness.messages(ticket.channelId ?? '').find(({ attachments }) => attachments.length > 0),
  )
  expect(sent.attachments.map(({ size }) => size)).toEqual([png.length])
  await chosen.setInputFiles(Array.from({ length: 11 }, (_, at) => file(`${at}.png`)))
  await page.getByText('An answer has at most 10 files.').waitFor()
})

test('people who may see the server’s cases see those of the member; others do not', async () => {
  await desk.harness
    .as('owner')
    .say(desk.harness.channel('general'), `.warn <@${desk.harness.as('member1').userId}> Mind the kiln`)
  const owner = await desk.signedIn('owner')
  const details = owner.getByRole('complementary', { name: 'Details' })
  await owner.goto(address(`/open/${ticket.id}`))
  await expect
    .poll(async () => {
      await owner.reload()
      await details.getByRole('heading', { name: /^History of/ }).waitFor()
      return details.getByText('Mind the kiln').count()
    })
    .toBe(1)
  await details.getByRole('link', { name: /^Case #\d+: Warning/ }).click()
  await owner.waitForURL(/moderation\?/)
  expect(new URL(owner.url()).searchParams.get('target')).toBe(desk.harness.as('member1').userId)
  await owner.close()
  await page.goto(address(`/open/${ticket.id}`))
  await page.getByRole('heading', { name: /^History of/ }).waitFor()
  await expect.poll(() => page.getByText('Mind the kiln').count()).toBe(0)
})

test('closing asks for a reason; a closed ticket says who closed it and can be reopened', async () => {
  await page.goto(address(`/open/${ticket.id}`))
  await log().waitFor()
  await log().focus()
  await page.keyboard.press('e')
  await page.getByLabel('Reason').fill('Solved')
  await page.getByRole('button', { name: 'Close ticket' }).click()
  await page.getByText('Closed by wren, today').waitFor()
  await expect.poll(() => page.locator('.live-closed').innerText()).toContain('Solved')
  const rated = { rating: 4, ratingComment: 'Quick and kind', ratedAt: Date.now() }
  const { services } = desk.harness.product
  services.db.update(ticketRows).set(rated).where(eq(ticketRows.id, ticket.id)).run()
  tellChanged(services, ticket, 'state')
  await page.getByRole('img', { name: '4 of 5 stars' }).waitFor()
  await page.getByText('Quick and kind').waitFor()
  expect(await axeFindings(page)).toEqual([])
  // It is found in the list again, and deleting it asks first.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Closed' }).click()
  await page.getByRole('heading', { level: 1, name: 'Closed tickets' }).waitFor()
  await page.getByRole('row', { name: /0001 member1.*wren, today/ }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByText('Open', { exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Open tickets' }).waitFor()
  await page.getByText('Closed', { exact: true }).click()
  await page.getByRole('link', { name: '0001 member1' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog', { name: 'Delete ticket 0001?' }).getByText('its transcript stays').waitFor()
  expect(await axeFindings(page, '.dialog')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByLabel('Answer to member1').waitFor()
})

test('a closed ticket is deleted with its channel; until then its transcript links to it', async () => {
  const old = await tickets.open('member1')
  await closeTicket(desk.harness.product.services, old, { by: null })
  await page.goto(address(`/open/${old.id}`))
  await page.locator('.live-closed').getByRole('link', { name: 'Transcript' }).click()
  await page.getByRole('link', { name: 'Its ticket' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete ticket' }).click()
  await page.getByText('This ticket was deleted.').waitFor()
  expect(desk.harness.sandbox.context.world.channels.has(old.channelId ?? '')).toBe(false)
  await page.locator('.live-closed').getByRole('link', { name: 'Transcript' }).click()
  // Each viewing is logged, so a reload within a moment must not view it again.
  await page.reload()
  await page.getByText('Every viewing is logged.').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Its ticket' }).count()).toBe(0)
})

test('on a phone, the details are a separate view, and nothing scrolls sideways', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address(`/open/${ticket.id}`))
  await log().waitFor()
  await expect.poll(() => page.getByRole('complementary', { name: 'Details' }).isVisible()).toBe(false)
  await page.getByText('Details', { exact: true }).click()
  await page.getByRole('heading', { name: 'Clock' }).waitFor()
  await expect.poll(() => log().isVisible()).toBe(false)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the member who opened a ticket finds its transcript, and no others', async () => {
  const { harness } = desk
  const mine = await tickets.open('member2')
  await closeTicket(harness.product.services, mine, { by: null })
  const opener = await desk.signedIn('member2')
  await opener.goto(desk.dashboard('/selector'))
  await opener.getByText('Tidewater Makers').first().waitFor()
  await opener.goto(address('/transcript'))
  await opener.getByText('What was written in your own tickets').waitFor()
  await opener.locator('.transcript-row').click()
  await opener.getByText('Every viewing is logged.').waitFor()
  await expect.poll(() => opener.getByText('has not been shared').count()).toBe(0)
  await expect.poll(() => opener.locator('.transcript-row').count()).toBe(1)
  await opener.goto(address(`/open/${ticket.id}`))
  await opener.getByText('This ticket could not be opened').waitFor()
  await opener.context().close()
})

test('a person who loses access is told, and keeps what they have typed', async () => {
  await page.goto(address(`/open/${ticket.id}`))
  await page.getByLabel('Answer to member1').fill('Half a sentence')
  const { harness } = desk
  const place = `/guilds/${harness.guildId}/members/${harness.as('moderator').userId}`
  await harness.as('owner').rest('PATCH', place, { roles: [] })
  await page.getByRole('dialog', { name: 'Access denied' }).waitFor()
  await page.getByText('Half a sentence').last().waitFor()
  expect(desk.complaints).toEqual([])
})
