import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { closeIncident, openIncident } from '#features/antinuke/incidents/incidents.ts'
import { createDesk, type Desk } from './desk.ts'
import { pageWaitsMs } from '#web/app/page-ready.ts'
import { intercept } from './network.ts'
import { settled } from './page-settled.ts'

/** Pages whose parts are loaded separately: nothing that is drawn moves when the rest arrives. */
let desk: Desk
beforeAll(async () => {
  desk = await createDesk()
  const { product, guildId, as } = desk.harness
  const { services } = product
  // With everything that may be inserted: findings, the last incident, alarms.
  const by = { userId: as('owner').userId, via: 'test' }
  services.settings.write(guildId, antinuke, { enabled: true }, by)
  services.settings.write(guildId, antinuke, { extraOwners: [as('member1').userId], punishment: 'KICK' }, by)
  const incident = openIncident(services, {
    guildId,
    module: 'anti_role',
    punishment: 'KICK',
    actorId: as('rogue').userId,
    startedAt: Date.now(),
  })
  closeIncident(services, incident, 'contained')
})
afterAll(() => desk.close())

/** Web Vitals' bound for "good": https://web.dev/articles/cls */
const good = 0.1

/** Delays every answer of the API until the page has been drawn without it. */
async function slowly(page: Page): Promise<void> {
  await intercept(page, '**/api/**', async route => {
    await page
      .evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
      })
      .catch(() => undefined)
    await route.continue()
  })
  // The frame requests the visitor's access as well, so it could be known before the page is there.
  await intercept(page, '**/own-access', async route => {
    await page.locator('h1').waitFor()
    await route.fallback()
  })
  // The page never stops waiting for what would move it, however slow the machine is.
  await page.addInitScript(waitsMs => {
    const later = globalThis.setTimeout
    const patient = (work: () => void, ms?: number) => later(work, ms === waitsMs ? 2 ** 30 : ms)
    globalThis.setTimeout = patient as typeof setTimeout
  }, pageWaitsMs)
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** How much of the drawn page moves until it has settled. */
async function shiftedBy(page: Page, path: string): Promise<number> {
  await slowly(page)
  const { guildId, as } = desk.harness
  await page.goto(desk.dashboard(path.replace(':id', guildId).replace(':member', as('member1').userId)))
  await settled(page)
  return page.evaluate(() => (window as unknown as { shifted: number }).shifted)
}

const tabs = ['', '?tab=protection', '?tab=users', '?tab=permissions', '?tab=logs']

test.each<[path: string, width: number]>([
  ['/contact/messages', 360],
  ['/contact/messages', 1440],
  ['/manage/:id/moderation', 360],
  ['/manage/:id/moderation', 1440],
  ['/manage/:id/access', 360],
  ['/manage/:id/access', 800],
  ['/manage/:id/commands', 360],
  ['/manage/:id/commands', 1440],
  ['/manage/:id/members/:member', 360],
  ['/manage/:id/members/:member', 1440],
  ['/manage/:id/tickets/transcript', 360],
  ['/manage/:id/tickets/transcript', 1440],
  ...tabs.flatMap(tab => [360, 800].map((width): [string, number] => [`/manage/:id/antinuke${tab}`, width])),
])('%s stands still while it loads, %i px wide', async (path, width) => {
  const page = await desk.signedIn('owner', { viewport: { width, height: 800 } })
  expect(await shiftedBy(page, path)).toBeLessThan(good)
  await page.close()
})

test.each(['/login', '/selector', '/manage/:id/dashboard'])('%s stands still for signed-out visitors', async path => {
  const page = await desk.open({ viewport: { width: 360, height: 800 } })
  expect(await shiftedBy(page, path)).toBeLessThan(good)
  // The footer is drawn only once the height above it is known; by now it is there.
  await page.locator('.footer').waitFor()
  await page.close()
})

test('a dialog over a page that does not scroll moves nothing', async () => {
  const page = await desk.signedIn('owner', { viewport: { width: 1440, height: 2000 } })
  const { guildId, as } = desk.harness
  await page.goto(desk.dashboard(`/manage/${guildId}/members/${as('member1').userId}`))
  await settled(page)
  // By its text, since elements behind a dialog have no role.
  const button = page.locator('main button', { hasText: 'Timeout' })
  const before = await button.boundingBox()
  await button.click()
  await page.getByRole('dialog').waitFor()
  expect(await button.boundingBox()).toEqual(before)
  await page.close()
})
