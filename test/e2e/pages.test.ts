import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings } from './axe.ts'
import { everythingOn } from './everything-on.ts'
import { routes } from './routes.ts'
import { settled } from './page-settled.ts'
import { createDesk, type Desk } from './desk.ts'

/**
 * Every page, dark and light, wide and narrow: nothing for axe to find, nothing that scrolls sideways, no complaint in
 * the console.
 */
let desk: Desk
const tabs = new Map<string, Page>()
const views = [
  { name: 'dark, 1440 px', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'light, 390 px', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const

beforeAll(async () => {
  desk = await createDesk()
  await everythingOn(desk)
  for (const { name, ...options } of views) tabs.set(name, await desk.signedIn('owner', options))
})
afterAll(() => desk.close())

describe.each(views)('$name', ({ name }) => {
  test.each(routes())('%s', async path => {
    const page = tabs.get(name)
    if (!page) throw new Error('no tab')
    desk.complaints.length = 0
    await page.goto(desk.dashboard(path.replace(':id', desk.harness.guildId)))
    await settled(page)
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await page.title()).not.toBe('')
    expect(desk.complaints).toEqual([])
  })

  test('the stage', async () => {
    const page = tabs.get(name)
    if (!page) throw new Error('no tab')
    await page.goto(desk.stage('owner'))
    await page.getByRole('log').waitFor()
    await settled(page)
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
})

test('the first page is light: under 150 kB of compressed script, nothing from other origins', async () => {
  const page = await desk.open()
  const sizes: number[] = []
  const origins = new Set<string>()
  const policies = new Map<string, string | undefined>()
  page.on('response', response => {
    const { origin, pathname } = new URL(response.url())
    origins.add(origin)
    policies.set(pathname.replace(/^\/assets\/.*\./, 'asset.'), response.headers()['content-security-policy'])
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  session.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) sizes.push(encodedDataLength)
  })
  await page.goto(desk.dashboard('/'))
  await settled(page)
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000)
  // A policy is for documents: on each of many small files it would weigh more than they do.
  expect(policies.get('/')).toContain("script-src 'self'")
  expect([policies.get('asset.js'), policies.get('asset.css')]).toEqual([undefined, undefined])
  expect([...origins]).toEqual([desk.harness.product.url.origin])
})
