import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textOf } from '../member.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'

let desk: Desk
let page: Page

beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

test('a threshold of one, saved here, times out a member who is warned in Discord; the cases are listed, corrected and voided', async () => {
  const { harness } = desk
  const say = async (content: string) =>
    textOf(await harness.answerTo(await harness.as('moderator').say(harness.channel('general'), content)))

  await page.goto(desk.dashboard(`/manage/${harness.guildId}/moderation`))
  await page.getByText('No cases yet').waitFor()
  const threshold = page.getByRole('spinbutton', { name: 'Warning threshold, exact' })
  await threshold.fill('11')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Warning threshold must be at most 10.').waitFor()
  await threshold.fill('1')
  await page.getByRole('combobox', { name: 'Moderation log' }).click()
  await page.getByRole('option', { name: 'mod-log' }).click()
  await page.getByRole('button', { name: 'Add a quick reason' }).click()
  await page.getByRole('textbox', { name: 'Name of quick reason 1' }).fill('two words')
  await page.getByRole('textbox', { name: 'Text of quick reason 1' }).fill('Posting the same thing again and again')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Name must be one word').waitFor()
  await page.getByRole('textbox', { name: 'Name of quick reason 1' }).fill('flood')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Moderation settings saved successfully!').waitFor()
  await page.reload()
  await expect.poll(() => threshold.inputValue()).toBe('1')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('Case #1', { exact: true }).waitFor()
  // The preview uses the server's real names, not invented ones.
  await preview.getByText('Reached 1 of 1 warnings').first().waitFor()
  await preview.getByText(`[${harness.as('owner').userId}]`, { exact: false }).waitFor()
  await preview.getByText('You were timed out in Tidewater Makers').waitFor()
  await page.getByRole('region', { name: 'History' }).getByText('Quick reasons').waitFor()
  await page.getByRole('region', { name: 'History' }).getByText('#mod-log').waitFor()

  expect(await say(`.warn <@${harness.as('member1').userId}> flood`)).toContain('so they were timed out too')
  // The cases appear by themselves, without a press.
  const row = page.getByRole('row').filter({ hasText: '#1' })
  await row.getByText('Posting the same thing again and again').waitFor()
  await page.getByRole('row').filter({ hasText: '#2' }).getByText('In force').waitFor()
  await page.getByText('2 of 2 cases').waitFor()
  await preview.getByText('Case #3', { exact: true }).waitFor()

  await row.getByRole('button', { name: /Details of case/ }).click()
  await page.getByRole('button', { name: 'Edit reason' }).click()
  await page.getByRole('textbox', { name: /Reason of case/ }).fill('Flooded the workshop')
  await page.getByRole('button', { name: 'Save reason' }).click()
  await row.getByText('Flooded the workshop').waitFor()
  await page.getByText('Changes to the reason').waitFor()
  for (const { theme, ...size } of [
    { theme: 'dark', width: 1440, height: 900 },
    { theme: 'light', width: 360, height: 800 },
  ] as const) {
    await page.evaluate(name => (document.documentElement.dataset['theme'] = name), theme)
    await page.setViewportSize(size)
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  await page.getByRole('button', { name: 'Void case' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Void case' }).click()
  await row.getByText('Void').waitFor()

  const noted = Array.from({ length: 24 }, (_, place) => `.note <@${harness.as('member2').userId}> remark ${place}`)
  for (const content of noted) expect(await say(content)).toContain('case #')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('25 of 26 cases').waitFor()
  await page.getByRole('button', { name: 'Show older cases' }).click()
  await page.getByText('26 of 26 cases').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Show older cases' }).count()).toBe(0)

  await page.getByRole('searchbox', { name: 'Search cases' }).fill('nothing like it')
  await page.getByText('No cases match your search').waitFor()
  expect(new URL(page.url()).searchParams.get('search')).toContain('nothing like it')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  // The page is as narrow as a phone by now, so the filters are behind a button.
  await expect.poll(() => page.getByRole('combobox', { name: 'Kind' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Timeout', exact: true }).click()
  await page.getByText('1 of 1 case').waitFor()
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
  await page.reload()
  await page.getByText('1 of 1 case').waitFor()
  expect(desk.complaints).toEqual([])
})

test('a new case reaches all tabs over one connection, even when the tab that holds it is closed', async () => {
  const { harness } = desk
  const note = async (text: string) => {
    const content = `.note <@${harness.as('member3').userId}> ${text}`
    await harness.answerTo(await harness.as('moderator').say(harness.channel('general'), content))
  }
  const address = desk.dashboard(`/manage/${harness.guildId}/moderation`)
  await page.goto(address)
  const followed: string[] = []
  const other = await page.context().newPage()
  other.on('request', request => {
    if (request.url().endsWith('/moderation/live')) followed.push(request.url())
  })
  await other.goto(address)
  await other.getByRole('row').filter({ hasText: '#26' }).waitFor()

  await note('seen by both')
  for (const tab of [page, other]) await tab.getByRole('row').filter({ hasText: 'seen by both' }).waitFor()
  expect(followed).toEqual([])

  await page.close()
  await expect.poll(() => followed.length).toBe(1)
  await note('seen by the other')
  await other.getByRole('row').filter({ hasText: 'seen by the other' }).waitFor()
})

test('a link to a case opens that case, and its filter can be removed', async () => {
  const { harness } = desk
  const tab = await desk.signedIn('owner')
  await tab.goto(desk.dashboard(`/manage/${harness.guildId}/moderation?case=6#cases`))
  const rows = tab.getByRole('row').filter({ hasText: /#\d+/ })
  await tab.getByRole('row').filter({ hasText: '#6' }).waitFor()
  await tab.getByText('1 of 1 case').waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  await tab.getByText('remark 3', { exact: true }).first().waitFor()
  await tab.getByRole('button', { name: 'Edit reason' }).waitFor()
  await expect
    .poll(() => tab.locator('#cases').evaluate(list => list.getBoundingClientRect().top < innerHeight))
    .toBe(true)
  await tab.getByRole('button', { name: 'Show all cases' }).click()
  await tab.getByText(/^25 of \d+ cases$/).waitFor()
  expect(new URL(tab.url()).searchParams.has('case')).toBe(false)
  // A link to a case that does not exist says so.
  await tab.goto(desk.dashboard(`/manage/${harness.guildId}/moderation?case=99999#cases`))
  await tab.getByText(/^No cases? match/).waitFor()
})
