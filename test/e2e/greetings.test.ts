import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { uploadEmoji } from '../emoji-server.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'

let desk: Desk
let page: Page
/** Another site with one picture, and the headers of the requests that it received. */
let site: Server
const asked: IncomingHttpHeaders[] = []
const port = () => (site.address() as AddressInfo).port
beforeAll(async () => {
  site = createServer((request, response) => {
    asked.push(request.headers)
    response.end(readFileSync(join(import.meta.dirname, '../../docs/dashboard.png')))
  })
  await new Promise<void>(resolve => void site.listen(0, '127.0.0.1', resolve))
  desk = await createDesk({ mayReach: (address, wanted) => address === '127.0.0.1' && wanted === port() })
  page = await desk.signedIn('owner')
})
afterAll(async () => {
  await desk.close()
  site.close()
})

const section = (name: string) => page.getByRole('region', { name })
const open = async () => {
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/welcome`))
  await section('Welcome Messages').waitFor()
}

test('a welcome is written, saved and still there; then somebody joins and the chat shows it', async () => {
  await open()
  const welcome = section('Welcome Messages')
  await expect.poll(() => welcome.getByRole('button', { name: 'Preview Message' }).isDisabled()).toBe(true)
  await expect.poll(() => welcome.getByLabel('Message', { exact: true }).isDisabled()).toBe(true)
  await expect.poll(() => welcome.getByRole('combobox', { name: 'Channel' }).isDisabled()).toBe(true)
  await page.getByRole('switch', { name: 'Enable Welcome Messages' }).click()
  await expect.poll(() => welcome.getByRole('button', { name: 'Preview Message' }).isDisabled()).toBe(true)
  await welcome.getByRole('button', { name: 'Save Welcome' }).click()
  await page.getByRole('alert').getByText('Please select a channel. Your changes are still here.').waitFor()

  await welcome.getByRole('combobox', { name: 'Channel' }).click()
  await page.getByRole('option', { name: 'arrivals' }).click()
  const message = welcome.getByLabel('Message', { exact: true })
  await message.fill('Ahoy {member.mention}, come in. ')
  await welcome.getByRole('button', { name: 'Insert a placeholder into Message' }).click()
  await page.getByRole('menuitem', { name: '{server.members}' }).click()
  await expect.poll(() => message.inputValue()).toBe('Ahoy {member.mention}, come in. {server.members}')
  await welcome.getByRole('radio', { name: '#57F287' }).check({ force: true })
  await section('Preview').getByText(/^Ahoy/).waitFor()
  await expect.poll(() => section('Preview').getByText(/^Ahoy/).innerText()).toContain('@mara.w')
  await welcome.getByRole('button', { name: 'Save Welcome' }).click()
  await page.getByText('Welcome settings updated successfully').waitFor()

  await page.reload()
  await section('Welcome Messages').waitFor()
  await expect.poll(() => message.inputValue()).toContain('Ahoy')
  await expect.poll(() => welcome.getByRole('radio', { name: '#57F287' }).isChecked()).toBe(true)
  await welcome.getByRole('button', { name: 'Preview Message' }).click()
  await page.getByText('Welcome preview sent!').waitFor()

  const stage = await desk.open()
  await stage.goto(desk.stage('owner', 'arrivals'))
  const { context } = desk.harness.sandbox
  const id = createAccount(context, 'guest')
  joinGuild(context, id, desk.harness.guildId)
  const name = context.world.accounts.get(id)?.user.username ?? ''
  await stage.getByRole('log').getByText(`Ahoy @${name}, come in.`).waitFor()
  expect(desk.complaints).toEqual([])
})

test('the other tabs: the embed has its own sentence, a wrong address is reported, previews are sent, axe finds nothing', async () => {
  await open()
  await page.getByRole('tab', { name: 'Advanced' }).click()
  const embed = section('Welcome embed')
  await embed.getByRole('button', { name: /^Images/ }).click()
  await embed.getByLabel('Image URL', { exact: true }).fill('nonsense')
  await embed.getByRole('button', { name: 'Save Welcome Embed' }).click()
  await embed.getByText('Please enter a valid URL').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await embed.getByLabel('Image URL', { exact: true }).fill('{member.avatar}')
  await embed.getByRole('button', { name: /^Author/ }).click()
  await embed.getByLabel('Author name').fill('The team')
  await embed.getByRole('button', { name: 'Add embed' }).click()
  await embed.getByLabel('Title', { exact: true }).last().fill('Rules')
  await embed.getByRole('button', { name: 'Save Welcome Embed' }).click()
  await page.getByText('Welcome embed settings updated successfully').waitFor()
  // The other form is shown even while its greeting is off, and saving it does not affect text that is typed elsewhere.
  await page.getByRole('tab', { name: 'General' }).click()
  await section('Welcome Messages').getByLabel('Message', { exact: true }).fill('Typed and not saved')
  await page.getByRole('tab', { name: 'Advanced' }).click()
  const other = section('Farewell embed')
  await other.getByRole('radio', { name: '#57F287' }).check({ force: true })
  for (const label of ['Title', 'Description', 'Footer', 'Image URL', 'Author name', 'Author icon URL'])
    await expect.poll(() => other.getByLabel(label, { exact: true }).isEnabled()).toBe(true)
  await other.getByLabel('Title', { exact: true }).fill('So long')
  await other.getByRole('button', { name: /^Images/ }).click()
  await other.getByRole('combobox', { name: 'Thumbnail URL: from' }).click()
  await page.getByRole('option', { name: 'An address' }).click()
  await other.getByRole('button', { name: 'Save Farewell Embed' }).click()
  await page.getByText('Farewell embed settings updated successfully').waitFor()
  await embed.getByLabel('Title', { exact: true }).first().fill('Ahoy')
  await embed.getByRole('switch', { name: 'Welcome card' }).click()
  const save = embed.getByRole('button', { name: 'Save Welcome Embed' })
  const title = embed.getByLabel('Title', { exact: true }).first()
  // Text that is typed during a save stays, and the save causes no conflict.
  const mayGo = Promise.withResolvers<void>()
  await intercept(page, '**/greeting', async route => {
    await mayGo.promise
    await route.continue()
  })
  await save.click()
  await embed.getByRole('button', { name: 'Saving...' }).waitFor()
  await title.fill('Ahoy there')
  mayGo.resolve()
  await save.waitFor()
  await expect.poll(() => title.inputValue()).toBe('Ahoy there')
  await save.click()
  await expect.poll(async () => (await save.count()) > 0 && (await save.isDisabled())).toBe(true)
  await page.unrouteAll({ behavior: 'wait' })
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('tab', { name: 'General' }).click()
  await expect
    .poll(() => section('Welcome Messages').getByLabel('Message', { exact: true }).inputValue())
    .toBe('Typed and not saved')
  const owner = await desk.harness.signIn('owner')
  const { body } = await owner.call('GET', `/api/guild/${desk.harness.guildId}/greeting`)
  expect(body).toMatchObject({
    settings: {
      welcome: {
        content: expect.stringContaining('Ahoy {member.mention}'),
        embed: { title: 'Ahoy there', more: [{ title: '' }, { title: 'Rules' }] },
        card: true,
      },
      farewell: { enabled: false, embed: { title: 'So long', thumbnail: false, color: '#57F287' } },
    },
  })
  await page.getByRole('button', { name: 'Reset' }).click()

  await page.getByRole('tab', { name: 'Preview' }).click()
  await section('Farewell preview').locator('img[alt="👋"]').waitFor()
  const preview = section('Welcome preview')
  await preview.getByText('The team').waitFor()
  // The author's picture is the embed's, and the card below it is drawn.
  await expect.poll(() => preview.getByRole('img', { name: 'Image' }).count()).toBe(1)
  const card = preview.locator('img[src*="/greeting/card?"]')
  await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(934)
  await page.getByRole('button', { name: 'Send Preview' }).first().click()
  await page.getByText('Welcome preview sent!').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Send Preview' }).nth(1).isDisabled()).toBe(true)
  await page.getByText('Switch on Farewell Messages to send a preview.').waitFor()
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('tab', { name: 'General' }).click()
  const master = page.getByRole('switch', { name: 'Enable Welcome Messages' })
  await master.click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Welcome settings updated successfully').waitFor()
  await page.reload()
  await expect.poll(() => master.isChecked()).toBe(false)
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await page.waitForURL(`**/manage/${desk.harness.guildId}/**`)
  expect(desk.complaints).toEqual([])
})

test('a picture from another site is shown as in Discord, and that site does not learn who looks at it', async () => {
  await open()
  await page.getByRole('tab', { name: 'Advanced' }).click()
  const first = section('Welcome embed').getByRole('group', { name: 'Embed 1' })
  await first.getByRole('button', { name: /^Images/ }).click()
  const address = first.getByLabel('Image URL', { exact: true })
  await address.fill(`http://127.0.0.1:${port()}/a/picture.png`)
  const picture = section('Preview').locator('img[src*="/picture?"]')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(new URL(await picture.evaluate((image: HTMLImageElement) => image.src)).origin).toBe(
    desk.harness.product.url.origin,
  )
  expect(asked).not.toEqual([])
  for (const headers of asked) {
    expect(headers['user-agent']).toMatch(/^Palisade/)
    expect([headers.cookie, headers.referer]).toEqual([undefined, undefined])
  }
  await address.fill('http://127.0.0.1:9/none.png')
  await section('Preview').getByText('http://127.0.0.1:9/none.png').waitFor()
  await expect.poll(() => picture.count()).toBe(0)
  await page.getByRole('button', { name: 'Reset' }).click()
  expect(desk.complaints).toEqual([])
})

test('on a small screen, the embeds of the advanced tab are tabs, one at a time', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open()
  await page.getByRole('tab', { name: 'Advanced' }).click()
  const embeds = page.getByRole('tablist', { name: 'Embeds' })
  await section('Welcome embed').waitFor()
  await expect.poll(() => section('Farewell embed').count()).toBe(0)
  await embeds.getByRole('tab', { name: 'Farewell' }).click()
  await section('Farewell embed').getByLabel('Title', { exact: true }).waitFor()
  await expect.poll(() => section('Welcome embed').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await section('Welcome embed').waitFor()
  await expect.poll(() => section('Farewell embed').count()).toBe(1)
  expect(desk.complaints).toEqual([])
})

test('placeholders are listed with their values here', async () => {
  await open()
  const listed = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByText(name, { exact: true }) })
      .innerText()
  await expect.poll(() => listed('{server.name}')).toContain('Tidewater Makers')
  await expect.poll(() => listed('{member.name}')).toContain('mara.w')
  const members = desk.harness.sandbox.context.world.guilds.get(desk.harness.guildId)?.members.size
  await expect.poll(() => listed('{server.members}')).toContain(String(members))
})

test('the texts of greetings and private messages offer the server’s own emoji', async () => {
  const id = await uploadEmoji(desk.harness, 'owner', 'glaze')
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/joindms`))
  await page.getByRole('switch').first().click()
  await page.getByRole('button', { name: 'Emoji for Message' }).click()
  await page.getByPlaceholder('Search emojis').fill('glaze')
  await page.getByRole('option', { name: ':glaze:' }).click()
  await expect.poll(() => page.getByLabel('Message', { exact: true }).inputValue()).toContain(`<:glaze:${id}>`)
  await page.goto('about:blank')
})
