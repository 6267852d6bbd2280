import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
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

test('a fence post is selected by click or arrow key, and a second press leads to its group', async () => {
  const page = await desk.open()
  await go(page, '/features')
  const posts = page.getByRole('navigation', { name: /^Twelve feature groups, \d+ of them ready$/ })
  await expect.poll(() => posts.getByRole('link').count()).toBe(12)
  const chosen = page.getByRole('complementary', { name: 'The chosen post' })
  await chosen.getByText('Moderation', { exact: true }).waitFor()
  await posts.getByRole('link', { name: 'Tickets' }).click()
  await chosen.getByText('Tickets', { exact: true }).waitFor()
  await page.keyboard.press('ArrowRight')
  await chosen.getByText('Welcome', { exact: true }).waitFor()
  await page.keyboard.press('End')
  await chosen.getByText('Cannot be used yet').waitFor()
  await posts.getByRole('link', { name: 'Levels' }).click()
  await posts.getByRole('link', { name: 'Levels' }).click()
  await page.getByRole('tab', { name: /^Levels/, selected: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/features')
})

test('twelve groups are tabs beside their picture, or an accordion on phones, and each leads to the documentation', async () => {
  const page = await desk.open()
  await go(page, '/features')
  const tabs = page.getByRole('tablist', { name: 'Feature groups' }).getByRole('tab')
  await expect.poll(() => tabs.count()).toBe(12)
  const panel = page.getByRole('tabpanel')
  await tabs.nth(1).focus()
  await page.keyboard.press('ArrowDown')
  await panel.getByRole('link', { name: 'Read about Moderation' }).waitFor()
  const picture = panel.getByRole('img', { name: /moderation/i })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(768)
  expect(await axeFindings(page)).toEqual([])
  for (const card of ['Anti-Nuke', 'Auto Moderation', 'Tickets', 'Welcome', 'Levels', 'Reaction Roles'])
    await page
      .getByRole('link', { name: `Learn more about ${card}` })
      .last()
      .waitFor()
  await page.setViewportSize({ width: 360, height: 800 })
  const music = page.getByRole('button', { name: /^Music/ })
  await music.click()
  await page.getByRole('link', { name: 'Read about Music' }).click()
  await page.getByRole('heading', { level: 1, name: 'Music Player' }).waitFor()
  expect(desk.complaints).toEqual([])
})

test('the four tiles say what is true of this copy, and a tile whose source fails says so', async () => {
  const page = await desk.open()
  await go(page, '/features')
  const tile = (label: string) => page.locator('.tile').filter({ has: page.getByText(label, { exact: true }) })
  const status = (await (await fetch(desk.dashboard('/api/debug/bot-status'))).json()) as {
    guildCount: number
    guilds: { memberCount: number }[]
  }
  const members = status.guilds.reduce((sum, { memberCount }) => sum + memberCount, 0)
  await expect.poll(() => tile('Servers').innerText()).toContain(String(status.guildCount))
  await expect.poll(() => tile('Users').innerText()).toContain(String(members))
  await expect.poll(() => tile('Uptime').innerText()).toMatch(/\d%?[\s\S]*the goal is 99\.9%[\s\S]*Measured here/)
  await expect.poll(() => tile('Support').innerText()).toContain('1–6')
  const poor = await desk.open()
  await intercept(poor, '**/api/debug/bot-status', route => route.fulfill({ status: 500, body: '{}' }))
  await go(poor, '/features')
  const failed = poor.locator('.tile').filter({ has: poor.getByText('Servers', { exact: true }) })
  await failed.getByText('Not available now').waitFor()
  const end = poor.getByRole('region', { name: 'Put up the first post' })
  await expect.poll(() => end.getByRole('link', { name: 'Add to Server' }).getAttribute('href')).toBe('/invite')
  await expect.poll(() => end.getByRole('link', { name: 'View Documentation' }).getAttribute('href')).toBe('/docs')
})

test.each(['/', '/features'])(
  'on %s, the rules run in the visitor’s browser, are loaded when they come into view, and send nothing',
  async path => {
    const page = await desk.open()
    const asked: string[] = []
    page.on('request', request => void asked.push(`${request.method()} ${request.url()}`))
    await go(page, path)
    expect(asked.filter(one => one.includes('try-it'))).toEqual([])
    const place = page.locator('.live-tester')
    await place.scrollIntoViewIfNeeded()
    const message = page.getByRole('textbox', { name: 'A message, as somebody might write it' })
    await message.scrollIntoViewIfNeeded()
    await page.getByText('Would be deleted').waitFor()
    await settled(page)
    const before = asked.length
    await message.fill('c1aim yοur pr1ze')
    await page.getByText('Words and patterns', { exact: true }).waitFor()
    await message.fill('Photos tonight.')
    await page.getByText('Would stay').waitFor()
    expect(asked.slice(before)).toEqual([])
    expect(new Set(asked.map(one => new URL(one.split(' ')[1] ?? '').origin))).toEqual(
      new Set([new URL(desk.dashboard('/')).origin]),
    )
    expect(await axeFindings(page)).toEqual([])
  },
)
