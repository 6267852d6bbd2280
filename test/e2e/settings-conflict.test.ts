import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Visitor } from '../visitor.ts'
import { answered } from './answered.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'

/** Two administrators on one page: each sees the changes of the other before overwriting them. */
let desk: Desk
let mara: Page
let admin: Visitor
const prefix = (page: Page) => page.getByLabel('Bot Prefix')
const translation = (page: Page) => page.getByRole('switch', { name: 'Flag Translation' })
const dialog = (page: Page) => page.getByRole('dialog')
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const choice = (page: Page, field: string, name: RegExp) =>
  dialog(page).getByRole('radiogroup', { name: field }).getByRole('radio', { name })
const saved = (page: Page) => page.getByText('Settings saved successfully!')

const address = () => `/api/guild/${desk.harness.guildId}/basic`
const stored = async () => {
  const { body } = await admin.call('GET', address())
  const { guild } = body as {
    guild: { prefix: string; flag_translation: { enabled: boolean }; automod: { words: unknown[] } }
  }
  return guild
}
const change = (body: Record<string, unknown>) => admin.call('POST', address(), body)
async function open(page: Page, path: string) {
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/${path}`))
}

beforeAll(async () => {
  desk = await createDesk()
  admin = await desk.harness.signIn('admin')
  mara = await desk.signedIn('owner')
})
afterAll(() => desk.close())
beforeEach(async () => {
  await change({ basicUpdate: true, prefix: '.', flag_translation: 'off' })
  await open(mara, 'basic')
  await prefix(mara).waitFor()
})

test('the second person to save is asked, may go on editing, and can keep their own value', async () => {
  const other = await desk.signedIn('admin')
  await open(other, 'basic')
  await prefix(other).fill('?')
  await prefix(mara).fill('!')
  await translation(mara).click()
  await save(other).click()
  await saved(other).waitFor()

  await save(mara).click()
  await dialog(mara)
    .getByRole('heading', { name: /changed this just now$/ })
    .waitFor()
  await expect.poll(() => dialog(mara).getByRole('radio', { checked: true }).count()).toBe(0)
  await expect.poll(() => save(mara).isDisabled()).toBe(true)
  await expect.poll(() => dialog(mara).innerText()).toContain('1 field still open')
  const joined = dialog(mara).getByRole('region', { name: 'Merged automatically' })
  await expect.poll(() => joined.innerText()).toMatch(/Flag Translation\s+you: Off to On/)
  expect(await axeFindings(mara, '.dialog')).toEqual([])
  await mara.keyboard.press('Escape')
  await dialog(mara).waitFor({ state: 'detached' })
  await expect.poll(() => prefix(mara).inputValue()).toBe('!')
  expect(await stored()).toMatchObject({ prefix: '?', flag_translation: { enabled: false } })

  await save(mara).click()
  await choice(mara, 'Bot Prefix', /^Keep mine: !/).check()
  await dialog(mara).getByRole('button', { name: 'Save', exact: true }).click()
  await saved(mara).waitFor()
  expect(await stored()).toMatchObject({ prefix: '!', flag_translation: { enabled: true } })
  expect(desk.complaints).toEqual([])
})

test('whoever changed it elsewhere is not named as somebody else', async () => {
  const greeting = `/api/guild/${desk.harness.guildId}/greeting`
  const elsewhere = await desk.harness.signIn('owner')
  const post = (body: object) => elsewhere.call('POST', greeting, { welcomeUpdate: true, ...body })
  await post({ welcome_channel: '#arrivals', welcome_embed_title: 'One', welcome_embed_footer: 'One' })
  await open(mara, 'welcome')
  const section = mara.getByRole('region', { name: 'Welcome Messages' })
  await section.getByLabel('Title', { exact: true }).fill('Mine')
  await post({ welcome_embed_title: 'Two', welcome_embed_footer: 'Two' })
  await section.getByRole('button', { name: 'Save Welcome' }).click()
  await dialog(mara).getByRole('heading', { name: 'You changed this elsewhere just now' }).waitFor()
  await expect.poll(() => dialog(mara).innerText()).toContain('Saved elsewhere')
  await expect.poll(() => dialog(mara).innerText()).not.toMatch(/theirs/i)
  const merged = dialog(mara).getByRole('region', { name: 'Merged automatically' })
  await expect.poll(() => merged.innerText()).toMatch(/Welcome embed footer\s+you, elsewhere: One to Two/)
  await expect.poll(() => choice(mara, 'Welcome embed title', /^Use saved: Two/).count()).toBe(1)
  expect(await axeFindings(mara, '.dialog')).toEqual([])
  await dialog(mara).getByRole('button', { name: 'Use all saved' }).click()
  await dialog(mara).getByRole('button', { name: 'Save', exact: true }).click()
  await dialog(mara).waitFor({ state: 'detached' })
  await expect.poll(() => section.getByLabel('Title', { exact: true }).inputValue()).toBe('Two')
})

test('on a phone, where there are no columns, each option says whose value it is', async () => {
  await prefix(mara).fill('!')
  await change({ basicUpdate: true, prefix: '?' })
  await save(mara).click()
  const label = dialog(mara).getByText('Take theirs:', { exact: false }).first()
  /** How much of it can be seen (px). */
  const least = () => label.evaluate(one => Math.min(one.clientWidth, one.clientHeight))
  await expect.poll(least).toBe(1)
  await mara.setViewportSize({ width: 390, height: 844 })
  await expect.poll(least).toBeGreaterThan(15)
  expect(await axeFindings(mara, '.dialog')).toEqual([])
  await mara.setViewportSize({ width: 1440, height: 900 })
  await mara.keyboard.press('Escape')
})

test('taking theirs keeps their value and saves the rest', async () => {
  await prefix(mara).fill('!')
  await translation(mara).click()
  await change({ basicUpdate: true, prefix: '?' })
  await save(mara).click()
  await dialog(mara).getByRole('button', { name: 'Take all theirs' }).click()
  await dialog(mara).getByRole('button', { name: 'Save', exact: true }).click()
  await saved(mara).waitFor()
  expect(await stored()).toMatchObject({ prefix: '?', flag_translation: { enabled: true } })
  await expect.poll(() => prefix(mara).inputValue()).toBe('?')
  await save(mara).waitFor({ state: 'detached' })
})

test('a third change asks again only about its own field, and fields already decided stay so', async () => {
  await prefix(mara).fill('!')
  await translation(mara).click()
  await change({ basicUpdate: true, prefix: '?', invite_tracking: 'on' })
  await save(mara).click()
  const joined = dialog(mara).getByRole('region', { name: 'Merged automatically' })
  await joined.waitFor()
  await expect.poll(() => dialog(mara).getByText('Changed again while you were choosing.').count()).toBe(0)
  await choice(mara, 'Bot Prefix', /^Keep mine: !/).check()
  await change({ basicUpdate: true, prefix: '+' })
  await dialog(mara).getByRole('button', { name: 'Save', exact: true }).click()
  await dialog(mara).getByText('Changed again while you were choosing.').waitFor()
  await expect.poll(() => dialog(mara).getByRole('radio', { checked: true }).count()).toBe(0)
  expect(await axeFindings(mara, '.dialog')).toEqual([])
  await choice(mara, 'Bot Prefix', /^Take theirs: \+/).check()
  await dialog(mara).getByRole('button', { name: 'Save', exact: true }).click()
  await saved(mara).waitFor()
  expect(await stored()).toMatchObject({ prefix: '+', flag_translation: { enabled: true } })
})

test('a value that was left to somebody else is not overwritten if a third change follows', async () => {
  const greeting = `/api/guild/${desk.harness.guildId}/greeting`
  const theirs = (body: object) => admin.call('POST', greeting, { welcomeUpdate: true, ...body })
  await theirs({ welcome_channel: '#arrivals', welcome_embed_title: 'One', welcome_embed_footer: 'One' })
  await open(mara, 'welcome')
  const section = mara.getByRole('region', { name: 'Welcome Messages' })
  await section.getByLabel('Title', { exact: true }).fill('Mine')
  await section.getByLabel('Footer', { exact: true }).fill('Mine')
  await theirs({ welcome_embed_title: 'Two', welcome_embed_footer: 'Two' })
  await section.getByRole('button', { name: 'Save Welcome' }).click()
  await choice(mara, 'Welcome embed title', /^Take theirs/).check()
  await choice(mara, 'Welcome embed footer', /^Keep mine/).check()
  await theirs({ welcome_embed_title: 'Three', welcome_embed_footer: 'Three' })
  await dialog(mara).getByRole('button', { name: 'Save', exact: true }).click()
  await dialog(mara).getByText('Changed again while you were choosing.').waitFor()
  await choice(mara, 'Welcome embed footer', /^Keep mine/).check()
  await dialog(mara).getByRole('button', { name: 'Save', exact: true }).click()
  await mara.getByText('Welcome settings updated successfully').waitFor()
  expect((await admin.call('GET', greeting)).body).toMatchObject({
    settings: { welcome: { embed: { title: 'Three', footer: 'Mine' } } },
  })
})

test('concurrent changes to other fields are kept without asking, even while the dialog is open', async () => {
  await prefix(mara).fill('!')
  await change({ basicUpdate: true, flag_translation: 'on' })
  await save(mara).click()
  await saved(mara).waitFor()
  expect(await stored()).toMatchObject({ prefix: '!', flag_translation: { enabled: true } })
  await expect.poll(() => translation(mara).isChecked()).toBe(true)
})

test('a page that is reloaded while somebody types still asks', async () => {
  const greeting = `/api/guild/${desk.harness.guildId}/greeting`
  for (const kind of ['welcome', 'farewell'])
    await admin.call('POST', greeting, { [`${kind}Update`]: true, [`${kind}_channel`]: '#arrivals' })
  await open(mara, 'welcome')
  const section = (name: string) => mara.getByRole('region', { name: `${name} Messages` })
  const message = (name: string) => section(name).getByLabel('Message', { exact: true })
  await message('Welcome').fill('Hello')
  await message('Farewell').fill('Mine')
  const theirs = { farewellUpdate: true, farewell_content: 'Theirs', farewell_embed_title: 'Gone' }
  await admin.call('POST', greeting, theirs)
  await section('Welcome').getByRole('button', { name: 'Save Welcome' }).click()
  await mara.getByText('Welcome settings updated successfully').waitFor()
  await expect.poll(() => section('Farewell').getByLabel('Title', { exact: true }).inputValue()).toBe('Gone')
  await expect.poll(() => message('Farewell').inputValue()).toBe('Mine')
  await section('Farewell').getByRole('button', { name: 'Save Farewell' }).click()
  await choice(mara, 'Farewell message', /^Keep mine: Mine/).check()
  await dialog(mara).getByRole('button', { name: 'Save', exact: true }).click()
  await mara.getByText('Farewell settings updated successfully').waitFor()
  expect((await admin.call('GET', greeting)).body).toMatchObject({
    settings: { farewell: { enabled: true, content: 'Mine', embed: { title: 'Gone' } } },
  })
})

test('both versions of a list can be combined, without entries that either removed; every different entry is listed', async () => {
  const word = (pattern: string) => ({ pattern, kind: 'word' })
  const long = (end: string) => `${'a long beginning that all have '.repeat(2)}${end}`
  const before = [long('zero'), long('old')]
  await change({ automodUpdate: true, enabled: 'on', words: before.map(word) })
  await open(mara, 'automod')
  await mara.getByLabel('Words and patterns').fill([long('zero'), long('mine')].join('\n'))
  await change({ automodUpdate: true, words: [...before, long('theirs')].map(word) })
  await save(mara).click()
  const words = dialog(mara).getByRole('radiogroup', { name: 'Words and patterns' })
  await words.getByRole('radio', { name: new RegExp(`^Keep mine: .*${long('mine')}.*${long('old')}`) }).waitFor()
  await words.getByRole('radio', { name: new RegExp(`^Keep both: .*${long('theirs')}.*${long('old')}`) }).check()
  expect(await axeFindings(mara, '.dialog')).toEqual([])
  await dialog(mara).getByRole('button', { name: 'Save', exact: true }).click()
  await mara.getByText('Auto-moderation settings saved successfully!').waitFor()
  expect((await stored()).automod.words).toEqual([long('zero'), long('theirs'), long('mine')].map(word))
})

/** Saves a message as Mara, who goes on typing meanwhile. @param meanwhile what happens before the save is answered */
async function typesOn(meanwhile: () => Promise<unknown>) {
  const mayAnswer = Promise.withResolvers<void>()
  await admin.call('POST', joindms(), { joindmsUpdate: true, enabled: 'on', content: 'Before' })
  await open(mara, 'joindms')
  await expect.poll(() => message().inputValue()).toBe('Before')
  await message().fill('Welcome')
  await intercept(mara, '**/joindms', async route => {
    if (!isPost(route)) return route.continue()
    const response = await route.fetch()
    await mayAnswer.promise
    return route.fulfill({ response })
  })
  await save(mara).click()
  await mara.getByRole('button', { name: 'Saving...' }).waitFor()
  await message().fill('Welcome, all')
  await expect.poll(messageStored).toBe('Welcome')
  await meanwhile()
  mayAnswer.resolve()
  await save(mara).waitFor()
  await expect.poll(() => message().inputValue()).toBe('Welcome, all')
  await mara.unrouteAll({ behavior: 'wait' })
}
const message = () => mara.getByLabel('Message', { exact: true }).and(mara.locator('textarea'))
const isPost = (route: Route) => route.request().method() === 'POST'
const joindms = () => `/api/guild/${desk.harness.guildId}/joindms`
const messageStored = async () =>
  ((await admin.call('GET', joindms())).body as { joindms: { content: string } }).joindms.content

test('text that is typed during a save stays, and the next save meets no conflict with the first', async () => {
  await typesOn(async () => {})
  await answered(mara, () => save(mara).click())
  expect(await messageStored()).toBe('Welcome, all')
  expect(desk.complaints).toEqual([])
})

test('nor does it if the settings cannot be loaded again after the first save', async () => {
  await typesOn(() => intercept(mara, '**/joindms', route => (isPost(route) ? route.fallback() : route.abort())))
  await answered(mara, () => save(mara).click())
  expect(await messageStored()).toBe('Welcome, all')
  desk.complaints.length = 0
})

test('nor does text that is typed after the answer, but before the settings are loaded again', async () => {
  await admin.call('POST', joindms(), { joindmsUpdate: true, enabled: 'on', content: 'Before' })
  await open(mara, 'joindms')
  await expect.poll(() => message().inputValue()).toBe('Before')
  const mayRead = Promise.withResolvers<void>()
  await intercept(mara, '**/joindms', async route => {
    if (!isPost(route)) await mayRead.promise
    await route.fallback()
  })
  await message().fill('Welcome')
  const read = mara.waitForRequest(request => request.method() === 'GET' && request.url().endsWith('/joindms'))
  await save(mara).click()
  await read
  await message().fill('Welcome, all')
  mayRead.resolve()
  await save(mara).waitFor()
  await answered(mara, () => save(mara).click())
  expect(await messageStored()).toBe('Welcome, all')
  await mara.unrouteAll({ behavior: 'wait' })
  expect(desk.complaints).toEqual([])
})

test('a change that somebody else makes during a save is not overwritten by further typing', async () => {
  await typesOn(() => admin.call('POST', joindms(), { joindmsUpdate: true, content: 'Theirs' }))
  await save(mara).click()
  await choice(mara, 'Message', /^Take theirs: Theirs/).waitFor()
  expect(await messageStored()).toBe('Theirs')
  await mara.keyboard.press('Escape')
  desk.complaints.length = 0
})
