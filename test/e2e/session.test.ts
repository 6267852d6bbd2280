import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { consent, createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'

/** Signing in and out, checks that fail, and returning to the page one came from. */
let desk: Desk
let page: Page
let stranger: Page

beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
  stranger = await desk.open()
})
afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const tab of [page, stranger]) tab.removeAllListeners('console')
})
afterAll(() => desk.close())

const manage = (path: string) => `/manage/${desk.harness.guildId}${path}`
const go = (tab: Page, path: string) => tab.goto(desk.dashboard(path))
const pathOf = (tab: Page) => new URL(tab.url()).pathname
const remembered = (tab: Page) => tab.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))
const forget = (tab: Page) => tab.evaluate(() => sessionStorage.clear())

/** Everything that the tab logs to its console from now on. */
function hear(tab: Page): string[] {
  const said: string[] = []
  tab.on('console', message => said.push(message.text()))
  return said
}

test('being signed out is logged to the console and not shown', async () => {
  const said = hear(stranger)
  await go(stranger, '/')
  await stranger.getByRole('link', { name: 'Login' }).waitFor()
  expect(said).toContain('Not authenticated - need to login')
  await expect.poll(() => stranger.getByRole('alert').count()).toBe(0)
})

test('no request of a visitor fails, on any page', async () => {
  const tab = await desk.open()
  const failed: string[] = []
  tab.on('response', response => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
  })
  tab.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') failed.push(message.text())
  })
  for (const path of ['/', '/login', '/docs', '/docs/api', '/invite', '/contact', '/selector', manage('/basic')]) {
    const asked = tab.waitForResponse(/\/api\/(about|user)$/)
    await go(tab, path)
    await asked
    await tab.getByRole('link', { name: 'Login' }).waitFor()
  }
  expect(failed).toEqual([])
})

test('a failed check of the session is logged, and the visitor counts as signed out', async () => {
  const said = hear(page)
  await intercept(page, '**/api/user', route => route.fulfill({ status: 500, json: {} }))
  await go(page, '/selector')
  await page.getByRole('button', { name: 'Continue with Discord' }).waitFor()
  expect(said.some(text => text.startsWith('Auth check error'))).toBe(true)
  await expect.poll(() => remembered(page)).toBe('/selector')
  await forget(page)
})

test('an outage while servers are shown is only logged, and the servers stay', async () => {
  await go(page, '/selector')
  await page.getByRole('link', { name: 'Manage Server' }).waitFor()
  const said = hear(page)
  await intercept(page, '**/api/user', route => route.abort())
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect.poll(() => said.some(text => text.startsWith('Auth check error'))).toBe(true)
  await expect.poll(() => page.getByRole('link', { name: 'Manage Server' }).isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
})

test('until the session has been checked, pages of a server show that they are loading', async () => {
  const check = Promise.withResolvers<void>()
  await intercept(page, '**/api/user', async route => {
    await check.promise
    await route.fallback()
  })
  await go(page, manage('/dashboard'))
  await page.getByText('Loading server information...').waitFor()
  await expect.poll(() => page.getByRole('heading').count()).toBe(0)
  check.resolve()
  await page.getByRole('heading', { name: 'Tidewater Makers' }).waitFor()
  await go(page, '/manage')
  await page.getByText('Loading server information...').waitFor()
})

test.each([
  ['/docs', '/docs'],
  ['/', null],
])('Login in the header leads to the login page; from %s it will come back to %s', async (from, kept) => {
  await go(stranger, from)
  await forget(stranger)
  await stranger.getByRole('link', { name: 'Login' }).click()
  await stranger.getByRole('button', { name: 'Continue with Discord' }).waitFor()
  expect(pathOf(stranger)).toBe('/login')
  await expect.poll(() => remembered(stranger)).toBe(kept)
})

test('a remembered page is followed once from the landing page', async () => {
  await go(page, '/terms')
  await page.evaluate(() => sessionStorage.setItem('redirectAfterLogin', '/selector'))
  await go(page, '/')
  await page.waitForURL('**/selector')
  await expect.poll(() => remembered(page)).toBeNull()
  await go(page, '/')
  await page.getByRole('button', { name: /Account menu/ }).waitFor()
  expect(pathOf(page)).toBe('/')
})

test('Logout leads to the login page even if the call fails and changes are unsaved', async () => {
  await go(page, manage('/basic'))
  await page.getByLabel('Bot Prefix').fill('x')
  await page.evaluate(() => sessionStorage.setItem('kept answer 1/2', 'What was being written'))
  const said = hear(page)
  await intercept(page, '**/api/logout', route => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Continue with Discord' }).waitFor()
  expect(pathOf(page)).toBe('/login')
  expect(said.some(text => text.startsWith('Logout error'))).toBe(true)
  await expect.poll(() => remembered(page)).toBeNull()
  // The next person who signs in may be somebody else.
  expect(await page.evaluate(() => sessionStorage.getItem('kept answer 1/2'))).toBeNull()
  // The next page that requires signing in is remembered again.
  await page.getByRole('link', { name: 'Documentation' }).first().click()
  await page.getByRole('link', { name: 'Choose the server' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => remembered(page)).toBe('/selector')
  await forget(page)
})

test('a session that has ended leads to the login page, and from there back to the same page', async () => {
  await go(page, manage('/dashboard'))
  const members = page.getByRole('region', { name: 'Guild Members' })
  await members.getByText(/^\d+$/).waitFor()
  const refresh = await members.getByRole('button', { name: 'Refresh count' }).elementHandle()
  await page.context().clearCookies()
  // By script, since another request of the page may lead away first, and take the button with it.
  await refresh?.evaluate(button => (button as HTMLButtonElement).click())
  await page.getByRole('button', { name: 'Continue with Discord' }).waitFor()
  await expect.poll(() => remembered(page)).toBe(manage('/dashboard'))
})

/** Follows the link to sign in, and returns to the tab. */
async function signInBeside(tab: Page): Promise<void> {
  const [signIn] = await Promise.all([
    tab.context().waitForEvent('page'),
    tab.getByRole('link', { name: 'Sign in in a new tab' }).click(),
  ])
  await consent(signIn, 'owner')
  await signIn.waitForURL(url => url.origin === desk.harness.product.url.origin && !url.pathname.startsWith('/api'))
  await tab.evaluate(() => dispatchEvent(new Event('focus')))
  await tab.getByText('You are signed out.').waitFor({ state: 'detached' })
}

test('if the session ends while something is typed, the text stays and can be saved after signing in in a new tab', async () => {
  const tab = await desk.signedIn('owner')
  await go(tab, manage('/basic'))
  await tab.getByLabel('Bot Prefix').fill('?')
  await tab.context().clearCookies()
  await tab.getByRole('button', { name: 'Save', exact: true }).click()
  await tab.getByText('You are signed out.').waitFor()
  await expect.poll(() => tab.getByLabel('Bot Prefix').inputValue()).toBe('?')
  await signInBeside(tab)
  expect(pathOf(tab)).toBe(manage('/basic'))
  await tab.getByRole('button', { name: 'Save', exact: true }).click()
  await tab.getByText('Settings saved successfully!').waitFor()
  await tab.reload()
  await expect.poll(() => tab.getByLabel('Bot Prefix').inputValue()).toBe('?')
})

test('a dialog on the page of a member says only once that the session has ended', async () => {
  const tab = await desk.signedIn('owner')
  const dialog = tab.getByRole('dialog')
  await go(tab, manage(`/members/${desk.harness.as('member1').userId}`))
  await tab.getByRole('button', { name: 'Warn' }).click()
  await dialog.getByLabel('Reason', { exact: true }).fill('Spoilers')
  await tab.context().clearCookies()
  await dialog.getByRole('button', { name: 'Warn', exact: true }).click()
  const told = dialog.getByText('You are signed out.')
  await told.first().waitFor()
  await expect.poll(() => told.count()).toBe(1)
})

test('if the session ends while a dialog is open, the dialog and its text stay, to continue after signing in', async () => {
  const tab = await desk.signedIn('owner')
  const dialog = tab.getByRole('dialog', { name: 'Give invites' })
  const member = dialog.getByLabel('Find somebody')
  const choose = async () => {
    await member.fill(id)
    await dialog.getByRole('combobox', { name: 'Who' }).click()
    await tab.getByRole('option').first().click()
  }
  const id = desk.harness.as('member1').userId
  await go(tab, manage('/invites'))
  await tab.getByRole('button', { name: 'Give invites' }).click()
  await choose()
  await tab.context().clearCookies()
  await dialog.getByRole('button', { name: 'Add invites' }).click()
  await dialog.getByText('You are signed out.').waitFor()
  await expect.poll(() => dialog.getByRole('alert').count()).toBe(0)
  await expect.poll(() => member.inputValue()).toBe(id)
  await signInBeside(tab)
  await expect.poll(() => member.inputValue()).toBe(id)
  await dialog.getByRole('button', { name: 'Add invites' }).click()
  await tab.getByText('Invites changed').waitFor()
  await dialog.waitFor({ state: 'detached' })

  // If the dialog is closed without signing in, there is no reason left to stay.
  await tab.getByRole('button', { name: 'Give invites' }).click()
  await choose()
  await tab.context().clearCookies()
  await dialog.getByRole('button', { name: 'Add invites' }).click()
  await dialog.getByText('You are signed out.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await tab.waitForURL('**/login')
})
