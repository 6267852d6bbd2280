import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import automod from '#features/automod/contract.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
import { settled } from './page-settled.ts'

/** What surrounds every page: header and footer. Also the server selector. */
let desk: Desk
let page: Page
let stranger: Page
let phone: Page

beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
  phone = await desk.signedIn('owner', { viewport: { width: 390, height: 844 } })
  stranger = await desk.open()
})
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))
afterAll(() => desk.close())

const manage = (path: string) => `/manage/${desk.harness.guildId}${path}`
const go = (tab: Page, path: string) => tab.goto(desk.dashboard(path))
const hasFocus = (tab: Page, name: string) => tab.getByRole('button', { name }).and(tab.locator(':focus')).waitFor()

describe('the keyboard', () => {
  test.each([
    ['the list of pages scrolls', 700],
    ['the whole sidebar scrolls', 480],
  ])('begins with Skip to content, although the current page’s entry was brought into sight: %s', async (_, height) => {
    const tab = await desk.signedIn('owner', { viewport: { width: 1440, height } })
    await go(tab, manage('/history'))
    await settled(tab)
    const entry = tab.getByRole('navigation', { name: 'Server' }).getByRole('link', { name: 'History' })
    await expect.poll(() => entry.evaluate(element => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    await tab.keyboard.press('Tab')
    await tab.getByRole('link', { name: 'Skip to content' }).and(tab.locator(':focus')).waitFor()
    await tab.context().close()
  })
})

describe('header and footer', () => {
  test('the theme follows the system, even when that changes, until somebody chooses one', async () => {
    const tab = await desk.open({ colorScheme: 'light' })
    const theme = () => tab.evaluate(() => document.documentElement.dataset['theme'])
    await go(tab, '/')
    await tab.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
    expect(await theme()).toBe('light')
    await tab.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(theme).toBe('dark')
    await tab.getByRole('button', { name: 'Switch to light theme' }).click()
    await expect.poll(theme).toBe('light')
    await tab.emulateMedia({ colorScheme: 'light' })
    await tab.emulateMedia({ colorScheme: 'dark' })
    await go(tab, '/docs')
    await tab.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
    expect(await theme()).toBe('light')
    await tab.close()
  })

  test('the button to the top appears after 400 px, recognizes the end, and leads back', async () => {
    await go(stranger, '/')
    const button = stranger.getByRole('button', { name: /top/ })
    /** Scrolls down by a share of the page and `px` further. @returns the label of the button there */
    const labelAt = async (share: number, px = 0) => {
      await stranger.evaluate(
        ([share, px]) => {
          const { scrollHeight, clientHeight } = document.documentElement
          scrollTo({ top: (scrollHeight - clientHeight) * share + px, behavior: 'instant' })
        },
        [share, px] as const,
      )
      return button.allInnerTexts()
    }
    const line = () => stranger.locator('.scroll-progress').evaluate(element => getComputedStyle(element).scale)
    await stranger.getByRole('link', { name: 'Get Started' }).first().waitFor()
    await expect.poll(() => labelAt(0, 401)).toEqual(['Back to top'])
    await expect.poll(() => labelAt(0, 400)).toEqual([])
    await expect.poll(() => labelAt(0.88)).toEqual(['Back to top'])
    await expect.poll(() => labelAt(1)).toEqual(['Blast off to top!'])
    await expect.poll(line).toBe('1')
    await button.click()
    await expect.poll(() => stranger.evaluate(() => scrollY)).toBe(0)
    await button.waitFor({ state: 'detached' })
  })

  test('on a phone, the button to the top never covers a switch, and covers nothing at the end of a page', async () => {
    const { guildId, product, as } = desk.harness
    product.services.settings.write(guildId, automod, { enabled: true }, { userId: as('owner').userId, via: 'test' })
    await go(phone, manage('/automod'))
    await settled(phone)
    /** What the button covers at each scroll position, and what it covers at the end. */
    const covered = async (page = phone) => {
      const top = page.getByRole('button', { name: /top/ })
      // The page may not have its full height yet.
      const reach = () => page.evaluate(() => scrollTo({ top: 401, behavior: 'instant' }))
      await expect.poll(() => reach().then(() => top.count())).toBe(1)
      return top.evaluate(async button => {
        const { top: upper, bottom: lower, left, right } = button.getBoundingClientRect()
        const isUnder = (element: Element) => {
          const box = element.getBoundingClientRect()
          return box.top < lower && box.bottom > upper && box.left < right && box.right > left
        }
        const under = (what: string) =>
          [...document.querySelectorAll(`:is(main, footer) :is(${what})`)]
            .filter(isUnder)
            .map(({ outerHTML }) => outerHTML)
        const { scrollHeight, clientHeight } = document.documentElement
        const switches = new Set<string>()
        for (let at = 401; at < scrollHeight - clientHeight; at += 16) {
          scrollTo({ top: at, behavior: 'instant' })
          for (const one of under('[role=switch], [type=checkbox]')) switches.add(one)
        }
        scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
        await new Promise(requestAnimationFrame)
        return {
          switches: [...switches],
          atEnd: under('a, button, input, textarea, time, p, h2, li, .footer-end > span'),
        }
      })
    }
    expect(await covered()).toEqual({ switches: [], atEnd: [] })
    const visitor = await desk.open({ viewport: { width: 390, height: 844 } })
    await go(visitor, '/')
    expect(await covered(visitor)).toEqual({ switches: [], atEnd: [] })
    await visitor.close()
    await phone.getByRole('switch', { name: 'Moderate moderators too' }).click()
    await phone.getByText('Unsaved changes').waitFor()
    expect(await covered()).toEqual({ switches: [], atEnd: [] })
  })

  test('the profile menu is operated by keyboard and closes on Escape and on a click outside', async () => {
    await go(page, '/')
    const button = page.getByRole('button', { name: /Account menu/ })
    await button.focus()
    await page.keyboard.press('Enter')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('Dashboard')
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Dashboard', 'Premium', 'Logout'])
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focused()).toBe('Logout')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await hasFocus(page, 'Account menu')
    await button.click()
    await page.getByRole('heading', { level: 1 }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await button.click()
    await page.getByRole('menuitem', { name: 'Dashboard' }).click()
    await page.waitForURL('**/selector')
  })

  test('public pages have the footer; the selector and the pages of a server do not', async () => {
    await go(page, '/')
    const footer = page.getByRole('contentinfo')
    await footer.waitFor()
    await expect.poll(() => footer.getByRole('heading').allInnerTexts()).toEqual(['Basic', 'Support', 'Legal'])
    for (const path of ['/selector', manage('/dashboard')]) {
      await go(page, path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => footer.count()).toBe(0)
    }
  })

  test('an address in other letter case leads to the same page, with the same parts around it', async () => {
    const { guildId } = desk.harness
    await go(page, '/Selector')
    await page.waitForURL('**/selector')
    await expect.poll(() => page.getByRole('contentinfo').count()).toBe(0)
    await go(page, `/MANAGE/${guildId}/Moderation?search=Spam#Cases`)
    await page.waitForURL(`**/manage/${guildId}/moderation?search=Spam#Cases`)
    const side = page.getByRole('complementary', { name: 'Server navigation' })
    await expect.poll(() => side.locator('a[aria-current=page]').allInnerTexts()).toEqual(['Moderation'])
    await expect.poll(() => page.getByRole('contentinfo').count()).toBe(0)
  })

  test('the hamburger opens the site’s links; on the pages of a server, it opens the sidebar', async () => {
    const hamburger = phone.getByRole('button', { name: 'Open menu' })
    const links = phone.getByRole('navigation', { name: 'Main' })
    await go(phone, '/')
    await hamburger.click()
    await expect
      .poll(() => links.getByRole('link').allInnerTexts())
      .toEqual(['Home', 'Features', 'Developer', 'Documentation'])
    await phone.keyboard.press('Escape')
    await links.waitFor({ state: 'detached' })
    await hasFocus(phone, 'Open menu')

    await go(phone, manage('/dashboard'))
    await hamburger.click()
    const drawer = phone.getByRole('dialog', { name: 'Server navigation' })
    await drawer.waitFor()
    await expect.poll(() => phone.locator('.mobile-nav').count()).toBe(0)
    await expect.poll(() => drawer.locator('a[aria-current=page]').allInnerTexts()).toEqual(['Dashboard'])
    await drawer.getByRole('button', { name: 'About this feature: Levels' }).click()
    const tip = phone.getByRole('dialog', { name: 'About Levels' })
    const box = await tip.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 400)).toBeLessThanOrEqual(390)
    await phone.keyboard.press('Escape')
    await tip.waitFor({ state: 'detached' })
    await expect.poll(() => drawer.isVisible()).toBe(true)
    await phone.mouse.click(375, 400)
    await drawer.waitFor({ state: 'detached' })
    await hasFocus(phone, 'Open menu')
    await hamburger.click()
    await drawer.getByRole('link', { name: 'Server Settings' }).click()
    await phone.waitForURL('**/basic')
    await drawer.waitFor({ state: 'detached' })
    await hamburger.click()
    await drawer.waitFor()
    await phone.setViewportSize({ width: 1440, height: 900 })
    await drawer.waitFor({ state: 'detached' })
    await phone.setViewportSize({ width: 390, height: 844 })
  })
})

describe('selector', () => {
  test('shows servers with and without the bot, and a fallback where a picture does not load', async () => {
    await intercept(page, '**/icons/**', route => route.abort())
    await go(page, '/selector')
    const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    const leadsTo = (name: string, action: string) =>
      card(name).getByRole('link', { name: action }).getAttribute('href')
    await card('Tidewater Makers').waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Palisade')
    await expect.poll(() => page.getByText('V1.1.0').isVisible()).toBe(true)
    expect(await leadsTo('Tidewater Makers', 'Manage Server')).toBe(manage('/dashboard'))
    expect(await leadsTo('Lantern Reading Room', 'Invite Bot')).toMatch(/oauth2\/authorize.*guild_id=/)
    const picture = card('Tidewater Makers').locator('img')
    await expect.poll(() => picture.getAttribute('src')).toBe('/images/fallback.svg')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  })

  test('the search ignores case and can be cleared', async () => {
    await go(page, '/selector')
    const box = page.getByPlaceholder('Search for servers...')
    await box.fill('MAKERS')
    await expect
      .poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts())
      .toEqual(['Tidewater Makers'])
    await box.fill('no such server')
    await page.getByText('No servers found').waitFor()
    await page.getByText('No servers match your search. Try adjusting your search criteria.').waitFor()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByText('Tidewater Makers').waitFor()
    await expect.poll(() => box.and(page.locator(':focus')).inputValue()).toBe('')
  })

  test('somebody without a server to manage is told what to check', async () => {
    await intercept(page, '**/api/user', async route => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), data: { guilds: [] } } })
    })
    await go(page, '/selector')
    await page.getByText('No servers found').waitFor()
    await page.getByText("No servers to display. Make sure you're logged in with the correct account.").waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Clear search' }).count()).toBe(0)
  })
})
