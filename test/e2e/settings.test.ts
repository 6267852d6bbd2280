import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'

let desk: Desk
let page: Page
const prefix = () => page.getByLabel('Bot Prefix')
const save = () => page.getByRole('button', { name: 'Save', exact: true })
const stored = async () => {
  const answer = await page.request.get(desk.dashboard(`/api/guild/${desk.harness.guildId}/basic`))
  const body: { guild: { prefix: string; invite: { tracking: boolean } } } = await answer.json()
  return body.guild
}
async function openSettings() {
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/basic`))
  await prefix().waitFor()
}

beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
})
beforeEach(openSettings)
afterEach(() => page.unrouteAll())
afterAll(() => desk.close())

test('a wrong value gets an error beside its field, is focused, and is not sent', async () => {
  const before = await stored()
  await prefix().fill('a b')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await page.getByText('The prefix cannot contain spaces or invisible characters.').first().waitFor()
  await expect.poll(() => prefix().evaluate(element => element === document.activeElement)).toBe(true)
  await expect.poll(() => prefix().getAttribute('aria-invalid')).toBe('true')
  expect(await stored()).toEqual(before)
})

test('Ctrl+S saves, the history names the author, and the banner goes away by itself', async () => {
  await prefix().fill('?!')
  await prefix().press('Control+s')
  const banner = page.getByText('Settings saved successfully!')
  await banner.waitFor()
  expect((await stored()).prefix).toBe('?!')
  await page.getByRole('region', { name: 'History' }).getByText('?!').first().waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'History' }).innerText()).toContain('mara.w')
  await banner.waitFor({ state: 'detached' })
})

test('a value that is refused on the page does not leave “saved” standing', async () => {
  const banner = page.getByText('Settings saved successfully!')
  await prefix().fill('!?')
  await save().click()
  await banner.waitFor()
  // While the pointer is on it, it does not go away by itself.
  await banner.hover()
  await prefix().fill('123456')
  await prefix().press('Control+s')
  await page.getByText('Bot Prefix can have at most 5 characters.').first().waitFor()
  await expect.poll(() => banner.count()).toBe(0)
})

test('Reset restores the stored values', async () => {
  const before = await stored()
  await prefix().fill('x')
  await page.getByRole('switch', { name: 'Invite Tracking' }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await save().waitFor({ state: 'detached' })
  await expect.poll(() => prefix().inputValue()).toBe(before.prefix)
  await expect
    .poll(() => page.getByRole('switch', { name: 'Invite Tracking' }).isChecked())
    .toBe(before.invite.tracking)
})

test.each([500, 403])('if the doctor answers with %i, the page is drawn and does not keep asking', async status => {
  let asked = 0
  await intercept(page, '**/doctor', route => {
    asked += 1
    return route.fulfill({ status, json: { error: 'Not now.' } })
  })
  // On a slow device, a component that is drawn requests again before its timer has ended.
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await openSettings()
  await device.detach()
  await prefix().fill(status === 500 ? '!!' : '??')
  await save().click()
  await page.getByText('Settings saved successfully!').waitFor()
  await expect.poll(async () => (await stored()).prefix).toBe(status === 500 ? '!!' : '??')
  // Once before the page is drawn, and once by each part that shows findings.
  expect(asked).toBeLessThanOrEqual(4)
})

test('the page is drawn however long the doctor takes', async () => {
  const held = Promise.withResolvers<void>()
  await intercept(page, '**/doctor', async route => {
    await held.promise
    await route.abort().catch(() => undefined)
  })
  await openSettings()
  const { prefix: saved } = await stored()
  await expect.poll(() => prefix().inputValue()).toBe(saved)
  held.resolve()
})

test('leaving with unsaved changes asks first, and Stay keeps them', async () => {
  const here = page.url()
  const away = () => page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await prefix().fill('x')
  await away()
  await page.getByRole('button', { name: 'Stay' }).click()
  expect(page.url()).toBe(here)
  await expect.poll(() => prefix().inputValue()).toBe('x')
  await away()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.waitForURL('**/dashboard')
})

test('leaving during a save asks only until the save ends, and then leads there', async () => {
  const answer = Promise.withResolvers<void>()
  await intercept(page, '**/basic', async route => {
    if (route.request().method() === 'POST') await answer.promise
    await route.fallback()
  })
  await prefix().fill('>>')
  await save().click()
  await page.getByRole('complementary').getByRole('link', { name: 'Dashboard' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.waitFor()
  answer.resolve()
  await question.waitFor({ state: 'detached' })
  await page.waitForURL('**/dashboard')
  await expect.poll(async () => (await stored()).prefix).toBe('>>')
  await page.unroute('**/basic')
})

test('a failed save says why, and the text stays', async () => {
  await intercept(page, '**/basic', route =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 500,
          json: { success: false, error: 'Something went wrong.', code: 'kernel.internal', reference: '7F3A21' },
        })
      : route.fallback(),
  )
  await prefix().fill('x')
  await save().click()
  await page.getByText('Error saving settings: Something went wrong.').waitFor()
  await page.getByText('Reference 7F3A21. Your changes are still here.').waitFor()
  await expect.poll(() => prefix().inputValue()).toBe('x')
})

test("the server's error about a field is shown beside it and stays when the field loses focus", async () => {
  await intercept(page, '**/basic', route =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: { success: false, error: 'No.', code: 'settings.invalid', fields: { prefix: 'Not that one.' } },
        })
      : route.fallback(),
  )
  await prefix().fill('x')
  await save().click()
  await page.getByText('Not that one.').waitFor()
  await page.getByRole('switch', { name: 'Invite Tracking' }).focus()
  await expect.poll(() => page.getByText('Not that one.').isVisible()).toBe(true)
})

test('settings that cannot be loaded are not shown as defaults', async () => {
  await intercept(page, '**/api/**/basic', route =>
    route.fulfill({ status: 500, json: { success: false, error: 'x' } }),
  )
  await page.reload()
  await page.getByText('Error loading guild settings').waitFor()
  await expect.poll(() => prefix().count()).toBe(0)
})

test('the dashboard says when its numbers cannot be loaded', async () => {
  await intercept(page, '**/api/debug/bot-status', route => route.fulfill({ status: 500, json: {} }))
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/dashboard`))
  await page.getByText('Failed to load dashboard data').waitFor()
  await expect.poll(() => page.getByText('Guild Members').count()).toBe(0)
})

test('Refresh count counts the members again', async () => {
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/dashboard`))
  const card = page.getByRole('region', { name: 'Guild Members' })
  await card.getByText(/^\d+$/).waitFor()
  await intercept(page, '**/stats', route => route.fulfill({ json: { stats: { memberCount: 12438 } } }))
  await card.getByRole('button', { name: 'Refresh count' }).click()
  await card.getByText('12,438').waitFor()
  await page.unrouteAll()
  await intercept(page, '**/stats', route => route.fulfill({ status: 502, json: {} }))
  await card.getByRole('button', { name: 'Refresh count' }).click()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => card.getByText('12,438').isVisible()).toBe(true)
})
