import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { messageDraft } from '#kit/message/contract.ts'
import { uploadEmoji } from '../emoji-server.ts'
import type { Visitor } from '../visitor.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { walkProblems } from './problems.ts'

/** The message builder, used by somebody who has never seen it. */
let desk: Desk
let page: Page
let admin: Visitor
beforeAll(async () => {
  desk = await createDesk()
  admin = await desk.harness.signIn('admin')
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const at = (path: string) => `/api/guild/${desk.harness.guildId}/embeds/${path}`
const visit = async (on = page) => {
  await on.goto(desk.dashboard(`/manage/${desk.harness.guildId}/embeds`))
  await on.getByRole('heading', { level: 1, name: 'Embeds Configuration' }).waitFor()
}
const choose = async (combobox: string, option: string) => {
  await page.getByRole('combobox', { name: combobox, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const content = () => page.getByLabel('Content', { exact: true })
const sendButton = () => page.getByRole('button', { name: 'Send', exact: true })
const problems = () => page.getByRole('region', { name: 'Why it cannot be sent' })
const preview = () => page.getByRole('region', { name: 'Preview' })
const said = () => desk.harness.messages(desk.harness.channel('general'))
const draftsOf = async (visitor: Visitor) =>
  ((await visitor.call('GET', at('drafts'))).body as { drafts: { id: string; name: string; summary: string }[] }).drafts

beforeEach(async () => {
  // The page of the previous test would go on saving what was typed there.
  await page.goto('about:blank')
  for (const { id } of await draftsOf(admin)) await admin.call('DELETE', at(`drafts/${id}`))
  await visit()
})

test('a message is built, says why it cannot be sent yet, is confirmed and sent', async () => {
  await problems().getByText('There is nothing to send yet.').waitFor()
  await expect.poll(() => sendButton().isDisabled()).toBe(true)
  await preview().getByText('Nothing to show yet').waitFor()
  await expect.poll(() => content().getAttribute('aria-invalid')).not.toBe('true')
  expect(await walkProblems(page)).toEqual({
    'Channel: Choose where it is sent.': 'channelId',
    'Content: There is nothing to send yet.': 'content',
  })
  await choose('Channel', 'general')
  await page.locator('[name="content"][aria-invalid="true"]').waitFor()
  const { userId } = desk.harness.as('member1')
  await content().fill(`Hello <@${userId}>`)
  await page.getByRole('button', { name: 'Add embed' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Kiln weekend')
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByLabel('Name of field 1').fill('Fee')
  await problems().getByText('The value is empty.').waitFor()
  await problems().getByText('Choose where it is sent.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Embed 1/, expanded: true }).click()
  await page.getByLabel('Value of field 1', { exact: true }).waitFor({ state: 'hidden' })
  expect(await walkProblems(page)).toEqual({ 'Embed 1, field 1: The value is empty.': 'embeds.0.fields.0.value' })
  const value = page.getByLabel('Value of field 1', { exact: true })
  await expect.poll(() => value.evaluate(element => element === document.activeElement)).toBe(true)
  await page.keyboard.type('Ten a bench')
  await expect.poll(() => value.inputValue()).toBe('Ten a bench')
  await preview().getByText('Kiln weekend').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await sendButton().click()
  const dialog = page.getByRole('dialog', { name: 'Send to #general?' })
  await dialog.getByText(/^This pings @/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Sent to #general.').waitFor()
  expect(said().at(-1)).toMatchObject({
    content: `Hello <@${userId}>`,
    embeds: [{ title: 'Kiln weekend', fields: [{ name: 'Fee', value: 'Ten a bench' }] }],
    mentions: [{ id: userId }],
  })
})

test('a sent message is edited in place, and deleted', async () => {
  const channelId = desk.harness.channel('general')
  const message = messageDraft.parse({ content: 'First words' })
  await admin.call('POST', at('posts'), { key: 'to-be-lost', name: 'Lost', channelId, message })
  await desk.harness.as('owner').rest('DELETE', `/channels/${channelId}/messages/${said().at(-1)?.id}`)
  await admin.call('POST', at('posts'), { key: 'to-be-edited', name: 'Notice', channelId, message })
  const isLost = async () => {
    const { posts } = (await admin.call('GET', at('posts'))).body as { posts: { name: string; missing: boolean }[] }
    return posts.some(({ name, missing }) => name === 'Lost' && missing)
  }
  await expect.poll(isLost).toBe(true)
  await visit()
  await page.getByRole('tab', { name: /^Sent \d/ }).click()
  await page.getByText('Deleted in Discord').waitFor()
  await page.getByRole('button', { name: 'Copy Lost' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Edit Lost' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Edit Notice' }).click()
  await page.getByText('Sent', { exact: true }).last().waitFor()
  await content().fill('Second words')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await page.getByText('The message was changed in place.').waitFor()
  expect(said().at(-1)?.content).toBe('Second words')
  await page.getByRole('tab', { name: 'Sent' }).click()
  await page.getByRole('button', { name: 'Delete Notice' }).click()
  await page.getByRole('button', { name: 'Delete message' }).click()
  await page.getByText('The message was deleted.').waitFor()
  expect(said().some(one => one.content === 'Second words')).toBe(false)
})

test('a draft is saved automatically and reopened, and undo covers the whole message', async () => {
  await content().fill('Kept by itself')
  await expect.poll(async () => (await draftsOf(admin)).map(({ summary }) => summary)).toEqual(['Kept by itself'])
  await page.getByText(/^Draft saved/).waitFor()
  await page.getByRole('button', { name: 'Add embed' }).click()
  await page.keyboard.press('Control+z')
  await expect.poll(() => page.getByRole('button', { name: 'Remove Embed 1' }).count()).toBe(0)
  await page.keyboard.press('Control+Shift+z')
  await page.getByRole('button', { name: 'Remove Embed 1' }).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await visit()
  await page.getByRole('tab', { name: /^Drafts/ }).click()
  await page.getByRole('list', { name: 'Drafts' }).getByRole('button', { name: 'Open' }).click()
  await expect.poll(() => content().inputValue()).toBe('Kept by itself')
})

test('two people edit one draft: the later one takes the other version, or keeps a copy', async () => {
  const message = messageDraft.parse({ content: 'Common' })
  const draft = { id: 'shared-draft', name: 'Shared', channelId: null, message, revision: 0 }
  await admin.call('POST', at('drafts'), draft)
  await visit()
  await page.getByRole('tab', { name: /^Drafts/ }).click()
  await page.getByRole('list', { name: 'Drafts' }).getByRole('button', { name: 'Open' }).click()
  await expect.poll(() => content().inputValue()).toBe('Common')
  await admin.call('POST', at('drafts'), { ...draft, message: messageDraft.parse({ content: 'Theirs' }), revision: 1 })
  await content().fill('Mine')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText(/saved this draft/).waitFor()
  await page.getByRole('button', { name: 'keep yours as a copy' }).click()
  await expect
    .poll(async () => (await draftsOf(admin)).map(({ summary }) => summary).toSorted())
    .toEqual(['Mine', 'Theirs'])
})

test('JSON: errors name their line and field, and applying it is one step to undo', async () => {
  await page.getByRole('tab', { name: 'JSON' }).click()
  const json = page.getByLabel('Message as JSON')
  await json.fill('{\n  "embeds": [\n    { "title": 7 }\n  ]\n}')
  await page.getByText('Line 3, embeds.0.title: This must be a text.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true)
  const data = { content: 'From Discohook', embeds: [{ title: 'Kiln', color: 1, video: { url: 'https://a.example' } }] }
  await json.fill(JSON.stringify({ version: 'd2', messages: [{ name: 'Two firings', data }] }))
  await page.getByText('This can be applied. Left out, because messages here cannot have it: embeds.video.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => content().inputValue()).toBe('From Discohook')
  await expect.poll(() => page.getByLabel('Name', { exact: true }).first().inputValue()).toBe('Two firings')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+z')
  await expect.poll(() => content().inputValue()).toBe('')
})

test('a message is restored from its link as a copy that only its reader sees', async () => {
  const { harness } = desk
  const message = await harness.as('member1').say(harness.channel('general'), 'Benches **open** at ten')
  await page.getByRole('button', { name: 'Restore from a link' }).click()
  const link = page.getByLabel('Link of the message')
  await link.fill('nothing')
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText(/^This is not a link to a message/).waitFor()
  await link.fill(`https://discord.com/channels/${harness.guildId}/${message.channel_id}/${message.id}`)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText(/^A copy of the message by/).waitFor()
  await expect.poll(() => content().inputValue()).toBe('Benches **open** at ten')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText(/^Draft saved/).waitFor()
  await expect.poll(() => draftsOf(admin)).toEqual([])
})

test('components: switching asks first, keeps the text, and sends sections and galleries', async () => {
  await choose('Channel', 'general')
  await content().fill('Stays')
  await page.getByText('Components', { exact: true }).click()
  await page.getByRole('button', { name: 'Use components' }).click()
  const add = page.getByRole('group', { name: 'Add a component' })
  await add.getByRole('button', { name: 'Text' }).click()
  await page.getByLabel('Text', { exact: true }).fill('# Kiln weekend')
  await add.getByRole('button', { name: 'Separator' }).click()
  await preview().getByText('Kiln weekend').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await sendButton().click()
  await page.getByRole('dialog').getByText('This pings nobody.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Sent to #general.').waitFor()
  expect(said().at(-1)).toMatchObject({
    content: '',
    components: [{ type: 10, content: '# Kiln weekend' }, { type: 14 }],
  })
})

test('the picker inserts an emoji at the caret and returns the focus', async () => {
  await content().fill('ab')
  await content().press('ArrowLeft')
  await page.getByRole('button', { name: 'Emoji for Content' }).click()
  await page.getByPlaceholder('Search emojis').fill('fire')
  await page.keyboard.press('Enter')
  await expect.poll(() => content().inputValue()).toBe('a🔥b')
  await expect.poll(() => content().evaluate(element => element === document.activeElement)).toBe(true)
  await page.keyboard.type('!')
  await expect.poll(() => content().inputValue()).toBe('a🔥!b')
})

test('emoji of the server are offered and previewed as pictures', async () => {
  const ids = [await uploadEmoji(desk.harness, 'owner', 'kiln'), await uploadEmoji(desk.harness, 'owner', 'kiln')]
  await page.reload()
  await page.getByRole('button', { name: 'Emoji for Content' }).click()
  const offered = page.getByRole('option', { name: ':kiln:', exact: true })
  const pictures = ids.map(id => `${desk.harness.sandbox.url}/cdn/emojis/${id}.png`)
  const shown = (within: Locator) => within.locator('img').evaluateAll(all => all.map(one => one.getAttribute('src')))
  await expect.poll(() => shown(offered)).toEqual(pictures)
  await offered.last().click()
  await expect.poll(() => content().inputValue()).toBe(`<:kiln:${ids[1]}>`)
  await expect.poll(() => shown(preview().getByRole('paragraph'))).toEqual(pictures.slice(1))
  expect(desk.complaints).toEqual([])
})

test('hostile names, contents and addresses do nothing in the preview', async () => {
  const evil = '<img src=x onerror=alert(1)>'
  await page.getByRole('tab', { name: 'JSON' }).click()
  const embeds = [
    {
      title: evil,
      url: 'javascript:alert(1)',
      description: `[x](javascript:alert(1)) ${evil}`,
      image: { url: 'javascript:alert(1)' },
    },
  ]
  await page.getByLabel('Message as JSON').fill(JSON.stringify({ content: evil, embeds, username: evil }))
  await page.getByRole('button', { name: 'Apply' }).click()
  await preview().getByText(evil).first().waitFor()
  await expect
    .poll(() => preview().locator('a[href^="javascript"], img[src^="javascript"], img[onerror]').count())
    .toBe(0)
  await problems().getByText('The title’s link is not a web address.').waitFor()
  expect(desk.complaints).toEqual([])
})

test('a button can be set to open tickets of a panel', async () => {
  const { guildId } = desk.harness
  const panel = { title: 'Kiln booking', channel_id: desk.harness.channel('general') }
  await admin.call('POST', `/api/guild/${guildId}/tickets/panels`, panel)
  await page.reload()
  await choose('Channel', 'general')
  await content().fill('Book the kiln')
  await page.getByRole('button', { name: 'Add button row' }).click()
  await choose('Style', 'Primary')
  await page.getByLabel('Label', { exact: true }).fill('Book')
  await problems().getByText('What it answers is empty.').waitFor()
  await choose('When pressed', 'Opens a ticket: Kiln booking')
  await problems().waitFor({ state: 'detached' })
  await expect.poll(() => page.getByLabel('Answers', { exact: true }).count()).toBe(0)
  await sendButton().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Sent to #general.').waitFor()
  expect(said().at(-1)).toMatchObject({ content: 'Book the kiln', components: [{ components: [{ label: 'Book' }] }] })
})

test('on a phone, the form, the preview and the problems take turns', async () => {
  const phone = await desk.signedIn('owner', { viewport: { width: 360, height: 740 } })
  await visit(phone)
  await phone.getByLabel('Content', { exact: true }).fill('On a phone')
  await phone.getByText(/^Problems/).click()
  await phone.getByRole('region', { name: 'Why it cannot be sent' }).getByText('Choose where it is sent.').waitFor()
  await phone.getByText('Preview', { exact: true }).first().click()
  await phone.getByRole('region', { name: 'Preview' }).getByText('On a phone').waitFor()
  const tooWide = () =>
    [...document.querySelectorAll('main *')]
      .filter(element => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map(({ className }) => className)
  expect(await phone.evaluate(tooWide)).toEqual([])
  expect(await axeFindings(phone)).toEqual([])
})
