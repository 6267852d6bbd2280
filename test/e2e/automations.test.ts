import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Automations, createAutomations } from '../automations.ts'
import { until } from '../until.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { smallTargets } from './small-targets.ts'
import { walkProblems } from './problems.ts'

let desk: Desk
let made: Automations
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  made = await createAutomations(desk.harness)
})
afterAll(() => desk.close())
beforeEach(async () => {
  await made.clear()
  desk.complaints.length = 0
})

const open = async (path = '', viewport = { width: 1440, height: 1000 }) => {
  page = await desk.signedIn('owner', { viewport })
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/automations${path}`))
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
async function pick(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
}
const eyes = [{ kind: 'react', emoji: '👀' }]

test('words beyond the limit are not lost: they stay in the field, and the reason is shown', async () => {
  await open()
  await page.getByRole('link', { name: 'New automation' }).first().click()
  await button('Add condition').click()
  const words = page.getByLabel('Words of condition 1', { exact: true })
  const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `word ${from + at}`)
  await words.fill(numbered(1, 22).join(','))
  await page.getByRole('button', { name: 'Remove word 20', exact: true }).waitFor()
  await expect.poll(() => words.inputValue()).toBe('word 21, word 22')
  await page.getByText('There can be at most 20 entries.').waitFor()
  await page.getByRole('button', { name: 'Remove word 1', exact: true }).click()
  await words.focus()
  await words.press('Enter')
  await page.getByRole('button', { name: 'Remove word 21', exact: true }).waitFor()
  await expect.poll(() => words.inputValue()).toBe('word 22')
  await words.fill('')
  await expect.poll(() => page.getByText('There can be at most 20 entries.').count()).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await smallTargets(page)).toEqual([])
})

test('removing words with the keyboard keeps the focus in the list', async () => {
  await open()
  await page.getByRole('link', { name: 'New automation' }).first().click()
  await button('Add condition').click()
  const words = page.getByLabel('Words of condition 1', { exact: true })
  await words.fill('first, second,')
  const remove = (word: string) => page.getByRole('button', { name: `Remove ${word}`, exact: true })
  await remove('first').press('Enter')
  await remove('second').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await words.and(page.locator(':focus')).waitFor()
  expect(desk.complaints).toEqual([])
})

test('the first automation is built, tried, saved, switched on, and runs', async () => {
  const general = desk.harness.channel('general')
  await desk.harness.as('member1').say(general, 'Selling my old band saw')
  await desk.harness.as('member1').say(general, 'Selling')
  await open()
  await page.getByText('No automations yet').waitFor()
  await page.getByRole('link', { name: 'New automation' }).first().click()
  await page.getByRole('combobox', { name: 'In', exact: true }).click()
  await page.getByRole('option', { name: 'general' }).click()
  await page.keyboard.press('Escape')
  await button('Add condition').click()
  const words = page.getByLabel('Words of condition 1', { exact: true })
  await words.fill('selling')
  await words.press('Enter')
  await words.fill('for sale,')
  await page.getByText('for sale', { exact: true }).waitFor()
  await button('Add condition').click()
  await pick('Condition 2', 'has at least')
  await page.getByLabel('Number of condition 2').fill('10')
  await page.getByRole('heading', { name: 'All of these are true' }).waitFor()

  await button('Run').click()
  await page.getByText('would have started it.').waitFor()
  await page
    .getByText(/^\d+ of the last \d+ messages would have started it\. \d+ fails? one condition only\.$/)
    .waitFor()
  await page.getByText('All 2 conditions are true', { exact: true }).waitFor()
  await page.getByText('Has 7 characters', { exact: true }).waitFor()
  await page.getByRole('slider', { name: 'Messages, oldest first' }).press('End')
  await page.getByText(/: Selling Has 7 characters$/).waitFor()

  await button('Add action').click()
  await page.getByRole('menuitem', { name: 'React to the message' }).click()
  await page.getByLabel('Emoji', { exact: true }).fill('👀')
  await button('Add action').click()
  await page.getByRole('menuitem', { name: 'Delete the message' }).click()
  await page.getByText('Needs Manage Messages: granted.').waitFor()
  await page.getByRole('button', { name: 'Move action 2: Delete the message' }).press('ArrowUp')
  await page.getByText('Action 1 of 2').waitFor({ state: 'attached' })
  await button('Save').click()
  expect(await walkProblems(page)).toEqual({
    'Name: An automation needs a name.': 'name',
    'Action 2: The message is gone before this. Move it up.': 'actions.1',
  })
  await page.getByLabel('Name', { exact: true }).fill('Move sale offers')
  await button('Save').click()
  await page.getByText('The message is gone before this. Move it up.').first().waitFor()
  await page
    .getByRole('button', { name: /^Move action 2/ })
    .dragTo(page.getByRole('listitem', { name: 'Action 1' }), { targetPosition: { x: 20, y: 4 }, force: true })
  await page
    .locator(':focus')
    .and(page.getByRole('button', { name: /^Move action 1: React/ }))
    .waitFor()
  await button('Save').click()
  await page.getByText('Automation saved. It is still off.').waitFor()
  expect(page.url()).toMatch(/automations\/[\w-]{8,}$/)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Move sale offers').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await button('Switch on').click()
  await page.getByText('Switched on.', { exact: true }).waitFor()
  const [one] = await made.list()
  expect(one).toMatchObject({ name: 'Move sale offers', on: true, actions: [{ kind: 'react' }, { kind: 'delete' }] })
  const { id } = await desk.harness.as('member1').say(general, 'Selling another saw')
  await until('it to be deleted', () => !desk.harness.messages(general).some(message => message.id === id))
  await page.getByRole('link', { name: 'Automations', exact: true }).last().click()
  await page.getByText('1 on, 0 off').waitFor()
  expect(desk.complaints).toEqual([])
})

test('a loop is refused at its action; a paused automation says what failed, and can be switched on again', async () => {
  const [general, market] = [desk.harness.channel('general'), desk.harness.channel('woodwork')]
  const by = 'automations' as const
  await made.on({
    name: 'Market tidy',
    trigger: { by, channels: [market] },
    actions: [{ kind: 'send', channel_id: general, text: 'Tidy' }],
  })
  const saved = await made.save({
    name: 'Offers',
    trigger: { by: 'people', channels: [general] },
    actions: [{ kind: 'copy', channel_id: market }],
  })
  const { id } = (saved.body as { automation: { id: string } }).automation
  await open(`/${id}`)
  await pick('By', 'Everybody, bots and automations too')
  await button('Save').click()
  await page
    .getByText('“Copy the message” starts “Market tidy”, whose “Send a message to a channel” starts it again.')
    .first()
    .waitFor()
  await button('Reset').click()
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })

  const roles = await desk.harness
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${desk.harness.guildId}/roles`, { name: 'Trader', permissions: '0' })
  const { guilds } = desk.harness.product.services.client
  await until('the role to be known', () => guilds.cache.get(desk.harness.guildId)?.roles.cache.has(roles.id))
  const giving = await made.on({
    name: 'Traders',
    conditions: [{ kind: 'contains', words: ['trade'] }],
    actions: [{ kind: 'give_role', role_id: roles.id }],
  })
  await desk.harness
    .as('owner')
    .rest('PATCH', `/guilds/${desk.harness.guildId}/roles/${roles.id}`, { permissions: '4' })
  await until('that to be known', () =>
    guilds.cache.get(desk.harness.guildId)?.roles.cache.get(roles.id)?.permissions.has('BanMembers'),
  )
  await desk.harness.as('member2').say(general, 'trade')
  await until('it to be paused', async () => (await made.one(giving)).paused ?? undefined)
  await open(`/${giving}`, { width: 390, height: 844 })
  await page.getByText(/^Paused on /).waitFor()
  await page.getByText('Ban Members, which nobody should get automatically').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await desk.harness
    .as('owner')
    .rest('PATCH', `/guilds/${desk.harness.guildId}/roles/${roles.id}`, { permissions: '0' })
  await until(
    'that to be known',
    () => guilds.cache.get(desk.harness.guildId)?.roles.cache.get(roles.id)?.permissions.has('BanMembers') === false,
  )
  await button('Switch on again').last().click()
  await page.getByText('Switched on.', { exact: true }).waitFor()
  expect(await made.one(giving)).toMatchObject({ paused: null, on: true })
})

test('two people edit one automation: changes to different fields are merged, changes to the same field are asked about', async () => {
  const id = await made.on({ name: 'Makers', conditions: [{ kind: 'contains', words: ['makers'] }], actions: eyes })
  await open(`/${id}`)
  await page.getByLabel('Name', { exact: true }).fill('Crafts')
  await made.save({ id, member_minutes: 5 })
  await button('Save').click()
  await page.getByText('Automation saved.').waitFor()
  expect(await made.one(id)).toMatchObject({ name: 'Crafts', member_minutes: 5 })
  await page.getByLabel('Name', { exact: true }).fill('Mine')
  await made.save({ id, name: 'Theirs', member_minutes: 5 })
  await button('Save').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Theirs').first().waitFor()
  await page.keyboard.press('Escape')

  await made.owner.call('DELETE', made.under(`/${id}`))
  await button('Save').click()
  await page.getByText('That automation has been deleted in the meantime. Save it as a new one.').waitFor()
  await button('Save').click()
  await page.getByText('Automation saved. It is still off.').waitFor()
  const [anew] = await made.list()
  expect(anew).toMatchObject({ name: 'Mine', member_minutes: 5 })
  expect(anew?.id).not.toBe(id)
  await page.waitForURL(url => url.pathname.endsWith(`/${anew?.id}`))
  await button('Delete automation').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete automation' }).click()
  await page.getByText('No automations yet').waitFor()
  expect(await made.list()).toEqual([])
})

test('emojis that start an automation are typed by their name in the server', async () => {
  const { harness } = desk
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  const body = { name: 'glazed', image: `data:image/png;base64,${png}` }
  const { id } = await harness.as('owner').rest<{ id: string }>('POST', `/guilds/${harness.guildId}/emojis`, body)
  await harness.heard()
  await open()
  await page.getByRole('link', { name: 'New automation' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Glazed')
  await pick('What starts it', 'A reaction')
  const emojis = page.getByLabel('Emojis', { exact: true })
  for (const typed of [':glazed:', ':wood:']) {
    await emojis.fill(typed)
    await emojis.press('Enter')
  }
  await page.getByText('This server has no emoji :wood:.').waitFor()
  await button('Remove :wood:').click()
  await button('Remove :glazed:').waitFor()
  await button('Add action').click()
  await page.getByRole('menuitem', { name: 'React to the message' }).click()
  await page.getByLabel('Emoji', { exact: true }).fill('👀')
  await button('Save').click()
  await page.getByText('Automation saved. It is still off.').waitFor()
  expect((await made.list())[0]).toMatchObject({ trigger: { emojis: [`<:glazed:${id}>`] } })
})
