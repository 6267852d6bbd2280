import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'

/** What people are told about a panel before they deploy it, and after its message was deleted. */
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
const card = (title: string) => page.locator('.panel-card', { hasText: title })
const checks = () => dialog().getByRole('region', { name: 'Before you deploy' })

async function panel(body: object): Promise<string> {
  const owner = await desk.harness.signIn('owner')
  const address = `/api/guild/${desk.harness.guildId}/tickets/panels`
  const { body: answer } = await owner.call('POST', address, { channel_id: desk.harness.channel('general'), ...body })
  return (answer as { panel: { id: string } }).panel.id
}

test('the list says what deploying a panel will do, and does it only after a confirmation', async () => {
  await panel({ title: 'Kiln booking', description: '**Book** the [kiln](https://example.com) of the *week*.' })
  await open('/panel', 'Ticket Panels')
  await card('Kiln booking').getByText('Book the kiln of the week.').waitFor()
  await card('Kiln booking').getByRole('button', { name: 'Deploy', exact: true }).click()
  await checks().getByText('I can post in #general.').waitFor()
  await checks().getByText('Only managers of the server can see its tickets. Choose a support team role.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(posted('Kiln booking')).toEqual([])
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await dialog().waitFor({ state: 'hidden' })
  expect(posted('Kiln booking')).toEqual([])
  await card('Kiln booking').getByRole('button', { name: 'Deploy', exact: true }).click()
  await dialog().getByRole('button', { name: 'Deploy', exact: true }).click()
  await page.getByText('Panel deployed successfully!').waitFor()
  expect(posted('Kiln booking')).toHaveLength(1)
})

test('a link in a preview differs from the surrounding text by more than its color', async () => {
  await card('Kiln booking').getByRole('button', { name: 'Preview' }).click()
  await dialog().getByText('Tickets are').waitFor()
  const link = dialog().locator('.md-link')
  expect(await link.evaluate(one => getComputedStyle(one).textDecorationLine)).toBe('underline')
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
})

test('where a panel is sent, a missing permission is named, and sending is disabled', async () => {
  const { harness } = desk
  const role = [...(harness.sandbox.context.world.guilds.get(harness.guildId)?.roles.values() ?? [])].find(
    ({ tags }) => tags?.bot_id === harness.botId,
  )
  const before = role?.permissions ?? ''
  const bot = () => harness.product.services.client.guilds.cache.get(harness.guildId)?.members.me
  const change = async (permissions: string) => {
    const sent = await harness
      .as('owner')
      .rest('PATCH', `/guilds/${harness.guildId}/roles/${role?.id}`, { permissions })
    await expect.poll(() => bot()?.permissions.has('ManageChannels')).toBe(permissions === before)
    return sent
  }
  await change('0')
  await open('', 'Ticket Management')
  await page.getByRole('button', { name: 'Send Embed Panel' }).first().click()
  await dialog().getByRole('combobox', { name: 'Embed panel' }).click()
  await page.getByRole('option', { name: 'Support Ticket' }).click()
  await expect.poll(() => checks().count()).toBe(0)
  await dialog().getByRole('combobox', { name: 'Text channel' }).click()
  await page.getByRole('option', { name: 'general', exact: true }).click()
  await checks().getByText('I need Manage Channels to create channels for tickets.').waitFor()
  await expect.poll(() => dialog().getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await change(before)
})

test('where the bot sees no text channel, the dialog says what to check', async () => {
  const hub = `**/api/guild/${desk.harness.guildId}/tickets`
  await intercept(page, hub, async route => {
    const response = await route.fetch()
    const body = (await response.json()) as { guild: { channels: { botCanView: boolean }[] } }
    for (const channel of body.guild.channels) channel.botCanView = false
    await route.fulfill({ response, json: body })
  })
  await open('', 'Ticket Management')
  await page.getByRole('button', { name: 'Send Embed Panel' }).first().click()
  await dialog().getByText('No text channels available.').waitFor()
  await dialog().getByText('Make sure the bot has permission to view channels').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.unroute(hub)
  await page.keyboard.press('Escape')
})

test('a panel whose message was deleted does not count as deployed, and its editor says so', async () => {
  const [message] = posted('Kiln booking')
  const channel = desk.harness.channel('general')
  await desk.harness.as('owner').rest('DELETE', `/channels/${channel}/messages/${message?.id}`)
  await expect
    .poll(async () => {
      await open('/panel', 'Ticket Panels')
      return card('Kiln booking').getByText('Message missing').count()
    })
    .toBe(1)
  const stats = page.locator('.panels-stats > *', { hasText: 'Deployed' })
  await expect.poll(() => stats.innerText()).toMatch(/Deployed\s+0\s+in 0 channels, 1 with a deleted message/)
  await card('Kiln booking').getByRole('button', { name: 'Edit' }).click()
  await dialog().getByText('Message missing').waitFor()
  await dialog().getByText('Its message was deleted in Discord: deploying posts a new one.').waitFor()
  await expect.poll(() => dialog().getByText('Deploying changes the message').count()).toBe(0)
  await page.keyboard.press('Escape')
  await open('', 'Ticket Management')
  await page.getByText('1 panel, 0 deployed.').waitFor()
})

test('the preview and the checks stay in view while a panel is edited', async () => {
  await open('/panel', 'Ticket Panels')
  await card('Kiln booking').getByRole('button', { name: 'Edit' }).click()
  await checks().getByText('I can post in #general.').waitFor()
  const side = dialog().locator('.panel-side')
  const top = async () => Math.round((await side.boundingBox())?.y ?? -1)
  await dialog().getByRole('tab', { name: 'Tickets' }).click()
  const before = await top()
  const body = dialog().locator('.dialog-body')
  const scrolled = await body.evaluate(one => {
    one.scrollTop = one.scrollHeight
    return one.scrollTop
  })
  expect(scrolled).toBeGreaterThan(50)
  expect(Math.abs((await top()) - before)).toBeLessThan(40)
  await page.keyboard.press('Escape')
})

test('Reset in the embed editor restores the default description; undoing changes of the general settings is called Discard', async () => {
  await open('/panel', 'Ticket Panels')
  await card('Kiln booking').getByRole('button', { name: 'Edit' }).click()
  await dialog().getByRole('button', { name: 'Open Advanced Embed Editor' }).click()
  await dialog().getByRole('button', { name: 'Reset' }).click()
  await expect
    .poll(() => dialog().getByLabel('Description', { exact: true }).inputValue())
    .toBe('Please use the button below to create a ticket')
  await expect.poll(() => dialog().getByLabel('Panel title', { exact: true }).inputValue()).toBe('Kiln booking')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')
  await open('/general', 'General Settings')
  await page.getByRole('switch', { name: 'Two-step close' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Reset' }).count()).toBe(1)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => page.getByRole('switch', { name: 'Two-step close' }).isChecked()).toBe(true)
})

test('no page has logged an error', () => {
  expect(desk.complaints).toEqual([])
})
