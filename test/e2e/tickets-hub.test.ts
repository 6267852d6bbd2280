import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import ticketSettings from '#features/tickets/contract.ts'
import { insertTicket, noteEvent } from '#features/tickets/life/rows.ts'
import { createTicketDesk, type Desk as TicketDesk } from '../tickets.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
import { settled } from './page-settled.ts'
import { silentButtons } from './silent-buttons.ts'

const hour = 3_600_000
const day = 24 * hour

let desk: Desk
let tickets: TicketDesk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const services = () => desk.harness.product.services
const open = async (on = page) => {
  await on.goto(desk.dashboard(`/manage/${desk.harness.guildId}/tickets`))
  await on.getByRole('heading', { level: 1, name: 'Ticket Management' }).waitFor()
}
const openCard = () => page.getByRole('region', { name: 'Open tickets' })
const rows = () =>
  openCard()
    .getByRole('row')
    .filter({ has: page.getByRole('link') })

/** Records a ticket from some days ago that was answered after an hour and closed after three. */
function past(number: number, daysAgo: number, rating: number | null) {
  const openedAt = services().now() - daysAgo * day
  const agent = { id: desk.harness.as('moderator').userId, name: 'moderator' }
  const ticket = insertTicket(services(), {
    guildId: desk.harness.guildId,
    number,
    state: 'deleted',
    panelId: 'help',
    panelTitle: 'Support Ticket',
    kind: 'channel',
    name: 'ticket',
    openedAt,
    lastMessageAt: openedAt,
    firstResponseAt: openedAt + hour,
    firstResponseById: agent.id,
    closedAt: openedAt + 3 * hour,
    rating,
    ratedAt: rating === null ? null : openedAt + 4 * hour,
  })
  noteEvent({ db: services().db, now: () => openedAt + hour }, ticket, { kind: 'answered', by: agent })
}

test('without a panel, there is nothing to open a ticket from, and nothing to count', async () => {
  await open()
  await openCard().getByRole('heading', { name: 'No panels created yet' }).waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'Last 14 days' }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Documentation' }).waitFor()
  // No support server is set here, so the link leads to the contact page.
  await main.getByRole('link', { name: 'Support', exact: true }).click()
  await page.waitForURL('**/contact')
  await page.goBack()
  await openCard().getByRole('link', { name: 'Create Panel' }).click()
  // Nobody has to press Create Panel a second time, and a reload does not open it again.
  const editor = page.getByRole('dialog', { name: 'New panel' })
  await editor.waitFor()
  await page.waitForURL(/\/tickets\/panel$/)
  await page.keyboard.press('Escape')
  await editor.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Ticket Panels' }).waitFor()
  await expect.poll(() => main.getByRole('button', { name: 'Create Panel' }).count()).toBe(1)
})

test('somebody who may only look is told that, and no new panel opens for them', async () => {
  const { guildId, as, signIn, product } = desk.harness
  const { userId } = as('member4')
  const role = await as('owner').rest<{ id: string }>('POST', `/guilds/${guildId}/roles`, { name: 'Desk' })
  await as('owner').rest('PUT', `/guilds/${guildId}/members/${userId}/roles/${role.id}`)
  const by = { userId: as('owner').userId, via: 'test' }
  product.services.settings.write(guildId, ticketSettings, { supportTeamRole: role.id }, by)
  const grant = { kind: 'member', id: userId, feature: 'tickets', level: 'view', expiresAt: null }
  expect((await (await signIn('owner')).call('POST', `/api/guild/${guildId}/access`, grant)).status).toBe(200)

  const looking = await desk.signedIn('member4')
  const create = looking.getByRole('main').getByRole('button', { name: 'Create Panel' })
  // As somebody else sent the address.
  await looking.goto(desk.dashboard(`/manage/${guildId}/tickets/panel?fresh=true`))
  await looking.waitForURL(/\/tickets\/panel$/)
  await settled(looking)
  await expect.poll(() => create.isDisabled()).toBe(true)
  await expect.poll(() => looking.getByRole('dialog').count()).toBe(0)
  await open(looking)
  await expect.poll(() => create.isDisabled()).toBe(true)
  expect(await silentButtons(looking)).toEqual([])
  await looking.context().close()
  product.services.settings.write(guildId, ticketSettings, { supportTeamRole: null }, by)
})

test('statistics cover 7, 14 or 90 days, by agent and by panel', async () => {
  tickets = createTicketDesk(desk.harness)
  for (const [number, daysAgo, rating] of [
    [101, 2, 5],
    [102, 2, 4],
    [103, 10, null],
    [104, 80, 5],
    [105, 80, 5],
    [106, 80, 1],
  ] as const)
    past(number, daysAgo, rating)
  await open()
  const card = page.getByRole('region', { name: 'Last 14 days' })
  await card.getByText('none in the 14 days before').waitFor()
  await card.getByText('2 answers', { exact: true }).waitFor()
  await expect.poll(() => card.getByRole('table', { name: 'Opened by day' }).getByRole('row').count()).toBe(14)
  const who = page.getByRole('region', { name: 'Who answered' })
  await expect
    .poll(async () => (await who.getByRole('row').nth(1).innerText()).split('\t').slice(1))
    .toEqual(['3', '1 h', '3 h', '2 answers'])
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('radio', { name: '90 days' }).check({ force: true })
  const quarter = page.getByRole('region', { name: 'Last 90 days' })
  await quarter.getByText('of 5, 5 answers').waitFor()
  await quarter.getByText('4.0', { exact: true }).waitFor()
  await page.getByRole('radio', { name: 'Panel' }).check({ force: true })
  await who.getByRole('rowheader', { name: 'Support Ticket' }).waitFor()
  // Visually hidden content takes no room.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - document.body.clientHeight)).toBe(0)
})

test('new tickets appear in the list, but not while somebody is using it', async () => {
  await tickets.open('member1')
  await openCard().getByText('1 waits for the team, 0 for the member.').waitFor()
  await expect.poll(() => rows().count()).toBe(1)
  await rows().first().getByRole('link').focus()
  await tickets.open('member2')
  await openCard().getByRole('button', { name: '1 new' }).waitFor()
  await expect.poll(() => rows().count()).toBe(1)
  await openCard().getByRole('button', { name: '1 new' }).click()
  await rows().nth(1).waitFor()
  await expect.poll(() => openCard().getByRole('button', { name: '1 new' }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  expect(desk.complaints).toEqual([])
})

test('a ticket is claimed in the list, and somebody who is too late is told', async () => {
  const ticket = tickets.now(await tickets.open('member3'))
  await open()
  const number = String(ticket.number).padStart(4, '0')
  const claim = openCard().getByRole('button', { name: `Claim ${number}` })
  await claim.waitFor()
  const at = `**/tickets/ticket/${ticket.id}/claim`
  const refusal = { success: false, error: 'wren has claimed this ticket meanwhile.', code: 'tickets.claimed' }
  await intercept(page, at, answer => answer.fulfill({ status: 409, json: refusal }))
  await claim.click()
  await page.getByText(refusal.error).waitFor()
  await page.unroute(at)
  await claim.click()
  await claim.waitFor({ state: 'detached' })
  expect(tickets.now(ticket).claimedById).toBe(desk.harness.as('owner').userId)
  expect(desk.complaints).toEqual([])
})

test('the team sees the tickets that it answers and its statistics, and no settings', async () => {
  const support = await desk.signedIn('moderator')
  await open(support)
  await support.getByText('Settings are for those who manage the server.').waitFor()
  await support
    .getByRole('region', { name: 'Open tickets' })
    .getByRole('link', { name: /member1/ })
    .waitFor()
  await support.getByRole('region', { name: 'Last 14 days' }).waitFor()
  await expect.poll(() => support.getByText('General Configuration').count()).toBe(0)
  expect(await axeFindings(support)).toEqual([])
  expect(desk.complaints).toEqual([])
})
