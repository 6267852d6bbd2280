import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const screenshots = process.env['SCREENSHOTS']
async function look(name: string) {
  for (const { theme, ...size } of [
    { theme: 'dark', width: 1440, height: 900 },
    { theme: 'light', width: 390, height: 844 },
  ] as const) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: theme })
    await settled(page)
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    if (screenshots) await page.screenshot({ path: `${screenshots}/${name}-${theme}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('changes are read, filtered and restored; a value that was changed again since has to be ticked', async () => {
  const { harness } = desk
  const admin = await harness.signIn('admin')
  const basic = `/api/guild/${harness.guildId}/basic`
  const post = async (body: object) => expect((await admin.call('POST', basic, body)).status).toBe(200)
  await post({ statsUpdate: true, levelup_message: 'We hope you enjoy level {level} here!', xp_rate: 150 })
  await post({
    statsUpdate: true,
    levelup_message: 'We hope you enjoy level {level} in the workshop!',
    no_xp_channels: ['#general'],
  })
  await post({ basicUpdate: true, prefix: '?' })
  await post({ statsUpdate: true, xp_rate: 175 })

  await page.goto(desk.dashboard(`/manage/${harness.guildId}/history`))
  await page.getByText('4 of 4 changes').waitFor()
  await page.getByText('+ #general').waitFor()
  await look('history')

  await page.getByRole('searchbox', { name: 'Search changes' }).fill('prefix')
  await page.getByText('1 of 1 change').waitFor()
  expect(new URL(page.url()).searchParams.get('search')).toBe('prefix')
  await page.getByRole('searchbox', { name: 'Search changes' }).fill('nothing like it')
  await page.getByText('No changes match.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('4 of 4 changes').waitFor()

  const first = page.getByRole('listitem').filter({ hasText: '100 %' }).last()
  await intercept(
    page,
    url => url.pathname.endsWith('/restore'),
    route => route.abort(),
  )
  await first.getByRole('button', { name: /^Restore/ }).click()
  const unread = page.getByRole('dialog', { name: 'Restore' })
  const again = unread.getByRole('alert').getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await expect
    .poll(() => unread.getByRole('button', { name: 'Choose what to restore' }).getAttribute('title'))
    .toBe('The list of changes could not be loaded. Load it again first.')
  await page.unrouteAll()
  await again.click()
  const dialog = page.getByRole('dialog', { name: 'Restore Levels' })
  await dialog.getByRole('checkbox', { name: 'XP rate' }).waitFor()
  await expect.poll(() => dialog.getByRole('checkbox', { name: 'XP rate' }).isChecked()).toBe(false)
  await dialog
    .getByText(/changed it again/)
    .first()
    .waitFor()
  await look('restore')
  await dialog.getByRole('checkbox', { name: 'XP rate' }).check()
  await dialog.getByRole('button', { name: 'Restore 1 field' }).click()
  await page.getByRole('status').getByText('Levels restored').waitFor()
  await page.getByText('5 of 5 changes').waitFor()
  await first.getByText(/Undone/).waitFor()
  const { body } = await admin.call('GET', basic)
  expect(body).toMatchObject({ guild: { stats: { xp_rate: 100 } } })
})
