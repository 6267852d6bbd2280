import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { settled } from './page-settled.ts'

/** Touch screens have no tooltips to say why something cannot be pressed. */
let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
})
afterAll(() => desk.close())

const tap = (what: Locator) => what.tap({ force: true })
const told = () => page.getByRole('status').getByText('Choose a member first, or enter a user ID.')

test('if a group of fields is disabled, the reason appears beside the one that was tapped', async () => {
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/joindms`))
  await settled(page)
  const label = page.locator('fieldset:disabled .field-label').getByText('Message', { exact: true })
  await label.scrollIntoViewIfNeeded()
  await tap(label)
  const reason = page.locator('.tapped-reason')
  await reason.waitFor()
  const [above, below] = [await label.boundingBox(), await reason.boundingBox()]
  const apart = (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
  expect(Math.abs(apart)).toBeLessThan(100)
})

test('tapping a disabled control shows the reason, until the next tap or Escape', async () => {
  const { guildId, product, as } = desk.harness

  product.services.settings.write(guildId, antinuke, { enabled: true }, { userId: as('owner').userId, via: 'test' })
  await page.goto(desk.dashboard(`/manage/${guildId}/antinuke?tab=users`))
  const add = page.getByRole('button', { name: 'Add', exact: true }).first()
  await add.scrollIntoViewIfNeeded()
  await settled(page)
  await expect.poll(() => add.isDisabled()).toBe(true)
  await tap(add)
  await told().waitFor()
  expect(await axeFindings(page)).toEqual([])
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => told().count()).toBe(0)
  await tap(add)
  await told().waitFor()
  await tap(page.getByRole('heading', { name: 'Extra Owners' }))
  await expect.poll(() => told().count()).toBe(0)
})

test('over a dialog, the reason is announced as well', async () => {
  const { guildId, as } = desk.harness
  await page.goto(desk.dashboard(`/manage/${guildId}/members/${as('member1').userId}`))
  await page.getByRole('button', { name: 'Timeout', exact: true }).tap()
  const timeOut = page.getByRole('dialog').getByRole('button', { name: 'Time out', exact: true })
  await expect.poll(() => timeOut.isDisabled()).toBe(true)
  await tap(timeOut)
  // Found by its role, since a dialog hides the rest of the page from screen readers and from `getByRole`.
  await page.getByRole('status').getByText('Enter how long first.').waitFor()
})
