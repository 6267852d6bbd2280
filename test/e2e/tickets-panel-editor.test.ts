import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Visitor } from '../visitor.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept, setOffline } from './network.ts'
import { walkProblems } from './problems.ts'

/** Saves that overlap, that get no answer, and that two people make in one panel. */
let desk: Desk
let page: Page
let admin: Visitor
beforeAll(async () => {
  desk = await createDesk()
  admin = await desk.harness.signIn('admin')
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const address = () => `/api/guild/${desk.harness.guildId}/tickets/panels`
const panels = async () => {
  const { body } = await admin.call('GET', address())
  return (body as { panels: ({ id: string; title: string } & Record<string, unknown>)[] }).panels
}
const dialog = () => page.getByRole('dialog').last()
const title = () => dialog().getByLabel('Panel title', { exact: true })
const description = () => dialog().getByLabel('Description')
const autoSave = () => dialog().getByLabel('Auto-save')
const saved = () => dialog().getByText(/^Saved \d/)
const saveKey = () => page.keyboard.press('Control+s')
const list = async () => {
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/tickets/panel`))
  await page.getByRole('heading', { level: 1, name: 'Ticket panels' }).waitFor()
}
const edit = async (name: string) => {
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('heading', { name: 'Edit panel' }).waitFor()
}

beforeEach(async () => {
  await page.unrouteAll()
  // The editor of the previous test would go on saving by itself.
  await page.goto('about:blank')
  for (const { id } of await panels()) await admin.call('DELETE', `${address()}/${id}`)
  await list()
})

/** Saves with the keyboard shortcut, and holds that request. */
async function heldSave(): Promise<Route> {
  const held = Promise.withResolvers<Route>()
  let isHeld = false
  const posted = page.waitForRequest(request => request.method() === 'POST' && request.url().endsWith(address()))
  await intercept(page, `**${address()}`, (route, request) => {
    if (isHeld || request.method() !== 'POST') return route.fallback()
    isHeld = true
    held.resolve(route)
    return undefined
  })
  await saveKey()
  // Fails if nothing is posted; the promise below would wait forever.
  await posted
  return held.promise
}

async function newPanel(name: string) {
  await page.getByRole('button', { name: 'Create Panel' }).first().click()
  await autoSave().uncheck()
  await title().fill(name)
  await dialog().getByRole('combobox', { name: 'Default channel' }).click()
  await page.getByRole('option', { name: 'general', exact: true }).click()
  await dialog().getByRole('combobox', { name: 'Default channel' }).getByText('general').waitFor()
}

/** Tries to save a panel whose mistakes are in other tabs than the open one. */
async function refusedPanel() {
  await page.getByRole('button', { name: 'Create Panel' }).first().click()
  await autoSave().uncheck()
  await saveKey()
  expect(Object.entries(await walkProblems(page))).toEqual([
    ['Panel title', 'title'],
    ['Default channel: Please select a channel for the panel', 'channel_id'],
  ])
  await title().fill('Refused')
  await dialog().getByRole('tab', { name: 'Hours' }).click()
  await saveKey()
  expect(await walkProblems(page)).toEqual({ 'Default channel': 'channel_id' })
  await dialog().getByRole('tab', { name: 'Tickets' }).click()
  await dialog().getByRole('button', { name: 'Go to it: Please select a channel before deploying' }).click()
  await page.locator('[name="channel_id"]:focus').waitFor()
  await dialog().getByRole('button', { name: 'Open Advanced Embed Editor' }).click()
  await dialog().getByRole('button', { name: 'Add embed' }).click()
  await dialog().getByRole('tab', { name: 'Open Message' }).click()
  await dialog().getByRole('button', { name: 'Add embed' }).click()
  await dialog().getByLabel('Title link').last().fill('nonsense')
  await dialog().getByRole('tab', { name: 'Buttons' }).click()
  await saveKey()
  const empty = 'The embed is empty. Write something in it, or remove it.'
  expect(await walkProblems(page)).toEqual({
    [`Ticket Message, Embed 2: ${empty}`]: 'embeds.1.description',
    [`Open Message, Embed 2: ${empty}`]: 'embeds.1.description',
    'Open Message, Embed 2: The title’s link is not a web address.': 'embeds.1.url',
  })
  expect(await axeFindings(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
}

test('saving a new panel repeatedly and quickly makes one panel, with everything that was typed meanwhile', async () => {
  await refusedPanel()
  await newPanel('Kiln booking')
  const presets = dialog().getByRole('radiogroup', { name: 'Color, presets' }).getByRole('radio')
  await expect
    .poll(() => presets.evaluateAll(all => all.map(one => one.ariaLabel)))
    .toEqual(['Blue', 'Green', 'Yellow', 'Red', 'Purple', 'Orange', 'Teal', 'Pink'])
  const revisions: unknown[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith(address()))
      revisions.push((request.postDataJSON() as { revision?: unknown }).revision)
  })
  const held = await heldSave()
  await description().fill('Typed while it was saved.')
  await saveKey()
  await saveKey()
  await held.continue()
  await expect.poll(async () => (await panels()).map(one => one['description'])).toEqual(['Typed while it was saved.'])
  await saved().waitFor()
  await expect.poll(() => page.getByText('Nothing was saved').count()).toBe(0)
  // The second save waited for the first, and the last one had nothing left to save.
  expect(revisions).toEqual([0, 1])
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Kiln booking' }).waitFor()
  expect(await panels()).toHaveLength(1)
})

test('a save whose answer was lost is made once, and the next one causes no conflict with it', async () => {
  await newPanel('Glaze')
  const held = await heldSave()
  await held.fetch()
  await held.abort()
  await dialog().getByText('Failed to save panel. The server cannot be reached. Check your connection.').waitFor()
  await dialog().getByText('Your changes are still here.').waitFor()
  await title().fill('Glazes')
  await saveKey()
  await saved().waitFor()
  expect(await panels()).toMatchObject([{ title: 'Glazes' }])
})

test('two administrators edit one panel: changes to different fields are merged, changes to the same field are asked about', async () => {
  const channel_id = desk.harness.channel('general')
  const made = await admin.call('POST', address(), { title: 'Wheel', description: 'First', channel_id })
  const { id } = (made.body as { panel: { id: string } }).panel
  await list()
  await edit('Wheel')
  await autoSave().uncheck()
  await admin.call('POST', address(), { id, footer: 'Of Tobias' })
  await description().fill('Mine')
  await saveKey()
  await dialog()
    .getByText(/^Saved, including what Tobias.* changed in the meantime\.$/)
    .waitFor()
  expect(await panels()).toMatchObject([{ title: 'Wheel', description: 'Mine', footer: 'Of Tobias' }])

  await admin.call('POST', address(), { id, description: 'Theirs', button_label: 'Ask' })
  await description().fill('Mine again')
  await saveKey()
  await dialog()
    .getByRole('heading', { name: /^Tobias.* changed this just now$/ })
    .waitFor()
  expect(await axeFindings(page, '.dialog')).toEqual([])
  const choice = dialog().getByRole('radiogroup', { name: 'Description' })
  await choice.getByRole('radio', { name: /^Keep mine: Mine again/ }).check()
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await dialog().getByText('Panel saved successfully!').waitFor()
  expect(await panels()).toMatchObject([{ description: 'Mine again', button_label: 'Ask' }])

  await admin.call('DELETE', `${address()}/${id}`)
  await title().fill('Wheel once more')
  await saveKey()
  await dialog().getByText('That panel has been deleted in the meantime. Save it as a new one.').waitFor()
  expect(await panels()).toEqual([])
  await saveKey()
  await saved().waitFor()
  expect(await panels()).toMatchObject([{ title: 'Wheel once more', description: 'Mine again' }])
})

test('an automatic save says why it does not save, or that somebody else was faster', async () => {
  const channel_id = desk.harness.channel('general')
  const made = await admin.call('POST', address(), { title: 'Clay', description: 'First', channel_id })
  const { id } = (made.body as { panel: { id: string } }).panel
  await list()
  await edit('Clay')
  await dialog().getByRole('button', { name: 'Add a question' }).click()
  await dialog().getByText('Not saved: Question 1: Write the question.').waitFor()
  await dialog().getByLabel('Question', { exact: true }).fill('Which clay?')
  await saved().waitFor()
  // Without a title, saving waits silently; the next save sends everything.
  await title().fill('')
  await dialog().getByText('Unsaved changes').waitFor()
  await dialog().getByRole('button', { name: 'Add a question' }).click()
  await title().fill('Clays')
  await dialog().getByText('Not saved: Question 2: Write the question.').waitFor()
  expect((await panels()).map(panel => panel.title)).toEqual(['Clay'])
  await dialog().getByLabel('Question', { exact: true }).last().fill('How much?')
  await saved().waitFor()
  await title().fill('Clay')
  await saved().waitFor()
  await admin.call('POST', address(), { id, description: 'Theirs' })
  await description().fill('Mine')
  await dialog()
    .getByText(/^Tobias.* saved this panel .*Press Save to compare\.$/)
    .waitFor()
  await saveKey()
  await dialog()
    .getByRole('radio', { name: /^Take theirs: Theirs/ })
    .check()
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await saved().waitFor()
  await expect.poll(() => description().inputValue()).toBe('Theirs')
})

test('text that was typed without a connection is saved automatically once there is one again', async () => {
  const channel_id = desk.harness.channel('general')
  await admin.call('POST', address(), { title: 'Glaze', description: 'First', channel_id })
  await list()
  await edit('Glaze')
  await setOffline(page, true)
  await description().fill('Typed without a connection.')
  await expect
    .poll(() => dialog().getByRole('alert').allInnerTexts())
    .toEqual([
      'Failed to save panel. The server cannot be reached. Check your connection. Your changes are still here.',
    ])
  await dialog().getByText('Unsaved changes').waitFor()
  await setOffline(page, false)
  await saved().waitFor()
  expect(await panels()).toMatchObject([{ description: 'Typed without a connection.' }])
})

test('Escape in the embed editor asks before it discards, and the keyboard shortcut keeps what was typed', async () => {
  const channel_id = desk.harness.channel('general')
  await admin.call('POST', address(), { title: 'Raku', description: 'First', channel_id })
  await list()
  await edit('Raku')
  await autoSave().uncheck()
  await dialog().getByRole('button', { name: 'Open Advanced Embed Editor' }).click()
  await dialog()
    .getByRole('button', { name: /^Footer/ })
    .click()
  await dialog().getByLabel('Footer', { exact: true }).fill('Long and thought over')
  await page.keyboard.press('Escape')
  await dialog().getByText('Your changes here will be lost.').waitFor()
  await dialog().getByRole('button', { name: 'Keep editing' }).click()
  await expect.poll(() => dialog().getByLabel('Footer', { exact: true }).inputValue()).toBe('Long and thought over')
  await saveKey()
  await dialog().getByRole('heading', { name: 'Edit panel' }).waitFor()
  await saveKey()
  await saved().waitFor()
  expect(await panels()).toMatchObject([{ footer: 'Long and thought over' }])
})

test('no page has logged an error', () => {
  expect(desk.complaints).toEqual([])
})
