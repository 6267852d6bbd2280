import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'

/** What surrounds the pages of a server: sidebar, switcher, dashboard. */
let desk: Desk
let page: Page

beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
})
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))
afterAll(() => desk.close())

const manage = (path: string) => `/manage/${desk.harness.guildId}${path}`
const go = (tab: Page, path: string) => tab.goto(desk.dashboard(path))
const hasFocus = (tab: Page, name: string) => tab.getByRole('button', { name }).and(tab.locator(':focus')).waitFor()

const sidebar = () => page.getByRole('complementary', { name: 'Server navigation' })
const entries = () => sidebar().getByRole('navigation')

test('the server’s own address leads to the basic settings', async () => {
  await go(page, manage(''))
  await page.getByLabel('Bot Prefix').waitFor()
  expect(new URL(page.url()).pathname).toBe(manage('/basic'))
})

test('the sidebar is 18rem wide, lists every area, and marks the current one', async () => {
  await go(page, manage('/basic'))
  await entries().waitFor()
  expect((await sidebar().boundingBox())?.width).toBe(18 * 16)
  await expect
    .poll(async () => (await entries().innerText()).split('\n').slice(0, 13))
    .toEqual([
      'Dashboard',
      'Bot Personalizer',
      'Server Settings',
      'BESIC FEATURES',
      'Levels',
      'Reaction Roles',
      'Welcome Configuration',
      'SERVER MANAGEMENT',
      'Join Dms',
      'Ticket Management',
      'Antinuke Configuration',
      'Embeds Configuration',
      'MODERATION',
    ])
  const leadsTo = (name: string) => sidebar().getByRole('link', { name, exact: true }).getAttribute('href')
  expect(await leadsTo('Levels')).toBe(manage('/progression'))
  expect(await leadsTo('Contact support')).toBe('/contact')
  expect(await leadsTo('Add more servers')).toBe('/selector')
  await expect.poll(() => entries().locator('[aria-current=page]').allInnerTexts()).toEqual(['Server Settings'])
  await expect.poll(() => sidebar().innerText()).toMatch(/mara\.w\s+Online$/)
})

test('its search hides entries that do not match and groups left empty', async () => {
  await go(page, manage('/basic'))
  await page.getByPlaceholder('Search features...').fill('TICKET')
  await expect
    .poll(async () => (await entries().innerText()).split('\n'))
    .toEqual(['SERVER MANAGEMENT', 'Ticket Management'])
})

test('its search also finds other names of features, and settings', async () => {
  await go(page, manage('/basic'))
  await page.getByPlaceholder('Search features...').fill('links')
  await expect
    .poll(async () => (await entries().innerText()).split('\n').slice(0, 3))
    .toEqual(['FOUND IN', 'Auto-moderation', 'links'])
  await entries().getByRole('link', { name: 'Auto-moderation' }).click()
  await page.waitForURL('**/automod')
  await page.getByPlaceholder('Search features...').fill('no such feature')
  await entries().getByText('No features match your search.').waitFor()
})

test('groups can be folded, which is remembered, and the footer stays in view', async () => {
  await go(page, manage('/basic'))
  const fold = entries().getByRole('button', { name: 'COMMUNITY' })
  const counters = entries().getByRole('link', { name: 'Counters' })
  await counters.waitFor()
  await fold.click()
  await counters.waitFor({ state: 'detached' })
  await page.reload()
  await fold.waitFor()
  await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('false')
  await expect.poll(() => counters.count()).toBe(0)
  // The current entry and search results are shown even in a folded group.
  await go(page, manage('/counters'))
  await counters.waitFor()
  await go(page, manage('/basic'))
  await page.getByPlaceholder('Search features...').fill('counters')
  await counters.waitFor()
  await page.getByPlaceholder('Search features...').fill('')
  await fold.click()
  await counters.waitFor()

  await page.setViewportSize({ width: 1440, height: 600 })
  const person = await sidebar().getByText('Online').boundingBox()
  expect((person?.y ?? 600) + (person?.height ?? 0)).toBeLessThanOrEqual(600)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('an entry is one tab stop; the right arrow leads to its explanation, and from there to the documentation', async () => {
  await go(page, manage('/basic'))
  const levels = entries().getByRole('link', { name: 'Levels' })
  await levels.focus()
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(() => focused()).toBe('Reaction Roles')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await hasFocus(page, 'About this feature: Levels')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => focused()).toBe('Levels')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'About Levels' }).getByRole('link').click()
  await page.getByRole('heading', { level: 2, name: 'Levels', exact: true }).waitFor()
  expect(new URL(page.url()).hash).toBe('#levels')
})

test('Back stays on the site, even on the first page of a visit', async () => {
  const tab = await page.context().newPage()
  await tab.goto(`${desk.harness.sandbox.url}/`)
  await go(tab, manage('/progression'))
  await tab.getByRole('button', { name: 'Back', exact: true }).click()
  await tab.waitForURL('**/dashboard')
  await tab.getByRole('complementary').getByRole('link', { name: 'Server Settings' }).click()
  await tab.getByLabel('Bot Prefix').waitFor()
  await tab.getByRole('complementary').getByRole('link', { name: 'Levels' }).click()
  await tab.getByRole('button', { name: 'Back', exact: true }).click()
  await tab.waitForURL('**/basic')
  expect(new URL(tab.url()).origin).toBe(desk.harness.product.url.origin)
  await tab.close()
})

test('an entry is explained on hover and on a click, until a click elsewhere', async () => {
  await go(page, manage('/basic'))
  await sidebar().getByRole('link', { name: 'Embeds Configuration' }).hover()
  const premium = page.getByRole('dialog', { name: 'About Embeds Configuration' })
  await premium.getByText('Premium Feature', { exact: true }).waitFor()
  await premium.getByText('Upgrade to premium to unlock this feature.').waitFor()
  await expect.poll(() => premium.getByRole('link').count()).toBe(0)
  await page.mouse.move(900, 500)
  await premium.waitFor({ state: 'detached' })

  await sidebar().getByRole('button', { name: 'About this feature: Levels' }).click()
  const levels = page.getByRole('dialog', { name: 'About Levels' })
  await levels.getByRole('link', { name: 'Learn more about this feature' }).waitFor()
  expect((await levels.boundingBox())?.width).toBeLessThanOrEqual(300)
  await page.getByRole('heading', { level: 1 }).click()
  await levels.waitFor({ state: 'detached' })
})

test('a full disk is reported above every page, before somebody fills in a form, until there is room again', async () => {
  const owner = await desk.harness.signIn('owner')
  const { $client: database } = desk.harness.product.services.db
  database.pragma('query_only = 1')
  try {
    const refused = await owner.call('POST', `/api/guild/${desk.harness.guildId}/basic`, {
      basicUpdate: true,
      prefix: '!',
    })
    expect(refused.status).toBe(503)
    for (const path of ['/dashboard', '/moderation']) {
      await go(page, manage(path))
      await page
        .getByRole('alert')
        .getByText('Nothing can be saved until whoever runs this bot has fixed it.')
        .waitFor()
    }
  } finally {
    database.pragma('query_only = 0')
  }
})

test('the switcher lists the servers with the bot and leads to the dashboard of the chosen one', async () => {
  const other = { id: '223456789012345678', name: 'Harbour', iconURL: null }
  const legacy = { ...other, id: '323456789012345678', name: 'Elsewhere' }
  await intercept(page, '**/api/user', async route => {
    const answer: { data: { guilds: object[] } } = await (await route.fetch()).json()
    answer.data.guilds.push(
      { ...other, settingsUrl: `/manage/${other.id}/dashboard` },
      { ...legacy, settingsUrl: 'https://discordapp.com/oauth2/authorize' },
    )
    await route.fulfill({ json: answer })
  })
  await go(page, manage('/basic'))
  await page.getByRole('button', { name: 'Switch server' }).click()
  const menu = page.getByRole('menu')
  await menu.getByText('Your Servers').waitFor()
  const shown = async () => (await menu.getByRole('menuitem').allInnerTexts()).map(text => text.split('\n'))
  await expect.poll(shown).toEqual([
    ['Tidewater Makers', desk.harness.guildId.slice(0, 8), 'Active'],
    ['Harbour', '22345678'],
  ])
  expect(await menu.evaluate(element => getComputedStyle(element).maxHeight)).toBe('288px')
  await menu.getByRole('menuitem', { name: 'Harbour' }).click()
  await page.waitForURL(`**/manage/${other.id}/dashboard`)
})

test('unknown addresses below a server are not found', async () => {
  await go(page, manage('/dashboard'))
  const title = () => page.getByRole('heading', { level: 1 }).innerText()
  for (const path of ['nowhere', 'basic/more', 'tickets/nowhere']) {
    await go(page, manage(`/${path}`))
    await expect.poll(title).toBe('This page does not exist')
  }
})

test('the dashboard leads everywhere', async () => {
  await go(page, manage('/dashboard'))
  const main = page.getByRole('main')
  const part = (name: string) => main.getByRole('region', { name }).getByRole('link')
  for (const figure of ['Guild Members', 'Users of the bot', 'Guilds of the bot'])
    await main.getByRole('region', { name: figure }).getByText(/^\d+$/).waitFor()
  await expect
    .poll(() => part('Quick actions').allInnerTexts())
    .toEqual(['Welcome Message', 'Ticket Management', 'Antinuke Protection', 'Level Progression'])
  const cards = async (name: string) => (await part(name).locator('b').allInnerTexts()).join()
  await expect.poll(() => cards('Basic Features')).toBe('Welcome Configuration,Reaction Roles,Levels')
  await expect.poll(() => cards('Server Management')).toBe('Antinuke Protection,Ticket Management,Join Dms')
  await expect.poll(() => part('Premium Features').innerText()).toMatch(/Custom Embeds[^]*Premium/)
  await main.getByRole('link', { name: 'Invite Bot' }).waitFor()
  await main.getByRole('link', { name: 'Server Settings' }).click()
  await page.waitForURL('**/basic')
})
