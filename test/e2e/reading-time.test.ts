import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
import { settled, turnTo } from './page-settled.ts'

/**
 * Nobody has to read by the clock (WCAG 2.2.1): the time of messages that disappear by themselves does not pass while
 * somebody looks at them, or cannot.
 */
let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  const { product, guildId, as } = desk.harness
  const { settings } = product.services
  const { modules } = settings.read(guildId, antinuke)
  const patch = { enabled: true, modules: { ...modules, anti_prune: false } }
  settings.write(guildId, antinuke, patch, { userId: as('owner').userId, via: 'test' })
  page = await desk.signedIn('owner')
  await page.clock.install()
  await page.goto(desk.dashboard(`/manage/${guildId}/antinuke/posture`))
  await settled(page)
  const refused = { success: false, error: 'The disk is full.', code: 'kernel.disk' }
  await intercept(page, '**/antinuke/posture/**', route => route.fulfill({ status: 507, json: refused }))
})
afterAll(() => desk.close())

const toast = () => page.locator('.toast')
/** Causes a message: the request is refused. */
const turnOn = () => page.getByRole('button', { name: 'Turn on: Anti-Prune is off' }).press('Enter')

/** Moves the tab behind another one, or to the front again. */
const putBehind = (isHidden: boolean) =>
  page.evaluate(hidden => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

const inside = (what: Locator) => what.getByRole('button', { name: 'Dismiss' })
const ways = [
  { how: 'the pointer is on it', look: (what: Locator) => what.hover(), leave: () => page.mouse.move(0, 0) },
  {
    how: 'the focus is in it',
    look: (what: Locator) => inside(what).focus(),
    leave: () => page.getByRole('main').getByRole('link').last().focus(),
  },
  { how: 'another tab is in front of it', look: () => putBehind(true), leave: () => putBehind(false) },
]

async function staysWhileRead(what: Locator, { look, leave }: (typeof ways)[number]): Promise<void> {
  await what.waitFor()
  await page.clock.runFor(4000)
  await look(what)
  await page.clock.runFor(60_000)
  await expect.poll(() => what.count()).toBe(1)
  await leave()
  await page.clock.runFor(4000)
  await expect.poll(() => what.count()).toBe(1)
  await page.clock.runFor(1000)
  await what.waitFor({ state: 'detached' })
}

test.for(ways)('a toast stays while $how', async way => {
  await turnOn()
  await staysWhileRead(toast(), way)
  expect(desk.complaints).toEqual([])
})

test('a toast that appears under the pointer also stays', async () => {
  await turnOn()
  await toast().hover()
  await toast().evaluate(element => element.setAttribute('data-first', ''))
  await turnOn()
  await page.locator('.toast:not([data-first])').waitFor()
  await page.clock.runFor(60_000)
  await expect.poll(() => toast().count()).toBe(1)
  await page.mouse.move(0, 0)
  await page.clock.runFor(5000)
  await toast().waitFor({ state: 'detached' })
})

describe('a banner with a result', () => {
  const banner = () => page.locator('.banner', { has: page.getByRole('button', { name: 'Dismiss' }) })
  beforeAll(async () => {
    await turnTo(page, desk.dashboard(`/manage/${desk.harness.guildId}/basic`))
    const refused = { success: false, error: 'The disk is full.', code: 'kernel.disk' }
    await intercept(page, '**/basic', route =>
      route.request().method() === 'POST' ? route.fulfill({ status: 507, json: refused }) : route.fallback(),
    )
    await page.getByLabel('Bot Prefix').fill('>>')
  })

  test.for(ways)('stays while $how', async way => {
    await page.keyboard.press('Control+s')
    await staysWhileRead(banner(), way)
    expect(desk.complaints).toEqual([])
  })

  test('disappears by itself if the previous one was dismissed while it was being pointed at', async () => {
    await page.keyboard.press('Control+s')
    await banner().hover()
    await inside(banner()).press('Enter')
    await banner().waitFor({ state: 'detached' })
    await page.mouse.move(0, 0)
    await page.keyboard.press('Control+s')
    await banner().waitFor()
    await page.clock.runFor(5000)
    await expect.poll(() => banner().count()).toBe(0)
  })
})
