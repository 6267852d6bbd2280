import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadEmoji } from '../emoji-server.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
import { settled } from './page-settled.ts'

let desk: Desk
let page: Page

beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const toggle = (name: string) => page.getByRole('switch', { name, exact: true })
const result = () => page.getByRole('region', { name: 'Result' })

async function openPage() {
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/automod`))
  await toggle('Auto-moderation').waitFor()
}
async function check(text: string) {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
}

/** The reason why something was not done is shown only for a while, since it may no longer hold later. */
async function whyNotForgiven() {
  const tab = await desk.signedIn('owner')
  await tab.goto(page.url())
  const refused = { success: false, error: 'The disk is full. Make room on it.', code: 'kernel.disk' }
  await intercept(tab, '**/automod/strikes/*', route => route.fulfill({ status: 507, json: refused }))
  await tab.getByRole('button', { name: /^Forgive / }).click()
  await tab.clock.install()
  await tab.getByRole('dialog').getByRole('button', { name: 'Forgive', exact: true }).click()
  const told = tab.getByRole('alert').getByText(refused.error)
  await told.waitFor()
  await tab.clock.runFor(5000)
  await expect.poll(() => told.count()).toBe(0)
  await tab.close()
}

test('an owner switches it on, tests it, and sees a member stopped and their strikes cleared', async () => {
  await openPage()
  await expect.poll(() => toggle('Anti-Invites').count()).toBe(0)
  await toggle('Auto-moderation').click()
  await expect.poll(() => page.getByLabel('Max Duplicated').count()).toBe(0)
  await toggle('Anti-Spam').click()
  await page.getByRole('slider', { name: 'Max Duplicated' }).waitFor()
  await toggle('Anti-Spam').click()
  await toggle('Anti-Invites').click()
  await page.getByLabel('Words and patterns').fill('scam\nco*in')
  await page.getByLabel('Words and patterns').blur()
  await page.getByText('Line 2: put * only at the start or the end').waitFor()
  await page.getByLabel('Words and patterns').fill('scam\ncoin*')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Auto-moderation settings saved successfully!').waitFor()
  await page.reload()
  await toggle('Anti-Invites').waitFor()
  await expect.poll(() => toggle('Anti-Invites').isChecked()).toBe(true)
  await expect.poll(() => page.getByLabel('Words and patterns').inputValue()).toBe('scam\ncoin*')

  await check('join us: discord.gg/elsewhere')
  await result().getByText('Strike 1 of 10').waitFor()
  await result().locator('mark', { hasText: 'discord.gg/elsewhere' }).waitFor()
  const kiln = await uploadEmoji(desk.harness, 'owner', 'kiln')
  await check(`a scam <:kiln:${kiln}> here`)
  await result().locator('mark', { hasText: 'scam' }).waitFor()
  await expect
    .poll(() => result().getByRole('img', { name: ':kiln:' }).getAttribute('src'))
    .toBe(`${desk.harness.sandbox.url}/cdn/emojis/${kiln}.png`)
  await check('see https://example.com')
  await result().getByText('see https://example.com').waitFor()
  await expect
    .poll(() =>
      result()
        .getByText(/^Strike/)
        .count(),
    )
    .toBe(0)
  // The unsaved form is what the test judges by. Enter runs the test and does not save.
  await toggle('Anti-Links').click()
  await page.getByLabel('Times in a row').press('Enter')
  await result().getByText('Strike 1 of 10').waitFor()
  expect(await axeFindings(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Reset' }).click()

  const stage = await desk.open()
  await stage.goto(desk.stage('member4'))
  const log = stage.getByRole('log')
  await log.waitFor()
  const invite = 'come over to discord.gg/elsewhere'
  await stage.getByRole('textbox', { name: /^Message #/ }).fill(invite)
  await stage.getByRole('textbox', { name: /^Message #/ }).press('Enter')
  const strikes = page.getByRole('region', { name: 'Strikes' })
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      await settled(page)
      return strikes.getByText('1 of 10').count()
    })
    .toBe(1)
  const general = desk.harness.channel('general')
  await expect.poll(() => desk.harness.messages(general).some(({ content }) => content === invite)).toBe(false)
  await expect.poll(() => log.getByText(invite).count()).toBe(0)
  await whyNotForgiven()
  await strikes.getByRole('button', { name: /^Forgive / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forgive', exact: true }).click()
  await strikes.getByText('Nobody has a strike.').waitFor()
  expect(desk.complaints).toEqual([])
})

test('a failure to load or save is shown in the documented words', async () => {
  await openPage()
  await intercept(page, '**/basic', route =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { success: false, error: 'The disk is full.', code: 'kernel.internal' } })
      : route.fallback(),
  )
  await toggle('Anti-Attachments').click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Failed to save auto-moderation settings: The disk is full.').waitFor()
  await expect.poll(() => toggle('Anti-Attachments').isChecked()).toBe(true)
  await page.unrouteAll()
  await intercept(page, '**/basic', route => route.fulfill({ status: 500, json: { success: false, error: 'x' } }))
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.reload()
  await page.getByText('Failed to load auto-moderation settings').waitFor()
  await expect.poll(() => toggle('Auto-moderation').count()).toBe(0)
  await page.unrouteAll()
})
