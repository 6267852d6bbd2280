import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uploadEmoji } from '../emoji-server.ts'
import { createMenus, type Menus } from '../reaction-roles.ts'
import { until } from '../until.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { walkProblems } from './problems.ts'

let desk: Desk
let menus: Menus
let page: Page
let roles: string[]
beforeAll(async () => {
  desk = await createDesk()
  menus = await createMenus(desk.harness)
  roles = []
  for (const name of ['Joinery', 'Gardening', 'Clay']) roles.push(await menus.role(name))
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())
beforeEach(async () => {
  for (const { id } of await menus.list()) await menus.owner.call('DELETE', menus.under(`/menus/${id}`))
  desk.complaints.length = 0
})

async function open(viewport = { width: 1440, height: 900 }): Promise<void> {
  await page.setViewportSize(viewport)
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/reactionroles`))
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const preview = () => page.getByRole('region', { name: 'Preview', exact: true })
async function pick(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
}
const two = () => menus.choices(roles[0] ?? '', roles[1] ?? '')

test('the first menu of a server is designed, refused without a name, posted and pressed', async () => {
  await open()
  await page.getByText('No menus yet').waitFor()
  await page.getByRole('button', { name: 'New menu' }).last().click()
  await page.getByLabel('Content', { exact: true }).fill('What do you make?')
  await button('Add role').click()
  await pick('Role 1', 'Joinery')
  await page.getByLabel('Emoji of Joinery').click()
  await page.getByRole('button', { name: 'wood', exact: true }).click()
  await button('Add role').click()
  await button('Save and post').click()
  expect(await walkProblems(page)).toEqual({
    'Name: A menu needs a name.': 'name',
    'Role 2: Choose a role.': 'choices.1.role_id',
  })
  await button('Remove role 2').click()
  await page.getByLabel('Name', { exact: true }).fill('Makers')
  await button('Save and post').click()
  await page.getByText('Choose a channel first.').first().waitFor()
  expect(await walkProblems(page)).toEqual({ Channel: 'channel_id' })
  await pick('Channel', 'general')
  await preview().getByText('What do you make?').waitFor()
  await button('Save and post').click()
  await page.getByText('Saved and posted.').waitFor()
  await page.getByText('Deployed').waitFor()
  const [menu] = await menus.list()
  expect(menu).toMatchObject({ name: 'Makers', content: 'What do you make?', kind: 'buttons', outdated: false })
  const message = desk.harness.messages(desk.harness.channel('general')).find(({ id }) => id === menu?.message_id)
  if (!message) throw new Error('no message')
  expect(await menus.press('member1', message, 0)).toBe('You have **Joinery** now.')
  expect(await axeFindings(page)).toEqual([])
  expect(desk.complaints).toEqual([])
})

test('the preview answers a press as the bot does, and gives no role', async () => {
  await menus.menu({ mode: 'unique', choices: two() })
  await open()
  await preview().getByRole('button', { name: 'Joinery' }).click()
  await preview().getByText('You have Joinery now.').waitFor()
  await preview().getByRole('button', { name: 'Gardening' }).click()
  await preview().getByText('You have Gardening now; Joinery was taken back.').waitFor()
  await preview().getByText('Only you can see this.').waitFor()
  await page.getByRole('radio', { name: /^Binding/ }).check()
  await preview().getByRole('button', { name: 'Joinery' }).click()
  await preview().getByRole('button', { name: 'Gardening' }).click()
  await preview().getByText('You chose Joinery here, and that choice stays.').waitFor()
  expect(menus.has('owner', roles)).toEqual([])
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
})

test('emoji of the server are shown as pictures, so that two of one name can be told apart', async () => {
  const ids = [await uploadEmoji(desk.harness, 'owner', 'kiln'), await uploadEmoji(desk.harness, 'owner', 'kiln')]
  await menus.menu({ choices: two().map((one, at) => ({ ...one, emoji: `<:kiln:${ids[at]}>` })) })
  await open()
  const pictures = ids.map(id => `${desk.harness.sandbox.url}/cdn/emojis/${id}.png`)
  const shown = (within: Locator) =>
    within.getByAltText(':kiln:').evaluateAll(all => all.map(one => one.getAttribute('src')))
  await expect.poll(() => shown(preview())).toEqual(pictures)
  const first = page.getByLabel('Emoji of Joinery: kiln')
  await expect.poll(() => shown(first)).toEqual(pictures.slice(0, 1))
  await first.click()
  const offered = page.getByRole('group', { name: 'Of this server' })
  await expect.poll(() => shown(offered)).toEqual(pictures)
  expect(await axeFindings(page)).toEqual([])
  expect(desk.complaints).toEqual([])
})

test('a posted menu is changed in place, after a confirmation where members will see another kind of menu', async () => {
  const { id, message } = await menus.menu({ name: 'Makers', kind: 'reactions', choices: two() })
  menus.react('member2', message, 0)
  await menus.holds('member2', roles, [roles[0] ?? ''])
  await open()
  await page.getByRole('radio', { name: 'Buttons' }).check()
  await page.getByLabel('Content', { exact: true }).fill('Press.')
  await button('Save and update the message').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Members see buttons in place of reactions').waitFor()
  await dialog.getByRole('button', { name: 'Save and update the message' }).click()
  await page.getByText('Saved, and the message is updated.').waitFor()
  const now = menus.now(message)
  expect(now.content).toBe('Press.')
  expect(now.components).toHaveLength(1)
  await until('the reactions to be gone', () => menus.reactors(message, 0).length === 0)
  expect(menus.has('member2', roles)).toEqual([roles[0]])
  expect((await menus.list())[0]).toMatchObject({ id, held: { c0: 1 } })
})

test('deleted roles and messages are reported where they were used, with a way to repair it', async () => {
  const gone = await menus.role('Short-lived')
  const { message } = await menus.menu({ name: 'Makers', choices: menus.choices(roles[0] ?? '', gone) })
  await desk.harness.as('owner').rest('DELETE', `/guilds/${desk.harness.guildId}/roles/${gone}`)
  await desk.harness.as('owner').rest('DELETE', `/channels/${message.channel_id}/messages/${message.id}`)
  await until('both to be known', async () => (await menus.list())[0]?.problems.length === 2)
  await open()
  await page.getByText('2 problems').waitFor()
  await page.getByText('Its role was deleted. Choose another, or remove it.').waitFor()
  await page.getByText('Its message was deleted. Post it again, or delete the menu.').waitFor()
  await page.getByRole('button', { name: 'Post it again' }).click()
  await page.getByText('Saved and posted.').waitFor()
  await page.getByText('1 problem', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove role 2' }).click()
  await button('Save and update the message').click()
  await page.getByText(/^Saved, and the message is updated\. Buttons in other messages that are set to/).waitFor()
  await page.getByText('Deployed').waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('a menu is attached to a message by its link, and the preview shows that message', async () => {
  const said = await desk.harness.as('member3').say(desk.harness.channel('general'), 'The rules of the house')
  await open()
  await page.getByRole('button', { name: 'New menu' }).last().click()
  await page.getByLabel('Name', { exact: true }).fill('House rules')
  await page.getByText('Attach by link').click()
  await page.getByLabel('Link to the message').fill('https://example.com/')
  await page.getByText('That is not a link to a message.').waitFor()
  await page
    .getByLabel('Link to the message')
    .fill(`https://discord.com/channels/${desk.harness.guildId}/${said.channel_id}/${said.id}`)
  await preview().getByText('The rules of the house').waitFor()
  await button('Add role').click()
  await pick('Role 1', 'Clay')
  await page.getByLabel('Emoji of Clay').click()
  await page.getByLabel('Emoji', { exact: true }).fill('🪵')
  await page.keyboard.press('Enter')
  await button('Save and attach').click()
  await page.getByText('Saved and attached.').waitFor()
  menus.react('member4', said, 0)
  await menus.holds('member4', roles, [roles[2] ?? ''])
  expect(menus.reactors(said, 0)).toContain(desk.harness.botId)
})

test('two people edit one menu: changes to different fields are merged, changes to the same field are asked about', async () => {
  const { id } = await menus.menu({ name: 'Makers', content: 'First', choices: two() })
  await open()
  await page.getByLabel('Name', { exact: true }).fill('Crafts')
  await menus.save({ id, content: 'By somebody else' })
  await button('Save and update the message').click()
  await page.getByText('Saved, and the message is updated.').waitFor()
  expect((await menus.list())[0]).toMatchObject({ name: 'Crafts', content: 'By somebody else' })
  await page.getByLabel('Name', { exact: true }).fill('Mine')
  await menus.save({ id, name: 'Theirs' })
  await button('Save and update the message').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Mine', { exact: true }).waitFor()
  await dialog.getByText('Theirs', { exact: true }).first().waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')

  await menus.owner.call('DELETE', menus.under(`/menus/${id}`))
  await button('Save and update the message').click()
  await page.getByText('That menu has been deleted in the meantime. Save it as a new one.').waitFor()
  await button('Save').click()
  await page.getByText('Menu saved.').waitFor()
  const [anew] = await menus.list()
  expect(anew).toMatchObject({ name: 'Mine', content: 'By somebody else' })
  expect(anew?.id).not.toBe(id)
})

test('a check can be started by hand, and its report says what was corrected', async () => {
  const { message } = await menus.menu({ name: 'Makers', kind: 'reactions', choices: two() })
  menus.react('member5', message, 1)
  await menus.holds('member5', roles, [roles[1] ?? ''])
  // As if the bot had been offline when it was added.
  desk.harness.product.services.db.$client.prepare('DELETE FROM reactionrole_notes').run()
  const path = `/guilds/${desk.harness.guildId}/members/${desk.harness.as('member5').userId}/roles/${roles[1]}`
  await desk.harness.as('owner').rest('DELETE', path)
  await menus.holds('member5', roles, [])
  await open()
  const report = page.getByRole('region', { name: 'Repair report' })
  await report.getByText('Nothing has been compared yet.').waitFor()
  await report.getByRole('button', { name: 'Check now' }).click()
  await report.getByText('Repaired').waitFor()
  await report.getByText('1 role given').waitFor()
  await report.getByText('Gardening').waitFor()
  expect(menus.has('member5', roles)).toEqual([roles[1]])
})

test('on a phone, the menus are a select, rows stack, and nothing is wider than the screen', async () => {
  await menus.menu({ name: 'Makers', choices: two() })
  await menus.menu({ name: 'Pings', kind: 'select', choices: two() })
  await menus.menu({ name: 'W'.repeat(100), choices: two() })
  await open({ width: 360, height: 760 })
  await pick('Menu', 'Pings')
  await page.getByLabel('Placeholder').waitFor()
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Pings')
  await pick('Menu', 'W'.repeat(100))
  await page.getByText(/^Posted menu .*WWW/).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('W'.repeat(99))
  await page.getByText(/^Unsaved changes in WWW/).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  expect(await axeFindings(page)).toEqual([])
  // Enlarged four times on a screen (WCAG 1.4.10), and twice on a phone.
  for (const width of [320, 195]) {
    await page.setViewportSize({ width, height: 760 })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  }
})

test('opening another menu asks about unsaved changes, and a deleted menu is gone', async () => {
  await menus.menu({ name: 'Makers', choices: two() })
  await menus.menu({ name: 'Pings', choices: two() })
  await open()
  await page.getByLabel('Name', { exact: true }).fill('Changed')
  await page.getByRole('button', { name: /^Pings/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await until(
    'the other to be open',
    async () => (await page.getByLabel('Name', { exact: true }).inputValue()) === 'Pings',
  )
  await button('Delete menu').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete menu' }).click()
  await page.getByText('Pings deleted.').waitFor()
  expect((await menus.list()).map(({ name }) => name)).toEqual(['Makers'])
})
