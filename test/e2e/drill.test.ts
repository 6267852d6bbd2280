import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { rosterOf } from '#features/antinuke/engine/roster.ts'
import { until } from '../until.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk, moving } from './desk.ts'
import { intercept } from './network.ts'

let desk: Desk
let owner: Page
beforeAll(async () => {
  desk = await createDesk()
  const { product, guildId, as } = desk.harness
  product.services.settings.write(guildId, antinuke, { enabled: true }, { userId: as('owner').userId, via: 'test' })
  await until('everybody who can do harm is known', () =>
    rosterOf(product.services, guildId).people.has(as('rogue').userId),
  )
  owner = await desk.signedIn('owner', moving)
})
afterAll(() => desk.close())

const at = (page: string) => desk.dashboard(`/manage/${desk.harness.guildId}/antinuke/${page}`)
const film = (page: Page) => page.getByRole('region', { name: 'The film' })
const moment = (page: Page) => page.getByRole('slider', { name: 'Moment' })
const said = (page: Page) => moment(page).getAttribute('aria-valuetext')

async function looksRight(page: Page): Promise<void> {
  for (const look of [{ colorScheme: 'dark', width: 1440 } as const, { colorScheme: 'light', width: 390 } as const]) {
    await page.emulateMedia({ colorScheme: look.colorScheme })
    await page.setViewportSize({ width: look.width, height: 900 })
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('Posture leads to a drill with its subject chosen, which is canceled and then run', async () => {
  await owner.goto(at('posture'))
  await owner.getByRole('button', { name: /^Admin .*Every power/ }).click()
  await owner.getByRole('link', { name: /^Drill it.*Admin/ }).click()
  const role = owner.getByRole('combobox', { name: 'Role' })
  await expect.poll(() => role.textContent()).toBe('Admin')
  await owner.getByText('No drill yet').waitFor()

  const held = Promise.withResolvers<void>()
  await intercept(owner, '**/antinuke/drill?*', async route => {
    await held.promise
    await route.continue().catch(() => undefined)
  })
  const run = owner.getByRole('button', { name: 'Run drill' })
  await run.click()
  await owner.getByRole('button', { name: 'Cancel' }).click()
  await owner.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' })
  await expect.poll(() => run.evaluate(button => button === document.activeElement)).toBe(true)
  await owner.getByText('No drill yet').waitFor()
  held.resolve()
  await owner.unroute('**/antinuke/drill?*')

  await owner.keyboard.press('Enter')
  await film(owner).waitFor()
  await owner
    .getByRole('heading', { name: /^A compromised Admin lands \d+ deletions\. All \d+ come back\.$/ })
    .waitFor()
  const chart = owner.getByRole('table', { name: 'Channels gone' })
  const heads = chart.getByRole('columnheader')
  await expect.poll(() => heads.allTextContents()).toEqual(['Moment', 'With Palisade', 'Without'])
  await expect
    .poll(() => owner.locator('.gone-lines .is-said').allTextContents())
    .toEqual(['Stopped', expect.stringMatching(/^\d+ gone$/), '0 gone'])
  const saving = owner.waitForEvent('download')
  await owner.getByRole('button', { name: 'Save as picture' }).click()
  const picture = await saving
  expect(picture.suggestedFilename()).toBe('drill.png')
  const bytes = readFileSync(await picture.path())
  // These bytes of a PNG hold its size.
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 675])
  await looksRight(owner)
})

test('the film is played, stopped, and moved with keys', async () => {
  const pause = film(owner).getByRole('button', { name: 'Pause' })
  await film(owner).getByText('¼×').click()
  await film(owner).getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => said(owner)).not.toMatch(/^0 ms/)
  await pause.click()
  await moment(owner).focus()
  await owner.keyboard.press('Home')
  await expect.poll(() => said(owner)).toMatch(/^0 ms, 1 of \d+ gone$/)
  await owner.keyboard.press('ArrowRight')
  await expect.poll(() => said(owner)).toMatch(/^50 ms/)
  await owner.keyboard.press('Shift+ArrowRight')
  const frame = film(owner).getByRole('button', { name: /Limit reached/ })
  await expect.poll(() => frame.getAttribute('aria-current')).toBe('step')
  await owner.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => said(owner)).toMatch(/^0 ms/)
  await film(owner)
    .getByRole('button', { name: /Verified/ })
    .click()
  await expect.poll(() => said(owner)).toMatch(/s, 0 of \d+ gone$/)
  // At its end, playing starts over, and it reaches the end by itself.
  await film(owner).getByText('16×').click()
  await moment(owner).focus()
  await owner.keyboard.press('Space')
  await film(owner).getByRole('button', { name: 'Play' }).waitFor()
  await expect.poll(() => said(owner)).toMatch(/s, 0 of \d+ gone$/)
})

test('all attacks in turn by a member, and another drill from the table', async () => {
  await owner.getByText('Member', { exact: true }).click()
  await owner.getByRole('combobox', { name: 'What they do' }).click()
  await owner.getByRole('option', { name: 'All of it in turn' }).click()
  await owner.getByRole('button', { name: 'Run drill' }).click()
  await owner.getByRole('region', { name: 'Channels, roles and members gone' }).waitFor()
  await owner.getByText('Bot', { exact: true }).click()
  await looksRight(owner)
  const cell = owner.getByRole('button', { name: /for Admin at 50 a second/ })
  await cell.click()
  await expect.poll(() => cell.getAttribute('aria-current')).toBe('true')
  await expect.poll(() => owner.getByRole('combobox', { name: 'Role' }).textContent()).toBe('Admin')
  expect(desk.complaints).toEqual([])
})

test('nothing moves by itself for people who prefer reduced motion', async () => {
  const page = await desk.signedIn('owner')
  await page.goto(at('drill'))
  await page.getByRole('button', { name: 'Run drill' }).click()
  await film(page).waitFor()
  await expect.poll(() => film(page).getByRole('button', { name: 'Play' }).count()).toBe(0)
  await expect.poll(() => film(page).getByRole('radiogroup', { name: 'Speed' }).count()).toBe(0)
  const current = film(page).locator('[aria-current="step"]')
  const first = await current.textContent()
  await film(page).getByRole('button', { name: 'Next picture' }).click()
  await expect.poll(() => current.textContent()).not.toBe(first)
  expect(await axeFindings(page)).toEqual([])
})
