import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import automod from '#features/automod/contract.ts'
import moderation from '#features/moderation/contract.ts'
import type { SettingsFile } from '#kernel/transfer/contract.ts'
import { answerWith } from '../custom-commands.ts'
import { scratch } from '../scratch.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await createDesk({ firstVisit: true })
})
afterAll(() => desk.close())

test('a first visit answers five questions, applies the answers, undoes them, and exports the settings as a file', async () => {
  const { harness } = desk
  const manage = (path: string) => desk.dashboard(`/manage/${harness.guildId}${path}`)
  const own = <C extends typeof moderation | typeof automod>(contract: C) =>
    harness.product.services.settings.read(harness.guildId, contract)
  const page = await desk.signedIn('owner')
  await page.goto(manage('/dashboard'))
  await page.getByRole('heading', { name: 'Five questions for Tidewater Makers' }).waitFor()
  await page.getByText('I can write and attach files there. @everyone cannot read it.').waitFor()
  const bar = page.getByRole('status').filter({ hasText: 'would be made' })
  await bar.filter({ hasText: /^13 changes/ }).waitFor()
  await expect
    .poll(() => bar.innerText())
    .toContain('Questions 1, 2, 3, 4 and 5 keep their suggested answers until you choose.')
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('radio', { name: 'Games' }).check()
  await page.getByRole('radio', { name: /^Strict/ }).check()
  const changes = page.getByRole('region', { name: 'What would change' })
  await changes.getByText('Anti-Links').waitFor()
  await changes.getByText('hobby servers warn more').waitFor({ state: 'detached' })
  const apply = page.getByRole('button', { name: /^Apply \d+ changes$/ })
  const [made] = /\d+/.exec(await apply.innerText()) ?? []
  await apply.click()
  await page.getByText(`${made} changes applied`).waitFor()
  await page.getByRole('heading', { name: 'Tidewater Makers', exact: true, level: 1 }).waitFor()
  expect(own(automod)).toMatchObject({ enabled: true, antiLinks: true, maxMentions: 6 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(`${made} changes undone`).waitFor()
  expect(own(automod)).toMatchObject({ enabled: false, antiLinks: false })

  // A settings file is exported, edited by hand, previewed, refused with the place of its mistake, and applied.
  const { body } = await (await harness.signIn('owner')).call('GET', `/api/guild/${harness.guildId}/settings/export`)
  const exported = body as SettingsFile
  const [good, bad] = [join(scratch, 'good.json'), join(scratch, 'bad.json')]
  exported.settings['moderation'] = { ...exported.settings['moderation'], maxWarn: 8 }
  const action = { id: 'a', kind: 'send', channel_id: harness.channel('general'), text: 'Hello' }
  exported.things = {
    customcommands: { commands: [{ name: 'rules', answers: [answerWith('Be kind.')] }] },
    automations: { automations: [{ name: 'Tidy', actions: [action] }, { name: 'Lost' }] },
  }
  await writeFile(good, JSON.stringify(exported))
  await writeFile(bad, (await readFile(good, 'utf8')).replace('"maxWarn":8', '"maxWarn":88'))
  await page.goto(manage('/basic'))
  await page.getByRole('link', { name: 'Copy and export' }).click()
  await page.getByRole('heading', { name: 'Copy and export', level: 1 }).waitFor()
  const file = page.locator('input[type=file]')
  await file.setInputFiles(bad)
  await page.getByText('settings.moderation.maxWarn: Warning threshold must be at most 10.').waitFor()
  await file.setInputFiles(good)
  await page
    .getByRole('status')
    .filter({ hasText: /^3 changes would be made; 1 would not, for the reason shown/ })
    .waitFor()
  const taken = page.getByRole('region', { name: 'What would change' }).getByRole('listitem')
  await taken.filter({ hasText: /^Command “rules”New/ }).waitFor()
  const tidy = taken.filter({ hasText: 'Automation “Tidy”It arrives switched off.New' })
  await tidy.getByText(/^\d+ fields?$/).click()
  await tidy.getByText('Send a message to a channel: #general, Hello').waitFor()
  await taken.filter({ hasText: 'Automation “Lost”Not taken: Add an action.' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Apply 3 changes' }).click()
  await page.getByText('3 changes applied').waitFor()
  expect(own(moderation)).toMatchObject({ maxWarn: 8 })
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(manage('/basic/setup'))
  await page.getByRole('heading', { name: 'Five questions for Tidewater Makers' }).waitFor()
  await page.getByText('made 3 changes by importing a file').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const labels = changes.locator('b')
  await labels.getByText('Welcome embed description').waitFor()
  const widths = await labels.evaluateAll(all => all.map(one => one.getBoundingClientRect().width))
  expect(Math.min(...widths), 'labels that are not cut into letters').toBeGreaterThan(60)
  expect(await axeFindings(page)).toEqual([])

  // One entry of the history holds all three changes and undoes them.
  await page.goto(manage('/history'))
  const entry = page.getByRole('listitem').filter({ hasText: 'imported a file' }).first()
  await entry.getByText('3 changes at once').waitFor()
  await entry.getByRole('button', { name: /^Changes: / }).click()
  await entry.getByText('command “rules”').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await entry.getByRole('button', { name: /^Undo all: / }).click()
  await page.getByText('3 changes undone').waitFor()
  await entry.getByText('Undone', { exact: true }).waitFor()
  expect(own(moderation)).toMatchObject({ maxWarn: 3 })
  expect(desk.complaints).toEqual([])
})

test('Not now leads to the dashboard, permanently', async () => {
  const page = await desk.signedIn('admin')
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/basic/setup`))
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('heading', { name: 'Tidewater Makers', exact: true, level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/dashboard$/)
})
