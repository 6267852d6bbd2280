import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { createAutomations } from '../automations.ts'
import { answered } from './answered.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'

/**
 * A message that repeats the previous one word for word is announced by screen readers, too: the live region stays, and
 * its content is new.
 */
let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
  // Messages that are shown for five seconds stay, since a slow machine may take longer to repeat them.
  await page.addInitScript(() => {
    const later = globalThis.setTimeout
    const lasting = (work: TimerHandler, ms?: number, ...more: unknown[]) =>
      ms === 5000 ? 0 : later(work, ms, ...more)
    globalThis.setTimeout = lasting as typeof setTimeout
  })
})
afterAll(() => desk.close())

const open = (path: string) => page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/${path}`))
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Marks a live region and its content. */
const mark = (region: Locator) =>
  region.evaluate(element => {
    element.setAttribute('data-heard', '')
    element.querySelector('strong')?.setAttribute('data-heard', '')
  })
/** Whether the region still has its mark while its content has none. */
const isSaidAnew = (region: Locator) =>
  region.evaluate(
    element => element.hasAttribute('data-heard') && element.querySelector('strong:not([data-heard])') !== null,
  )

test('on a settings page', async () => {
  await open('personalizer')
  const name = page.getByLabel('Name', { exact: true })
  await name.waitFor()
  const save = async (text: string) => {
    await name.fill(text)
    await answered(page, () => button('Save').click(), 'Bot personalizer settings saved successfully!')
  }
  await save('Harbour')
  const region = page.getByRole('status').filter({ hasText: 'saved successfully!' })
  await mark(region)
  await save('Harbour Master')
  await expect.poll(() => isSaidAnew(region)).toBe(true)
})

test('in an editor', async () => {
  const made = await createAutomations(desk.harness)
  await made.save({ name: 'Eyes', actions: [{ kind: 'react', emoji: '👀' }] })
  const [one] = await made.list()
  await open(`automations/${one?.id}`)
  const name = page.getByLabel('Name', { exact: true })
  await name.waitFor()
  const save = async (text: string) => {
    await name.fill(text)
    await answered(page, () => button('Save').click(), 'Automation saved. It is still off.')
  }
  await save('Looks')
  const region = page.getByRole('status').filter({ hasText: 'Automation saved.' })
  await mark(region)
  await save('Watches')
  await expect.poll(() => isSaidAnew(region)).toBe(true)
})

test('in a toast', async () => {
  const { product, guildId, as } = desk.harness
  const { settings } = product.services
  const { modules } = settings.read(guildId, antinuke)
  const patch = { enabled: true, modules: { ...modules, anti_prune: false } }
  settings.write(guildId, antinuke, patch, { userId: as('owner').userId, via: 'test' })
  await open('antinuke/posture')
  const turnOn = page.getByRole('button', { name: 'Turn on: Anti-Prune is off' })
  await turnOn.waitFor()
  const refused = { success: false, error: 'The disk is full.', code: 'kernel.disk' }
  await intercept(page, '**/antinuke/posture/**', route => route.fulfill({ status: 507, json: refused }))
  await turnOn.click()
  const toast = page.getByRole('status').filter({ hasText: 'The disk is full.' })
  await mark(toast)
  await turnOn.click()
  await expect.poll(() => isSaidAnew(toast)).toBe(true)
  // The focus stays where it was before the toast was dismissed.
  await turnOn.focus()
  await toast.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await turnOn.and(page.locator(':focus')).waitFor()
  // A press that takes no focus, as in Safari, does not return the focus to an older place either.
  await turnOn.click()
  const link = page.getByRole('main').getByRole('link').last()
  await link.focus()
  await toast.getByRole('button', { name: 'Dismiss' }).dispatchEvent('click')
  await expect.poll(() => toast.count()).toBe(0)
  await link.and(page.locator(':focus')).waitFor()
})

test('a toast over a dialog is announced, and dismissing it leaves the dialog open', async () => {
  await open(`members/${desk.harness.as('member1').userId}`)
  const dialog = page.getByRole('dialog')
  await button('More').click()
  await page.getByRole('menuitem', { name: 'Add note' }).click()
  await dialog.getByRole('textbox', { name: /^Note/ }).fill('Asked about the kiln')
  await dialog.getByRole('button', { name: 'Add note', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await button('Warn').click()
  await dialog.waitFor()
  // Found by its role, since a dialog hides the rest of the page from screen readers and from `getByRole`.
  const toast = page.getByRole('status').filter({ hasText: /^Saved that note / })
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => toast.count()).toBe(0)
  await dialog.getByLabel('Reason', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('on a phone, a toast covers no button of the header, and dismissing it over the navigation leaves that open', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(`members/${desk.harness.as('member1').userId}`)
  await button('More').click()
  await page.getByRole('menuitem', { name: 'Add note' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Note/ }).fill('Asked about the glaze')
  await dialog.getByRole('button', { name: 'Add note', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await button('Open menu').click()
  const navigation = page.getByRole('dialog', { name: 'Server navigation' })
  await navigation.waitFor()
  const toast = page.getByRole('status').filter({ hasText: /^Saved that note / })
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => toast.count()).toBe(0)
  // The dialog is closed before the next key is handled.
  await page.keyboard.press('Tab')
  await navigation.locator(':focus').waitFor()
})
