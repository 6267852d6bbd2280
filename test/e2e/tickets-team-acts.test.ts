import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { panelDesign } from '#features/tickets/panels/contract.ts'
import type { Ticket } from '#features/tickets/life/rows.ts'
import { ticketNumbers, ticketPanels } from '#features/tickets/table.ts'
import { createTicketDesk, type Desk as Tickets } from '../tickets.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'

/** What the team does with a ticket in the browser besides answering, claiming and closing it. */
let desk: Desk
let tickets: Tickets
let ticket: Ticket
let page: Page

beforeAll(async () => {
  desk = await createDesk()
  tickets = createTicketDesk(desk.harness)
  ticket = await tickets.open('member1')
  await tickets.open('member2')
  const design = panelDesign.parse({ title: 'Billing' })
  const { services } = desk.harness.product
  services.db.insert(ticketPanels).values({ guildId: desk.harness.guildId, id: 'billing', design, createdAt: 2 }).run()
  await desk.harness.as('member1').say(ticket.channelId ?? '', 'Which cone is in the kiln?')
  page = await desk.signedIn('moderator')
})
afterAll(() => desk.close())

const address = (rest: string) => desk.dashboard(`/manage/${desk.harness.guildId}/tickets${rest}`)
const dialog = () => page.getByRole('dialog').last()
const log = () => page.getByRole('log', { name: 'Conversation' })
const more = async (item: string) => {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const find = async (login: string, name: string) => {
  await dialog().getByLabel('Find a member').fill(desk.harness.as(login).userId)
  await dialog().getByRole('combobox', { name: 'Member' }).click()
  await page.getByRole('option', { name }).click()
}

test('a ticket is found by what was written in it', async () => {
  await page.goto(address('/open'))
  await page.getByRole('link', { name: '0002 member2' }).waitFor()
  await page.getByLabel('Search tickets').fill('kiln')
  await page.getByText('in the kiln?').waitFor()
  await page.getByRole('link', { name: '0002 member2' }).waitFor({ state: 'detached' })
  expect(await axeFindings(page)).toEqual([])
  await page.reload()
  await expect.poll(() => page.getByLabel('Search tickets').inputValue()).toBe('kiln')
  await page.getByRole('link', { name: '0001 member1' }).click()
  await log().getByText('Which cone is in the kiln?').waitFor()
})

test('a note is in the conversation for the team alone, and Escape does not lose it', async () => {
  await more('Internal note')
  await dialog().getByLabel('Note').fill('Asked **twice** before')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  expect(await axeFindings(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Keep note' }).click()
  await log().getByText('internal note: only the team sees it').waitFor()
  await log().getByText('Asked twice before').waitFor()
  expect(tickets.said(ticket).join()).not.toContain('twice')
  expect(await axeFindings(page)).toEqual([])
})

test('a member is added and removed, and the ticket is transferred and renamed', async () => {
  await more('Add somebody')
  await find('member3', '')
  expect(await axeFindings(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  const added = page.getByRole('list', { name: 'Added' })
  await added.getByRole('listitem').waitFor()
  expect(tickets.sees(ticket, desk.harness.as('member3').userId)).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await added.getByRole('button', { name: /^Remove/ }).click()
  await added.waitFor({ state: 'detached' })
  expect(tickets.sees(ticket, desk.harness.as('member3').userId)).toBe(false)

  await more('Hand over')
  await find('moderator', 'wren')
  await dialog().getByRole('button', { name: 'Hand over' }).click()
  await dialog().waitFor({ state: 'detached' })
  expect(tickets.now(ticket).claimedById).toBe(desk.harness.as('moderator').userId)

  await more('Rename')
  await dialog().getByLabel('Name').fill('Kiln question')
  await dialog().getByLabel('Name').press('Enter')
  await page.getByRole('heading', { level: 1, name: /kiln-question/ }).waitFor()
})

test('a ticket is moved to another panel, also on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 800 })
  await more('Move to another panel')
  await dialog().getByRole('combobox', { name: 'Panel' }).click()
  await page.getByRole('option', { name: 'Billing' }).click()
  expect(await axeFindings(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Move' }).click()
  await dialog().waitFor({ state: 'detached' })
  await log().getByText('This ticket was moved to').waitFor()
  expect(tickets.now(ticket).panelId).toBe('billing')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a ticket is opened for a member with a reason and the panel’s questions; a refusal stays in the dialog', async () => {
  const { services } = desk.harness.product
  const { guildId } = desk.harness
  services.db.insert(ticketNumbers).values({ guildId, last: 2 }).run()
  const ask = (question: string) =>
    tickets.panel({
      required_inputs: panelDesign.parse({ title: 'Help', required_inputs: [question] }).required_inputs,
    })
  ask('Which cone?')
  tickets.configure({ blockedUsers: [desk.harness.as('member3').userId] })
  await page.goto(address('/open'))
  const begin = async () => {
    await page.getByRole('button', { name: 'Open a ticket' }).click()
    await find('member3', '')
    // The moderator supports only one panel besides the one that everything was moved to.
    await dialog().getByRole('combobox', { name: 'Panel' }).click()
    await page.getByRole('option', { name: 'Support Ticket' }).click()
  }
  await begin()
  await dialog().getByLabel('Which cone?').fill('Cone 6')
  ask('What broke?')
  await dialog().getByRole('button', { name: 'Open ticket' }).click()
  await dialog().getByText('Nothing was opened: start again with the new ones.').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await begin()
  await dialog().getByLabel('Reason').fill('Your parcel came back')
  await dialog().getByLabel('What broke?').fill('The blue bowl')
  expect(await axeFindings(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Open ticket' }).click()
  await dialog().getByText('This member is blocked from tickets.').waitFor()
  tickets.configure({ blockedUsers: [] })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await dialog().getByRole('button', { name: 'Open ticket' }).click()
  await page.getByRole('heading', { level: 1, name: /ticket/ }).waitFor()
  await log().getByText('Your parcel came back').waitFor()
  await log().getByText('The blue bowl').waitFor()
  expect(desk.complaints.filter(one => !/403|409/.test(one))).toEqual([])
})
