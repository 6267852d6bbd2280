import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'

let desk: Desk

beforeAll(async () => {
  desk = await createDesk()
})
afterAll(() => desk.close())

test('of the API categories only the chosen one is marked as current', async () => {
  const page = await desk.open()
  await page.goto(desk.dashboard('/docs/api'))
  const categories = page.getByRole('navigation', { name: 'Categories' })
  await categories.getByRole('link').nth(1).waitFor()
  const current = categories.locator('a[aria-current]')
  await expect.poll(() => current.count()).toBe(0)
  const second = await categories.getByRole('link').nth(1).innerText()
  await categories.getByRole('link').nth(1).click()
  await expect.poll(() => current.allInnerTexts()).toEqual([second])
  expect(await axeFindings(page)).toEqual([])
  expect(desk.complaints).toEqual([])
})

test('the documentation says what settings are in a new server', async () => {
  const page = await desk.open()
  const valueOf = (title: string, label: string) =>
    page
      .getByRole('region', { name: title, exact: true })
      .locator('dl > div')
      .filter({ hasText: new RegExp(`^${label}`) })
      .locator('dd')
      .innerText()
  await page.goto(desk.dashboard('/docs/auto-moderation'))
  await expect.poll(() => valueOf('Auto-moderation', 'Max Strikes')).toBe('10')
  await expect.poll(() => valueOf('Auto-moderation', 'Anti-Spam')).toBe('Off')
  await page.goto(desk.dashboard('/docs/moderation-tools'))
  await expect.poll(() => valueOf('Moderation', 'Warning threshold')).toBe('3')
})

test('the documentation needs no running API', async () => {
  const page = await desk.open()
  await intercept(page, '**/api/**', route => route.abort())
  await page.goto(desk.dashboard('/docs/api'))
  await page.getByText('/api/guild/{guildId}/history', { exact: true }).waitFor()
  await page.goto(desk.dashboard('/docs/moderation-tools'))
  await page.getByText('.warn', { exact: false }).first().waitFor()
  await page.goto(desk.dashboard('/'))
  await page.getByRole('heading', { name: 'Auto-moderation' }).waitFor()
  const other = desk.complaints.filter(text => !text.includes('ERR_FAILED') && !text.includes('Auth check error'))
  expect(other).toEqual([])
})
