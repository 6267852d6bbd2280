import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostile } from '../hostile-world.ts'
import { createHostileDesk } from './hostile-desk.ts'
import { nameFaults } from './page-faults.ts'
import { settled } from './page-settled.ts'
import type { Desk } from './desk.ts'

/**
 * Everything that can be named has a name made to break pages, and is shown as plain text. pages.test.ts visits every
 * page; these tests look at places without an address of their own, and at what must be visible.
 */
const views = [
  { name: '1440 px', viewport: { width: 1440, height: 900 } },
  { name: '390 px', viewport: { width: 390, height: 844 } },
] as const

let desk: Desk
const tabs = new Map<string, Page>()

beforeAll(async () => {
  desk = await createHostileDesk()
  for (const { name, viewport } of views) tabs.set(name, await desk.signedIn('owner', { viewport }))
})
afterAll(() => desk.close())

function tab(view: string): Page {
  const page = tabs.get(view)
  if (!page) throw new Error(`no tab of ${view}`)
  return page
}

/** All faults of the page in its current state; empty if names are shown as mere text. */
async function faults(page: Page): Promise<string[]> {
  await settled(page)
  return [...(await nameFaults(page)), ...desk.complaints]
}

describe.each(views)('hostile names at $name', ({ name }) => {
  test('the selector and the basic settings show them as text', async () => {
    const page = tab(name)
    await page.goto(desk.dashboard('/selector'))
    await page.getByText(hostile.picture).first().waitFor()
    await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/basic`))
    await page.getByLabel('Bot Prefix').waitFor()
    await expect.poll(() => page.getByLabel('Bot Prefix').inputValue()).toBe('"><b>')
    await page.getByRole('region', { name: 'History' }).getByText('"><b>').first().waitFor()
    expect(await faults(page)).toEqual([])
  })

  test('the consent page, for signing in and for adding the bot', async () => {
    const page = await desk.open({ viewport: tab(name).viewportSize() })
    await page.goto(desk.dashboard('/login'))
    await page.getByRole('button', { name: 'Continue with Discord' }).click()
    await page.waitForURL(/oauth2\/authorize/)
    await page.getByText(hostile.picture).first().waitFor()
    expect(await faults(page)).toEqual([])
    const about = await page.request.get(desk.dashboard('/api/about'))
    const { inviteUrl }: { inviteUrl: string } = await about.json()
    await page.goto(inviteUrl)
    await page.locator('select option').first().waitFor({ state: 'attached' })
    expect(await faults(page)).toEqual([])
  })

  test('the stage: messages, people, channels', async () => {
    const page = tab(name)
    const stage = await page.goto(desk.stage('owner'))
    expect(stage?.headers()['content-security-policy']).toContain("script-src 'self';")
    await page.getByRole('log').getByText(hostile.picture).first().waitFor()
    expect(await faults(page)).toEqual([])
    const channels = [...desk.harness.sandbox.context.world.channels.values()]
    const other = channels.find(one => one.guildId === desk.harness.guildId && one.channel.name?.startsWith('[free]'))
    const place = new URL(desk.stage('owner'))
    place.searchParams.set('channel', other?.channel.id ?? '')
    await page.goto(place.href)
    expect(await faults(page)).toEqual([])
  })
})

test('the switcher and the profile menu show hostile names as text', async () => {
  const page = tab('1440 px')
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/dashboard`))
  await page
    .getByRole('button', { name: /onerror/ })
    .first()
    .click()
  await page.getByText('Your Servers').waitFor()
  expect(await faults(page)).toEqual([])
})
