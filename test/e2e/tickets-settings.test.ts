import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import tickets from '#features/tickets/contract.ts'
import { answered } from './answered.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'

let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const open = async (path: string, title: string) => {
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/tickets${path}`))
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}
const own = () => desk.harness.product.services.settings.read(desk.harness.guildId, tickets)
const save = (banner: string) =>
  answered(page, () => page.getByRole('button', { name: 'Save', exact: true }).click(), banner)

test('the hub shows the state of tickets and leads to every page', async () => {
  await open('', 'Ticket Management')
  await page.getByText('0 open, 0 closed.').waitFor()
  await page.getByText('3 per member, 50 open at once.').waitFor()
  for (const title of ['General Configuration', 'Organization', 'Advanced'])
    await page.getByRole('heading', { name: title }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: /Ticket Categories/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Ticket Categories' }).waitFor()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ticket Management' }).waitFor()
})

test('the hub says when nothing could be loaded, and tries again', async () => {
  const route = `**/api/guild/${desk.harness.guildId}/tickets`
  await intercept(page, route, answer =>
    answer.fulfill({ status: 500, json: { success: false, error: 'x', code: 'x' } }),
  )
  await open('', 'Ticket Management')
  await page.getByText('Failed to load ticket settings. Please try refreshing the page.').waitFor()
  await page.unroute(route)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('0 open, 0 closed.').waitFor()
  await expect.poll(() => page.getByText('Failed to load ticket settings').count()).toBe(0)
})

test('on a phone, the save bar is one line with its whole text', async () => {
  const phone = await desk.signedIn('owner', { viewport: { width: 390, height: 844 } })
  await phone.goto(desk.dashboard(`/manage/${desk.harness.guildId}/tickets/general`))
  await phone.getByRole('combobox', { name: 'Additional roles' }).click()
  await phone.getByRole('option', { name: 'Keeper' }).click()
  const isOneLine = () =>
    phone.locator('.save-bar').evaluate(bar => {
      const text = bar.querySelector('p')
      const tops = [...bar.querySelectorAll('button')].map(button => button.getBoundingClientRect().top)
      const isBeside = text !== null && Math.max(...tops) < text.getBoundingClientRect().bottom
      return new Set(tops).size === 1 && isBeside && text.scrollHeight <= text.clientHeight
    })
  await expect.poll(isOneLine).toBe(true)
  await phone.setViewportSize({ width: 360, height: 740 })
  await expect.poll(isOneLine).toBe(true)
  await phone.close()
})

test('general settings: additional roles are added and removed, Reset restores the defaults without saving', async () => {
  await open('/general', 'General Settings')
  await page.getByText('No additional roles').waitFor()
  const saving = page.getByRole('button', { name: 'Save', exact: true })
  await expect.poll(() => saving.isDisabled()).toBe(true)
  await page.getByRole('combobox', { name: 'Additional roles' }).click()
  await page.getByRole('option', { name: 'Keeper' }).click()
  await expect.poll(() => saving.isDisabled()).toBe(false)
  await page.getByText('No additional roles').waitFor({ state: 'hidden' })
  await page.getByRole('combobox', { name: 'Additional roles' }).click()
  await expect.poll(() => page.getByRole('option', { name: 'Keeper' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: 'Two-step close' }).click()
  await save('General settings saved successfully!')
  expect(own()).toMatchObject({ twoStepClose: false, additionalRoles: [{ name: 'Keeper' }] })
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await page.getByText('No additional roles').waitFor()
  expect(own()).toMatchObject({ twoStepClose: false })
  await save('General settings saved successfully!')
  expect(own()).toMatchObject({ twoStepClose: true, additionalRoles: [] })
})

test('categories: an existing and a new one are added, made the default and removed', async () => {
  await open('/category', 'Ticket Categories')
  await page.getByText('No open categories.').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByRole('button', { name: 'Add Category' }).isDisabled()).toBe(true)
  await dialog.getByRole('combobox', { name: 'Existing category' }).click()
  await page.getByRole('option', { name: /Workshop/ }).click()
  await intercept(page, '**/tickets/categories', route => route.abort())
  await dialog.getByRole('button', { name: 'Add Category' }).click()
  await dialog.getByText('Failed to add category. Please try again.', { exact: true }).waitFor()
  await page.unroute('**/tickets/categories')
  await dialog.getByRole('button', { name: 'Add Category' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Used').waitFor()

  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await dialog.getByLabel('Or a new one').fill('   ')
  await expect.poll(() => dialog.getByRole('button', { name: 'Add Category' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Or a new one').fill('Help desk')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.poll(() => dialog.getByLabel('Or a new one').inputValue()).toBe('Help desk')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByLabel('Or a new one').press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Set default: Help desk' }).click()
  await page.getByRole('button', { name: 'Help desk is the default' }).waitFor()
  await page.getByRole('button', { name: 'Remove Workshop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Remove Workshop' }).waitFor({ state: 'hidden' })
  expect(own().openCategories).toEqual([own().defaultOpen])
  expect(await axeFindings(page)).toEqual([])
})

test('limits: tiers, limits of roles and blocked members are saved', async () => {
  await open('/limits', 'Ticket Limits')
  await page.getByLabel('Tickets per member').fill('30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Tickets per member must be at most 20.').waitFor()
  await page.getByLabel('Tickets per member').fill('4')
  await page.getByText('Every member may have 4 open: Default applies once it is not 3.').waitFor()
  await page.getByLabel('Default', { exact: true }).fill('1')
  await page.getByText('Every member may have 1 open: the lower of Tickets per member and Default applies.').waitFor()
  await page.getByLabel('VIP', { exact: true }).fill('12')
  await page.getByRole('button', { name: 'Add a role’s limit' }).click()
  await page.getByRole('combobox', { name: 'Role', exact: true }).click()
  await page.getByRole('option', { name: 'Keeper' }).click()
  const { userId } = desk.harness.as('member3')
  const search = page.getByLabel('Find a member to block')
  await search.fill(userId)
  const found = page.getByRole('combobox', { name: 'Member to block' })
  await found.getByText('Choose a member').waitFor()
  // Enter chooses the only one found, and does not save the page.
  await search.press('Enter')
  await found.getByText('Choose a member').waitFor({ state: 'detached' })
  expect(own().maxTicketsPerUser).toBe(3)
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const blocked = page.getByRole('list', { name: 'Blocked members' })
  await blocked.getByRole('button', { name: /^Unblock \D/ }).waitFor()
  await save('Ticket limits saved successfully!')
  expect(own()).toMatchObject({
    maxTicketsPerUser: 4,
    userLimits: { default: 1, premium: 5, vip: 12 },
    blockedUsers: [userId],
  })
  expect(Object.values(own().roleLimits)).toEqual([3])
  expect(await axeFindings(page)).toEqual([])
  await open('', 'Ticket Management')
  await page.getByText('1 per member, 50 open at once.').waitFor()
})

test('no page has logged an error', () => {
  expect(desk.complaints).toEqual([])
})
