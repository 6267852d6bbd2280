import { afterAll, beforeAll, expect, test } from 'vitest'
import { consent, createDesk, type Desk, moving } from './desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await createDesk()
})
afterAll(() => desk.close())

test('from the landing page to a member who uses the new prefix', async () => {
  const page = await desk.open(moving)
  await page.goto(desk.dashboard('/'))
  // The first section is about what is measured.
  await expect.poll(() => page.getByRole('heading', { level: 2 }).first().innerText()).toMatch(/^Numbers we measure/)
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await page.waitForURL('**/login')
  await page.getByRole('button', { name: 'Continue with Discord' }).click()
  await consent(page, 'owner')

  await page.waitForURL(desk.dashboard('/'))
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await page.waitForURL('**/selector')
  const card = page.getByRole('listitem').filter({ hasText: 'Tidewater Makers' })
  await card.getByRole('link', { name: 'Manage Server' }).click()
  await page.waitForURL(`**/manage/${desk.harness.guildId}/dashboard`)
  await page.getByText('Guild Members').waitFor()

  await page
    .getByRole('navigation', { name: /features|server/i })
    .getByRole('link', { name: 'Server Settings' })
    .click()
  await page.waitForURL(`**/manage/${desk.harness.guildId}/basic`)
  const prefix = page.getByLabel('Bot Prefix')
  await expect.poll(() => prefix.inputValue()).toBe('.')
  await prefix.fill('!')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Settings saved successfully!').waitFor()
  await page.reload()
  await expect.poll(() => prefix.inputValue()).toBe('!')

  const stage = await desk.open(moving)
  await stage.goto(desk.stage('member1'))
  const log = stage.getByRole('log')
  const composer = stage.getByRole('textbox', { name: /Message #general/ })
  await composer.fill('.ping')
  await composer.press('Enter')
  await log.getByText('.ping', { exact: true }).waitFor()
  await composer.fill('!ping')
  await composer.press('Enter')
  await log.getByText(/Pong!/).waitFor()
  await expect.poll(() => log.getByText(/Pong!/).count()).toBe(1)
  expect(desk.complaints).toEqual([])
})

test('a visitor who opens a protected page is asked to sign in, and then gets to that page', async () => {
  const page = await desk.open(moving)
  const wanted = `/manage/${desk.harness.guildId}/basic`
  await page.goto(desk.dashboard(wanted))
  await page.waitForURL('**/login')
  await page.getByRole('button', { name: 'Continue with Discord' }).click()
  await consent(page, 'admin')
  await page.waitForURL(`**${wanted}`)
  await page.getByLabel('Bot Prefix').waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))).toBeNull()
})

// web/app/redirect.test.ts tries all other spellings.
test.each(['//evil.example', 'javascript:alert(1)'])(
  'a remembered address of another site is not followed: %s',
  async hostile => {
    const page = await desk.open(moving)
    await page.goto(desk.dashboard('/login'))
    await page.evaluate(path => sessionStorage.setItem('redirectAfterLogin', path), hostile)
    await page.getByRole('button', { name: 'Continue with Discord' }).click()
    await consent(page, 'owner')
    await page.waitForURL(url => url.origin === desk.harness.product.url.origin)
    await page.getByRole('button', { name: /mara\.w/ }).waitFor()
    expect(page.url()).toBe(desk.dashboard('/'))
  },
)

test('somebody who cancels at Discord is told why nothing happened', async () => {
  const page = await desk.open(moving)
  await page.goto(desk.dashboard('/login'))
  await page.getByRole('button', { name: 'Continue with Discord' }).click()
  await page.waitForURL(/oauth2\/authorize/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(/\/login/)
  await expect.poll(() => page.getByText('You canceled the sign-in at Discord.').isVisible()).toBe(true)
})

test('after signing out, the pages cannot be opened any more', async () => {
  const page = await desk.signedIn('owner', moving)
  await page.goto(desk.dashboard('/'))
  await page.getByRole('button', { name: /mara\.w/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await page.goto(desk.dashboard('/selector'))
  await page.waitForURL('**/login')
  await expect.poll(() => page.getByRole('button', { name: 'Continue with Discord' }).isVisible()).toBe(true)
})
