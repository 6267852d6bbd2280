import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { walked } from '../sampling.ts'
import { createHostileDesk } from './hostile-desk.ts'
import { nameFaults, pageFaults } from './page-faults.ts'
import { routes } from './routes.ts'
import { settled } from './page-settled.ts'
import { smallTargets } from './small-targets.ts'
import type { Desk } from './desk.ts'

/**
 * Every page of a server with everything on, where everything that can be named has a name made to break pages. Each is
 * loaded narrow and light, as names need the most room there, then made wide and dark. Axe must find nothing, nothing
 * may scroll sideways, controls must be large enough for a finger on a phone, names must be mere text, and the console
 * must stay empty. deleted-references.test.ts visits pages that are wide from the start. The documentation is the same in
 * every world and for everybody, so site-links.test.ts checks it.
 */
let desk: Desk
let page: Page
const narrow = { name: 'light, 360 px', colorScheme: 'light', viewport: { width: 360, height: 800 } } as const
/** A phone with everything enlarged twice, and a screen with everything enlarged four times (WCAG 1.4.10). */
const enlarged = [195, 320].map(width => ({ colorScheme: 'light', viewport: { width, height: 422 } }) as const)
/** A screen on which only text is enlarged, by the browser's text size (WCAG 1.4.4). */
const largeText = { colorScheme: 'light', viewport: { width: 1280, height: 900 } } as const
const wide = { name: 'dark, 1440 px', colorScheme: 'dark', viewport: { width: 1440, height: 900 } } as const

beforeAll(async () => {
  desk = await createHostileDesk()
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

async function look({
  colorScheme,
  viewport,
}: Pick<
  typeof narrow | (typeof enlarged)[number] | typeof wide | typeof largeText,
  'colorScheme' | 'viewport'
>): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(viewport)
}

/** Sets the browser's text size. @param px 16 by default */
async function textOf(px: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: px } })
  await session.detach()
}

const pages = routes().filter(path => !path.startsWith('/docs'))
test.each(walked(pages))('%s', async path => {
  const sidebar = page.getByRole('complementary', { name: 'Server navigation' })
  desk.complaints.length = 0
  await look(narrow)
  await page.goto(desk.dashboard(path.replace(':id', desk.harness.guildId)))
  for (const view of [narrow, wide]) {
    await look(view)
    if (view === wide && path.startsWith('/manage/:id/')) await sidebar.waitFor()
    await settled(page)
    const faults = [...(await pageFaults(page)), ...(view === narrow ? await smallTargets(page) : [])]
    expect({ view: view.name, faults }).toEqual({ view: view.name, faults: [] })
  }
  for (const view of enlarged) {
    await look(view)
    await settled(page)
    await expect.poll(() => nameFaults(page)).toEqual([])
  }
  await look(largeText)
  await textOf(32)
  await settled(page)
  await expect.poll(() => nameFaults(page)).toEqual([])
  await textOf(16)
  expect(await page.title()).not.toBe('')
  expect(desk.complaints).toEqual([])
})

test('the first page is light: under 150 kB of compressed scripts, nothing from other origins', async () => {
  const tab = await desk.open()
  const sizes: number[] = []
  const origins = new Set<string>()
  const policies = new Map<string, string | undefined>()
  tab.on('response', response => {
    const { origin, pathname } = new URL(response.url())
    origins.add(origin)
    policies.set(pathname.replace(/^\/assets\/.*\./, 'asset.'), response.headers()['content-security-policy'])
  })
  const session = await tab.context().newCDPSession(tab)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  session.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) sizes.push(encodedDataLength)
  })
  await tab.goto(desk.dashboard('/'))
  await settled(tab)
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000)
  // Only documents need a policy: on each of many small files it would be larger than the file.
  expect(policies.get('/')).toContain("script-src 'self'")
  expect([policies.get('asset.js'), policies.get('asset.css')]).toEqual([undefined, undefined])
  expect([...origins]).toEqual([desk.harness.product.url.origin])
})
