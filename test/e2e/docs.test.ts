import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { settled } from './page-settled.ts'

let desk: Desk

beforeAll(async () => {
  desk = await createDesk()
})
afterAll(() => desk.close())

const go = async (page: Page, path: string) => {
  await page.goto(desk.dashboard(path))
  await settled(page)
}
const sitemap = async (): Promise<string[]> => {
  const text = await (await fetch(desk.dashboard('/sitemap.xml'))).text()
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}

test('the search filters the categories, finds what is inside them, and leads there; the select keeps all of them', async () => {
  const page = await desk.open()
  await go(page, '/docs')
  const categories = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
  await expect.poll(() => categories.count()).toBe(11)
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Search documentation...' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('TRANSCRIPTS')
  await expect.poll(() => categories.allInnerTexts()).toEqual(['Ticket System'])
  await page.getByRole('searchbox').fill('max strikes')
  const found = page.getByRole('navigation', { name: 'Found in the documentation' })
  await found.getByRole('link', { name: /^Max Strikes/ }).click()
  await page.waitForURL('**/docs/auto-moderation#setting-auto-moderation-max-strikes')
  await page.getByRole('heading', { level: 1, name: 'Auto Moderation' }).waitFor()
  await page.getByRole('searchbox').fill('qqq')
  await page.getByText('Nothing else found').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.getByRole('searchbox').isVisible()).toBe(false)
  await page.getByRole('combobox', { name: 'Category' }).click()
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(11)
  await page.getByRole('option', { name: 'Music Player' }).click()
  await page.getByText('In the works', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/docs/music-player')
  expect(desk.complaints).toEqual([])
})

test('copying a command shows a check mark for two seconds', async () => {
  const page = await desk.open({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page.clock.install()
  await go(page, '/docs/moderation-tools')
  const card = page.locator('#command-warn')
  await card.getByTitle('Copy command').waitFor()
  // The clock stands still, because the check mark disappears after two seconds.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await card.getByTitle('Copy command').click()
  await card.getByTitle('Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('.warn <member> [reason]')
  await page.clock.runFor(2000)
  await card.getByTitle('Copy command').waitFor()
  await card.getByText('Arguments').click()
  await card.getByText('a member, by mention, name or ID').waitFor()
})

test('a command can be copied where the page is not on https; if copying fails, a toast says so', async () => {
  const page = await desk.open({ permissions: ['clipboard-read', 'clipboard-write'] })
  // As browsers leave it on http.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, writable: true }))
  await go(page, '/docs/moderation-tools')
  const card = page.locator('#command-warn')
  await card.getByTitle('Copy command').click()
  await card.getByTitle('Copied').waitFor()
  const search = page.getByRole('searchbox')
  await search.press('ControlOrMeta+v')
  await expect.poll(() => search.inputValue()).toBe('.warn <member> [reason]')
  expect(await page.evaluate(() => [document.querySelector('body > span'), getSelection()?.toString()])).toEqual([
    null,
    '',
  ])

  await page.evaluate(() => (document.execCommand = () => false))
  await page.locator('#command-kick').getByTitle('Copy command').click()
  await page.getByRole('status').getByText('Copying is not allowed here').waitFor()
  expect(desk.complaints).toEqual([])
})

test('Need More Help? leads to contact and invite, and the copyright names this year', async () => {
  const page = await desk.open()
  await go(page, '/docs')
  const help = page.getByRole('region', { name: 'Need More Help?' })
  await expect
    .poll(() => help.getByRole('heading', { level: 3 }).allInnerTexts())
    .toEqual(['Support Server', 'Rate Us', 'Invite Bot'])
  await expect.poll(() => help.getByRole('link', { name: 'Join Server' }).getAttribute('href')).toBe('/contact')
  await expect.poll(() => help.getByRole('link', { name: 'Invite Me' }).getAttribute('href')).toBe('/invite')
  await expect.poll(() => help.getByText('Rate Bot').count()).toBe(1)
  await page.getByText(`© ${new Date().getFullYear()}`).waitFor()
})

test('links from earlier versions redirect to the current place', async () => {
  const page = await desk.open()
  await page.goto(desk.dashboard('/docs?topic=levels'))
  await page.waitForURL('**/docs/utility-commands#levels')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Utility Commands')
  for (const typed of ['/Docs/Moderation-Tools#Cases', '/docs/Moderation%20Tools#Cases']) {
    await page.goto(desk.dashboard(typed))
    await page.waitForURL('**/docs/moderation-tools#Cases')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Moderation Tools')
  }
  await page.goto(desk.dashboard('/docs/nothing-of-that-name'))
  await page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
})

test('every page of the documentation is readable without scripts, and all its links and anchors lead somewhere', async () => {
  const listed = (await sitemap()).filter(path => path.startsWith('/docs'))
  expect(listed.length).toBeGreaterThan(18)
  const page = await desk.open({ javaScriptEnabled: false })
  const anchors = new Map<string, Set<string>>()
  const links: { from: string; to: URL }[] = []
  for (const path of listed) {
    await page.goto(desk.dashboard(path))
    const main = page.getByRole('main')
    await expect.poll(async () => (await main.innerText()).length).toBeGreaterThan(200)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
    const source = await page.content()
    anchors.set(path, new Set([...source.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)))
    for (const [, href = ''] of source.matchAll(/<a [^>]*href="([^"]+)"/g))
      links.push({ from: path, to: new URL(href.replaceAll('&amp;', '&'), desk.dashboard(path)) })
  }
  // Scripts add nothing to what was rendered ahead.
  const origin = new URL(desk.dashboard('/')).origin
  const pages = new Set([...(await sitemap()), '/selector', '/login', '/api/openapi.json'])
  const lost = links.flatMap(({ from, to }) => {
    if (to.origin !== origin) return []
    if (!pages.has(to.pathname)) return [`${from} -> ${to.pathname}`]
    const known = anchors.get(to.pathname)
    return to.hash !== '' && known && !known.has(to.hash.slice(1)) ? [`${from} -> ${to.pathname}${to.hash}`] : []
  })
  expect([...new Set(lost)]).toEqual([])
  // Only guides that name the place link to other sites.
  expect(new Set(links.filter(({ to }) => to.origin !== origin).map(({ to }) => to.protocol))).toEqual(
    new Set(['https:']),
  )
})

test('prerendered pages are hydrated without changes, also light and narrow, and without requests to other sites', async () => {
  desk.complaints.length = 0
  for (const [path, options] of [
    ['/docs', { colorScheme: 'light' }],
    ['/docs/ticket-system', { viewport: { width: 360, height: 740 } }],
    ['/docs/first-hour', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
    ['/docs/api', {}],
  ] as const) {
    const page = await desk.open(options)
    const origins = new Set<string>()
    page.on('request', request => origins.add(new URL(request.url()).origin))
    await go(page, path)
    await page
      .getByRole('banner')
      .getByText('Login')
      .or(page.getByRole('button', { name: 'Open menu' }))
      .first()
      .waitFor()
    expect([...origins]).toEqual([new URL(desk.dashboard('/')).origin])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
  expect(desk.complaints).toEqual([])
})

test('link previews and search engines get a description of each page', async () => {
  const page = await desk.open()
  await go(page, '/docs/from-mee6')
  const meta = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content')
  expect(await meta('og:title')).toBe('Coming from MEE6 · Documentation · Palisade')
  expect(await meta('og:url')).toBe(desk.dashboard('/docs/from-mee6'))
  const picture = await fetch((await meta('og:image')) ?? '')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  const robots = await (await fetch(desk.dashboard('/robots.txt'))).text()
  expect(robots).toContain(`Sitemap: ${desk.dashboard('/sitemap.xml')}`)
  expect(robots).toContain('Disallow: /manage')
  expect((await sitemap()).filter(path => path.startsWith('/manage'))).toEqual([])
})
