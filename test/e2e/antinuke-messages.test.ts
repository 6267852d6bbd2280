import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
import { settled } from './page-settled.ts'

/** What the pages of anti-nuke say if something cannot be loaded or done. */
let desk: Desk
beforeAll(async () => {
  desk = await createDesk()
  const { product, guildId, as } = desk.harness
  const whitelist = ['member2', 'member3', 'member4', 'member5'].map(login => as(login).userId)
  const patch = { enabled: true, extraOwners: [as('member1').userId], whitelist }
  product.services.settings.write(guildId, antinuke, patch, { userId: as('owner').userId, via: 'test' })
})
afterAll(() => desk.close())

const address = (path: string) => desk.dashboard(`/manage/${desk.harness.guildId}/antinuke${path}`)
const refused = { success: false, error: 'The disk is full. Make room on it.', code: 'kernel.disk' }
const refuse = (page: Page, path: string) =>
  intercept(page, `**/api/guild/*/antinuke/${path}`, route => route.fulfill({ status: 507, json: refused }))
const told = (page: Page) => page.getByRole('alert').getByText(refused.error)

test('the people who are never stopped are named, with links to their pages', async () => {
  const page = await desk.signedIn('owner')
  await page.goto(address(''))
  const card = page.getByRole('region', { name: 'Who is never stopped' })
  const { as, guildId } = desk.harness
  for (const login of ['owner', 'member1', 'member2'])
    await expect.poll(() => card.locator(`a[href="/manage/${guildId}/members/${as(login).userId}"]`).count()).toBe(1)
  await card.getByText('and 1 more').waitFor()
  await card.getByText('No bypass role set').waitFor()
})

test.each([
  ['alarms', ''],
  ['requests', ''],
  ['incidents?limit=1', ''],
  ['panic', '/posture'],
])('if %s could not be loaded, the page says so and offers to try again', async (path, at) => {
  const page = await desk.signedIn('owner')
  await page.clock.install()
  await refuse(page, path)
  await page.goto(address(at))
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return told(page).count()
    })
    .toBe(1)
  await page.unroute(`**/api/guild/*/antinuke/${path}`)
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => told(page).count()).toBe(0)
})

test('if there were no alarms and requests, and loading them again fails, no empty card appears', async () => {
  const page = await desk.signedIn('owner')
  const tried = { alarms: 0, requests: 0 }
  let isDown = false
  for (const path of ['alarms', 'requests'] as const)
    await intercept(page, `**/api/guild/*/antinuke/${path}`, async route => {
      if (!isDown) return route.fulfill({ json: { success: true, [path]: [] } })
      await route.fulfill({ status: 507, json: refused })
      tried[path] += 1
    })
  await page.goto(address(''))
  await page.getByRole('region', { name: 'Who is never stopped' }).waitFor()
  await settled(page)
  await page.clock.install()
  isDown = true
  // Returning to the window loads again what is older than half a minute.
  await page.clock.runFor(31_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return Math.min(tried.alarms, tried.requests)
    })
    .toBe(3)
  await page.clock.runFor(1000)
  for (const name of ['Alarms', 'Waiting for a second person'])
    await expect.poll(() => page.getByRole('region', { name }).count()).toBe(0)
})

test('the reason why a drill failed is shown for five seconds', async () => {
  const page = await desk.signedIn('owner')
  await page.goto(address('/drill'))
  const run = page.getByRole('button', { name: 'Run drill' })
  await run.waitFor()
  await refuse(page, 'drill?*')
  await page.clock.install()
  // The clock stands still, however long this takes.
  await page.clock.pauseAt(Date.now() + 60_000)
  await run.click()
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return told(page).count()
    })
    .toBe(1)
  await page.clock.runFor(4500)
  await expect.poll(() => told(page).count()).toBe(1)
  await page.clock.runFor(600)
  await expect.poll(() => told(page).count()).toBe(0)
})
