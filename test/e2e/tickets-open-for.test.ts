import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { panelDesign } from '#features/tickets/panels/contract.ts'
import { tickets } from '#features/tickets/table.ts'
import { createTicketDesk } from '../tickets.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept, setOffline } from './network.ts'

/** Opening a ticket for a member with the keyboard and with connections that break off. */
let desk: Desk
let page: Page
let team: ReturnType<typeof createTicketDesk>
beforeAll(async () => {
  desk = await createDesk()
  team = createTicketDesk(desk.harness)
  page = await desk.signedIn('moderator')
})
afterAll(() => desk.close())

const dialog = () => page.getByRole('dialog', { name: 'Open a ticket for a member' })
const box = () => dialog().getByLabel('Find a member')
const member = () => dialog().getByRole('combobox', { name: 'Member' })
const hasFocus = (element: Locator) => element.evaluate(one => one === document.activeElement)
/** Presses Tab until the element has the focus, eight times at most. */
async function tabTo(element: Locator) {
  for (let pressed = 0; pressed < 8 && !(await hasFocus(element)); pressed += 1) await page.keyboard.press('Tab')
  await expect.poll(() => hasFocus(element)).toBe(true)
}

test('using only the keyboard, also if the connection breaks off', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/tickets/open`))
  const opener = page.getByRole('button', { name: 'Open a ticket' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await dialog().getByLabel('Reason').waitFor()
  await expect.poll(() => hasFocus(box())).toBe(true)

  // Without a connection, the search says so, and continues by itself once there is one.
  await setOffline(page, true)
  const { userId } = desk.harness.as('member2')
  await page.keyboard.type(userId)
  await dialog().getByText('The server cannot be reached. Check your connection.').waitFor()
  await setOffline(page, false)
  await dialog().getByText('The server cannot be reached. Check your connection.').waitFor({ state: 'detached' })
  // The button's reason for being disabled is beside it.
  const choose = dialog().getByText(/^Choose a member( and a panel)? first\.$/)
  await choose.waitFor()
  await tabTo(member())
  await page.keyboard.press('Enter')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  await choose.waitFor({ state: 'detached' })
  await expect.poll(() => member().textContent()).not.toMatch(/\d{17}|Choose|Search/)

  // The chosen member keeps their name while others are searched for.
  const name = await member().textContent()
  await box().focus()
  await page.keyboard.type('zzz')
  await tabTo(member())
  await page.keyboard.press('Enter')
  await page.getByText('Nobody has a name like that.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Nobody has a name like that.').waitFor({ state: 'detached' })
  await expect.poll(() => member().textContent()).toBe(name)

  await tabTo(dialog().getByLabel('Reason'))
  await page.keyboard.type('They asked in the shop')
  await setOffline(page, true)
  await tabTo(dialog().getByRole('button', { name: 'Open ticket' }))
  await page.keyboard.press('Enter')
  await dialog()
    .getByText('The ticket could not be opened. The server cannot be reached. Check your connection.')
    .waitFor()
  await dialog().getByText('Nothing you filled in is lost.').waitFor()
  await expect.poll(() => dialog().getByLabel('Reason').inputValue()).toBe('They asked in the shop')
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeFindings(page)).toEqual([])
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await setOffline(page, false)
  await page.keyboard.press('Enter')
  await page.getByRole('log', { name: 'Conversation' }).getByText('They asked in the shop').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('if the answer is lost, the dialog says so, also when it is opened again, and one ticket is opened', async () => {
  const opened = () => desk.harness.product.services.db.select().from(tickets).all().length
  const before = opened()
  const doubt = () => dialog().getByText('It is not known whether this went through.')
  const confirm = () => dialog().getByRole('button', { name: 'Open ticket' })
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/tickets/open`))
  await page.getByRole('button', { name: 'Open a ticket' }).click()
  await box().fill(desk.harness.as('member3').userId)
  await member().click()
  await page.getByRole('option').first().click()
  const name = await member().textContent()
  await dialog().getByLabel('Reason').fill('Lost on the way')
  // The server would refuse a second ticket within seconds anyway, so the keys are compared.
  const keys = new Set<unknown>()
  page.on('request', request => {
    const body = request.url().endsWith('/tickets/open-for') && (request.postDataJSON() as { key: unknown } | null)
    if (body) keys.add(body.key)
  })
  await intercept(page, /\/tickets\/open-for$/, async route => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await confirm().click()
  await doubt().waitFor()
  await page.unroute(/\/tickets\/open-for$/)
  // This holds even if somebody has changed the panel in the meantime.
  const { required_inputs } = panelDesign.parse({ title: 'Help', required_inputs: ['Which kiln?'] })
  team.panel({ required_inputs })
  await page.reload()
  await page.getByRole('button', { name: 'Open a ticket' }).click()
  await doubt().waitFor()
  await expect.poll(() => dialog().getByLabel('Reason').inputValue()).toBe('Lost on the way')
  await expect.poll(() => member().textContent()).toBe(name)
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await confirm().click()
  await page.getByRole('log', { name: 'Conversation' }).getByText('Lost on the way').waitFor()
  expect([opened(), keys.size]).toEqual([before + 1, 1])

  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/tickets/open`))
  await page.getByRole('button', { name: 'Open a ticket' }).click()
  await dialog().getByLabel('Reason').waitFor()
  await expect.poll(() => dialog().getByLabel('Reason').inputValue()).toBe('')
  await expect.poll(() => doubt().count()).toBe(0)
})

test('doubt about the ticket of one member remains when a ticket for another one is opened', async () => {
  const doubt = () => dialog().getByText('It is not known whether this went through.')
  const confirm = () => dialog().getByRole('button', { name: 'Open ticket' })
  const openFor = async (login: string, reason: string) => {
    await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/tickets/open`))
    await page.getByRole('button', { name: 'Open a ticket' }).click()
    await box().fill(desk.harness.as(login).userId)
    await member().click()
    await page.getByRole('option').first().click()
    await dialog().getByLabel('Reason').fill(reason)
    await confirm().click()
  }
  team.panel()
  await intercept(page, /\/tickets\/open-for$/, route =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
  )
  await openFor('member5', 'Of the first')
  await doubt().waitFor()
  await page.unroute(/\/tickets\/open-for$/)
  await openFor('member6', 'Of another')
  await page.getByRole('log', { name: 'Conversation' }).getByText('Of another').waitFor()
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/tickets/open`))
  await page.getByRole('button', { name: 'Open a ticket' }).click()
  await doubt().waitFor()
  await expect.poll(() => dialog().getByLabel('Reason').inputValue()).toBe('Of the first')
})
