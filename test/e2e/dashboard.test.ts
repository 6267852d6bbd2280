import { lt } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf } from '#contract'
import { recordCase } from '#features/moderation/cases/case-store.ts'
import { statisticsDays } from '#features/statistics/table.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
import { settled } from './page-settled.ts'

let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const services = () => desk.harness.product.services
const open = (tab = page) => tab.goto(desk.dashboard(`/manage/${desk.harness.guildId}/dashboard`))
const card = (name: string) => page.getByRole('region', { name, exact: true })
const slider = (name: RegExp) => page.getByRole('slider', { name })

/** Records 100, 101, ... members and as many messages on this number of days before today. */
function counted(days: number): void {
  const today = dayOf(Date.now())
  const rows = Array.from({ length: days }, (_, place) => ({
    guildId: desk.harness.guildId,
    day: today - days + place,
    members: 100 + place,
    joined: place % 4,
    left: place % 3,
    messages: 100 + place,
  }))
  services().db.delete(statisticsDays).where(lt(statisticsDays.day, today)).run()
  services().db.insert(statisticsDays).values(rows).run()
}

test('charts appear on the third day; one that cannot be loaded says so by itself and is tried again', async () => {
  counted(1)
  await intercept(page, '**/api/guild/*/moderation/days*', route => route.fulfill({ status: 500, json: {} }))
  await open()
  const begins = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const text = `Charts begin on ${begins.format(Date.now() + 86_400_000)}`
  await card('Members').getByText(text).waitFor()
  await expect.poll(() => slider(/^Members over/).count()).toBe(0)
  await card('Cases').getByText('Cases could not be loaded.').waitFor({ timeout: 60_000 })
  await page.unroute('**/api/guild/*/moderation/days*')
  await card('Cases').getByRole('button', { name: 'Retry' }).click()
  await card('Cases').getByText('none in these days').waitFor()
  for (const name of ['Members', 'Joins and leaves', 'Messages', 'Cases']) await card(name).getByText(text).waitFor()
})

test('charts of the server are drawn, can be walked with keys and read as tables, and counting can be stopped and restarted', async () => {
  counted(40)
  const { harness } = desk
  const target = { id: harness.as('member3').userId, name: 'member3' }
  const moderator = { id: harness.as('moderator').userId, name: 'wren' }
  const { guildId } = harness
  const { number } = recordCase(services(), {
    guildId,
    kind: 'warn',
    source: 'person',
    target,
    moderator,
    reason: 'Spam',
  })
  await open()
  await settled(page)
  const messages = slider(/^Messages on each day of 30/)
  await messages.focus()
  const today = await messages.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => messages.getAttribute('aria-valuetext')).toMatch(/^\d+ [A-Z][a-z]{2}: 139$/)
  await expect.poll(() => messages.getAttribute('aria-valuetext')).not.toBe(today)
  await page.keyboard.press('Escape')
  await page.getByText('7 days', { exact: true }).click()
  await slider(/^Members over 7 days/).waitFor({ state: 'attached' })
  await expect.poll(() => card('Joins and leaves').locator('tbody tr').count()).toBe(7)
  await expect
    .poll(() => card('Joins and leaves').locator('thead th').allTextContents())
    .toEqual(['Day', 'Joined', 'Left'])
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Stop counting' }).click()
  await page.getByText('It is off: members, joins, leaves and messages are not counted.').waitFor()
  await expect.poll(() => card('Members').count()).toBe(0)
  await card('Cases').waitFor()
  await page.getByRole('switch', { name: 'Counting' }).click()
  await card('Members').waitFor()

  await card('Recent moderation')
    .getByRole('link', { name: /member3.*Spam/ })
    .click()
  await page.waitForURL(new RegExp(`/moderation\\?case=${number}`))
  await page.getByRole('button', { name: `Details of case ${number}`, expanded: true }).waitFor()
  expect(desk.complaints).toEqual([])
})

test('whatever needs a person is listed with its fix, while there is any', async () => {
  const { harness } = desk
  await open()
  await card('Condition').waitFor()
  const roles = harness.sandbox.context.world.guilds.get(harness.guildId)?.roles.values() ?? []
  const own = [...roles].find(({ tags }) => tags?.bot_id === harness.botId)?.id
  for (const role of [own, harness.guildId])
    await harness
      .as('owner')
      .rest('PATCH', `/guilds/${harness.guildId}/roles/${role}`, { permissions: String(3n << 10n) })
  await expect
    .poll(async () => {
      await open()
      await settled(page)
      return card('Needs a person').count()
    })
    .toBe(1)
  await expect.poll(() => card('Condition').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  const first = card('Needs a person').getByRole('listitem').first()
  const title = await first.getByRole('heading').innerText()
  await first.getByRole('link', { name: `Repair: ${title}` }).click()
  await page.waitForURL(url => !url.pathname.endsWith('/dashboard'))
  expect(desk.complaints).toEqual([])
})
