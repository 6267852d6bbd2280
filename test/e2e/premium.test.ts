import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import personalizer from '#features/personalizer/contract.ts'
import { drawPng } from '#kit/drawing/picture.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { directMessagesTo } from '../direct-messages.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'
import { createDesk, type Desk } from './desk.ts'
import { pageFaults } from './page-faults.ts'
import { settled } from './page-settled.ts'

/** Features that need premium, in a copy where it is granted, and the message to every newcomer. */
let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk({ env: { PREMIUM: 'granted' } })
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const open = (path: string) => page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/${path}`))
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
const bot = () => {
  const { harness } = desk
  const found = harness.sandbox.context.world.guilds.get(harness.guildId)?.members.get(harness.botId)
  return found as { nick?: string | null; avatar?: string | null } | undefined
}
const servers = (tab: Page) => tab.getByRole('region', { name: 'Your servers' })
async function openUnclaimed(tab: Page) {
  await tab.goto(desk.dashboard('/premium'))
  await servers(tab).getByText('Not claimed yet').waitFor()
}
/** Claims on the site's page, which asks for confirmation. */
async function claim(tab: Page) {
  await servers(tab).getByRole('button', { name: 'Claim a month for Tidewater Makers' }).click()
  const dialog = tab.getByRole('dialog', { name: 'Claim for Tidewater Makers?' })
  await dialog.getByText('A server can do this once.').waitFor()
  await dialog.getByRole('button', { name: 'Claim a month' }).click()
  await servers(tab).getByText('Free month until').waitFor()
  await servers(tab).getByText('Premium', { exact: true }).waitFor()
}
const sound = async () => {
  await settled(page)
  expect(await pageFaults(page)).toEqual([])
}

test('visitors who are signed out are asked to log in to see their servers', async () => {
  const tab = await desk.open()
  await tab.goto(desk.dashboard('/premium'))
  await servers(tab).getByRole('link', { name: 'Log in to see your servers' }).waitFor()
  await settled(tab)
  expect(await pageFaults(tab)).toEqual([])
})

/** Nothing can be typed that could not be sent, and the page says so at once. */
async function embedsRest() {
  const checks: string[] = []
  const note = (request: { url(): string }) => request.url().endsWith('/embeds/check') && checks.push(request.url())
  page.on('request', note)
  await open('embeds')
  await page.getByRole('main').getByText('Upgrade to premium to unlock this feature.').waitFor()
  await page.getByRole('region', { name: 'Why it cannot be sent' }).getByText('This server has none.').waitFor()
  for (const name of ['Restore from a link', 'Send', 'Add embed'])
    await expect.poll(() => page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true)
  await expect.poll(() => page.getByLabel('Content', { exact: true }).isEditable()).toBe(false)
  await page.getByRole('tab', { name: /^Drafts/ }).click()
  await page.getByText('No drafts').waitFor()
  await sound()
  expect(checks).toEqual([])
  page.off('request', note)
  await open('dashboard')
  await page.getByRole('link', { name: /^Custom Embeds.*Resting$/ }).waitFor()
}

test('without premium, a page says so and saves nothing; with it, the bot gets its look, shown as in Discord', async () => {
  await open('personalizer')
  const main = page.getByRole('main')
  await main.getByText('Upgrade to premium to unlock this feature.').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Harbour Master')
  await save()
  await main.getByText('Bot Personalizer is a premium feature.').waitFor()
  expect(bot()?.nick ?? null).toBeNull()
  await sound()
  await embedsRest()
  const late = await desk.signedIn('admin')
  await openUnclaimed(late)
  await openUnclaimed(page)
  await claim(page)
  await sound()
  await claim(late)
  await servers(late).getByText('The free month of this server was used in').waitFor()
  await open('personalizer')
  await page.getByLabel('Name', { exact: true }).fill('Harbour Master')
  await main.getByText('Upgrade to premium to unlock this feature.').waitFor({ state: 'detached' })
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('Harbour Master').waitFor()
  const picture = await drawPng(
    { width: 128, height: 128 },
    () => Promise.resolve(0),
    () => undefined,
  )
  await page.getByLabel('Avatar, file').setInputFiles({ name: 'harbour.png', mimeType: 'image/png', buffer: picture })
  await page.getByAltText('Avatar: harbour.png').waitFor()
  const text = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await page.getByLabel('Banner, file').setInputFiles(text)
  await page.getByText('The file must be a PNG, JPEG or GIF file.').waitFor()
  await save()
  await page.getByText('Bot personalizer settings saved successfully!').waitFor()
  await until('Discord to show it', () => bot()?.nick === 'Harbour Master' && bot()?.avatar)
  const state = page.getByRole('region', { name: 'In Discord now' })
  await expect.poll(() => state.getByText('Shown', { exact: true }).count()).toBe(2)
  await sound()
})

test('once premium has ended, what was made with it can be cleared and deleted', async () => {
  const { harness } = desk
  const id = harness.guildId
  await open('embeds')
  await page.getByLabel('Content', { exact: true }).fill('The kiln is free on Friday.')
  await page.getByRole('tab', { name: /^Drafts/ }).click()
  const remove = page.getByRole('button', { name: /^Delete The kiln is free/ })
  await remove.waitFor()
  const { entitlements } = harness.product.services
  entitlements.supply(() => false)
  entitlements.changed(id)
  await open('embeds')
  await page.getByRole('main').getByText('Upgrade to premium to unlock this feature.').waitFor()
  await page.getByRole('tab', { name: /^Drafts/ }).click()
  await remove.click()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByText('The draft was deleted.').waitFor()
  await page.getByText('No drafts').waitFor()
  await open('personalizer')
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByRole('button', { name: /^Use the bot’s own/ }).click()
  await save()
  await page.getByText('Bot personalizer settings saved successfully!').waitFor()
  expect(harness.product.services.settings.read(id, personalizer)).toMatchObject({ name: '', avatar: null })
  await sound()
})

test('a private message is written, previewed, sent as a test, sent to new members, and counted', async () => {
  await open('joindms')
  await page.getByRole('switch', { name: 'Join Dms' }).click()
  await page.getByLabel('Message', { exact: true }).fill('Good to see you, {member.name}!')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('Good to see you').waitFor()
  await preview.getByText('Sent from Tidewater Makers').waitFor()
  await save()
  await page.getByText('Join DM settings saved successfully!').waitFor()
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  await page.getByText('Sent to your direct messages.').waitFor()
  const { harness } = desk
  const [test] = directMessagesTo(harness, harness.as('owner').userId)
  expect(test && textOf(test)).toContain('Good to see you')
  const id = createAccount(harness.sandbox.context, 'newcomer')
  joinGuild(harness.sandbox.context, id, harness.guildId)
  await until('the message', () => directMessagesTo(harness, id).length === 1)
  await page.reload()
  const sent = page.getByRole('region', { name: 'Deliveries' }).locator('dl > div').first()
  await expect.poll(() => sent.innerText()).toMatch(/Sent[^]*1$/)
  await sound()
})
