import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'

let desk: Desk
let page: Page

beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

test('the sidebar leads to the missing permissions, and each of these to the page of what needs it', async () => {
  const { harness } = desk
  await page.goto(desk.dashboard(`/manage/${harness.guildId}/dashboard`))
  await page.getByRole('complementary', { name: 'Server navigation' }).getByRole('link', { name: 'Doctor' }).click()
  await page.getByText('Nothing is missing').waitFor()

  const roles = harness.sandbox.context.world.guilds.get(harness.guildId)?.roles.values() ?? []
  const own = [...roles].find(({ tags }) => tags?.bot_id === harness.botId)?.id
  const owner = harness.as('owner')
  // View Channels and Send Messages; everything else is missing.
  for (const role of [own, harness.guildId])
    await owner.rest('PATCH', `/guilds/${harness.guildId}/roles/${role}`, { permissions: String(3n << 10n) })
  const permission = page.getByRole('region', { name: 'Ban Members', exact: true })
  const titles = () => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
  // The bot receives the change of each role separately.
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Check again' }).click()
      return titles()
    })
    .toEqual(expect.arrayContaining(['Attach Files', 'Ban Members', 'Kick Members']))
  await expect.poll(() => permission.count()).toBe(1)
  await expect.poll(async () => (await titles()).filter((title, at, all) => all.indexOf(title) !== at)).toEqual([])
  await permission.getByRole('heading', { name: 'Palisade lacks Ban Members' }).first().waitFor()
  expect(await axeFindings(page)).toEqual([])
  await permission.getByRole('link', { name: 'Moderation', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Moderation' }).waitFor()
  expect(desk.complaints).toEqual([])
})
