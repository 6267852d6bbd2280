import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
const posted = (title: string) =>
  desk.harness.messages(desk.harness.channel('general')).filter(({ embeds }) => embeds[0]?.title === title)
const dialog = () => page.getByRole('dialog').last()

test('a panel is created, saved automatically, deployed, changed and deployed again', async () => {
  await open('/panel', 'Ticket Panels')
  await page.getByText('No panels created yet').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Create Panel' }).first().click()
  await dialog().getByText('Not saved yet').waitFor()
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await dialog().getByText('Panel title is required').first().waitFor()
  await dialog().getByLabel('Panel title', { exact: true }).fill('Kiln booking')
  await dialog().getByText('Unsaved changes').waitFor()
  await dialog().getByRole('combobox', { name: 'Default channel' }).click()
  await page.getByRole('option', { name: 'general', exact: true }).click()
  // It is saved automatically three seconds after the last change.
  await dialog()
    .getByText(/^Saved \d/)
    .waitFor()
  expect(await axeFindings(page)).toEqual([])

  await dialog().getByRole('button', { name: 'Add a question' }).click()
  await dialog().getByLabel('Question', { exact: true }).fill('Which cone?')
  await dialog().getByText('Questions', { exact: true }).click()
  await dialog().getByText('Which cone?').last().waitFor()
  await dialog().getByRole('button', { name: 'Deploy', exact: true }).click()
  await dialog().getByText('Panel deployed successfully!').waitFor()
  expect(posted('Kiln booking')).toHaveLength(1)

  await dialog().getByRole('button', { name: 'Open Advanced Embed Editor' }).click()
  await expect.poll(() => dialog().getByLabel('Panel title', { exact: true }).inputValue()).toBe('Kiln booking')
  await dialog().getByLabel('Description', { exact: true }).fill('Reserve the kiln.')
  await dialog()
    .getByRole('button', { name: /^Images/ })
    .click()
  await dialog().getByLabel('Image URL').fill('not an address')
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await dialog().getByText('Please enter a valid URL').first().waitFor()
  await dialog().getByLabel('Image URL').fill('')
  expect(await axeFindings(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('heading', { name: 'Edit panel' })
    .or(page.getByRole('heading', { name: 'New panel' }))
    .waitFor()
  await dialog()
    .getByText(/^Saved \d/)
    .waitFor()
  await answered(page, () => dialog().getByRole('button', { name: 'Redeploy' }).click())
  expect(posted('Kiln booking').map(({ embeds }) => embeds[0]?.description)).toEqual(['Reserve the kiln.'])
  await page.keyboard.press('Escape')
  await page.getByText('Deployed', { exact: true }).first().waitFor()
})

test('a panel is copied as a draft, previewed, and deleted', async () => {
  await open('/panel', 'Ticket Panels')
  await page.getByRole('button', { name: 'Duplicate Kiln booking' }).click()
  await page.getByText('Panel duplicated successfully!').waitFor()
  await page.getByRole('heading', { name: 'Kiln booking (Copy)' }).waitFor()
  await page.getByText('Draft', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Preview' }).last().click()
  await dialog().getByText('Tickets are').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete Kiln booking', exact: true }).click()
  await dialog().getByText('This cannot be undone.').waitFor()
  await dialog().getByRole('button', { name: 'Delete Panel' }).click()
  await page.getByText('Panel deleted successfully!').waitFor()
  await page.getByRole('heading', { name: 'Kiln booking', exact: true }).waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByRole('heading', { name: 'Kiln booking (Copy)' }).count()).toBe(1)
})

test('on a phone, no part of the editor lies outside the screen, and its footer has two rows', async () => {
  await page.setViewportSize({ width: 360, height: 780 })
  await open('/panel', 'Ticket Panels')
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const outside = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.dialog-body *, .dialog-foot *')]
        .filter(one => one.checkVisibility() && one.closest('.visually-hidden, .tabs, [inert]') === null)
        .filter(one => one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 0)
        .map(one => one.outerHTML.slice(0, 100)),
    )
  await dialog().getByRole('tab', { name: 'Hours' }).click()
  await dialog().getByRole('switch', { name: 'Working hours' }).click()
  await dialog().getByLabel('Friday, until').waitFor()
  expect(await outside()).toEqual([])
  const rows = await dialog()
    .locator('.panel-foot button')
    .evaluateAll(all =>
      all.map(one => one.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 20)),
    )
  expect(new Set(rows).size).toBe(2)
  await dialog().getByRole('button', { name: 'Open Advanced Embed Editor' }).click()
  await dialog().getByRole('tab', { name: 'Ticket Message' }).waitFor()
  expect(await outside()).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('panels on one message can be shown as a menu, which is set in the editor', async () => {
  const owner = await desk.harness.signIn('owner')
  const { guildId } = desk.harness
  const save = async (body: object) => {
    const posted = { channel_id: desk.harness.channel('general'), ...body }
    const { body: answer } = await owner.call('POST', `/api/guild/${guildId}/tickets/panels`, posted)
    return (answer as { panel: { id: string } }).panel.id
  }
  const carrier = await save({ title: 'Glazes' })
  await save({ title: 'Clay', joined_to: carrier })
  await open('/panel', 'Ticket Panels')
  await page.locator('.panel-card', { hasText: 'Glazes' }).getByRole('button', { name: 'Edit' }).click()
  await dialog().getByRole('tab', { name: 'Tickets' }).click()
  await dialog().getByRole('combobox', { name: 'Joined panels are' }).click()
  await page.getByRole('option', { name: 'A menu' }).click()
  await dialog().getByText('What is it about?').waitFor()
  await dialog()
    .getByText(/^Saved \d/)
    .waitFor()
  await dialog().getByRole('button', { name: 'Deploy', exact: true }).click()
  await dialog().getByText('Panel deployed successfully!').waitFor()
  expect(posted('Glazes')).toMatchObject([{ components: [{ components: [{ placeholder: 'What is it about?' }] }] }])
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
})

test('a panel is sent from the hub, and the dialog closes by itself', async () => {
  await open('', 'Ticket Management')
  await page.getByRole('button', { name: 'Send Embed Panel' }).first().click()
  await expect.poll(() => dialog().getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  await dialog().getByText('Please select both an embed panel and a channel').waitFor()
  await dialog().getByRole('combobox', { name: 'Embed panel' }).click()
  await page.getByRole('option', { name: 'Support Ticket' }).click()
  await dialog().getByRole('combobox', { name: 'Text channel' }).click()
  await page.getByRole('option', { name: 'general', exact: true }).click()
  expect(await axeFindings(page)).toEqual([])
  const send = dialog().getByRole('button', { name: 'Send', exact: true })
  // Without a usable answer, the documented sentence is shown, otherwise the server's.
  const deploying = '**/tickets/panels/deploy-default'
  for (const [answer, words] of [
    [(route: Route) => route.fulfill({ status: 500, body: 'down' }), 'Failed to send panel'],
    [(route: Route) => route.abort(), 'Failed to send panel. The server cannot be reached. Check your connection.'],
    [(route: Route) => route.fulfill({ status: 403, json: { error: 'Not there.', code: 'x' } }), 'Not there.'],
  ] as const) {
    await intercept(page, deploying, answer)
    await send.click()
    await dialog().getByText(words, { exact: true }).waitFor()
    await page.unroute(deploying)
  }
  // It is shown for two seconds, so the page itself watches for it from before the press.
  const told = page.waitForFunction(text => document.body.innerText.includes(text), 'Panel sent.')
  await send.click()
  await told
  await dialog().waitFor({ state: 'hidden' })
  expect(posted('Support Ticket')).toHaveLength(1)
})

test('no page has logged an error', () => {
  expect(desk.complaints).toEqual([])
})
