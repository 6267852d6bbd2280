import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../until.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let desk: Desk
beforeAll(async () => {
  desk = await createDesk()
})
afterAll(() => desk.close())

test('an emoji is added from a file, renamed, found, deleted and restored', async () => {
  const { harness } = desk
  const page = await desk.signedIn('owner')
  const emojis = () => [...(harness.sandbox.context.world.guilds.get(harness.guildId)?.emojis.values() ?? [])]
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(desk.dashboard(`/manage/${harness.guildId}/emojis`))
  await page.getByText('No emojis yet').waitFor()
  await button('Add emoji').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Link or emoji', { exact: true }).last().fill('not a link')
  await dialog.getByRole('button', { name: 'Add emoji' }).click()
  await dialog.getByText('Give a link to a picture that begins with https://').waitFor()
  await dialog.getByText('File', { exact: true }).click()
  await dialog.getByLabel('Picture, file').setInputFiles({ name: 'hot kiln.png', mimeType: 'image/png', buffer: png })
  await dialog.getByLabel('Name').fill('hot kiln')
  await dialog.getByText('such as hot_kiln.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: 'Add emoji' }).click()
  await page.getByText(':hot_kiln: added.').waitFor()
  expect(emojis()).toMatchObject([{ name: 'hot_kiln', animated: false }])

  await button('What to do with :hot_kiln:').click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByLabel('Name').fill('kiln')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(':kiln: saved.').waitFor()
  await until('the new name', () => emojis()[0]?.name === 'kiln')

  await page.getByLabel('Search emojis').fill('loom')
  await page.getByText('No emoji matches').waitFor()
  await button('Clear filters').click()
  await page.getByText('Unused', { exact: true }).click()
  await page.getByText(/Not used since counting began/).waitFor()
  await page.getByLabel('Choose :kiln:').check()
  await button('Delete chosen').click()
  await dialog.getByText('The pictures are kept for 30 days').waitFor()
  await dialog.getByRole('button', { name: 'Delete emoji' }).click()
  await page.getByText('1 emoji deleted.').waitFor()
  expect(emojis()).toEqual([])
  await page.getByRole('region', { name: 'Recently deleted' }).getByText(':kiln:', { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: /^Put back.*kiln/ }).click()
  await page.getByText(':kiln: is back, under a new ID.').waitFor()
  expect(emojis()).toMatchObject([{ name: 'kiln' }])

  await page.getByRole('switch', { name: 'Count how often emojis are used' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await dialog.getByText('Leave without saving?').waitFor()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await button('Save settings').click()
  await page.getByText('Emoji settings saved successfully!').waitFor()
  await page.getByText('Not counted: switched off below').waitFor()
  expect(desk.complaints).toEqual([])
})

test('why one emoji was not deleted is shown for a while; why several were not, until it is dismissed', async () => {
  const page = await desk.signedIn('owner')
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/emojis`))
  const choose = page.getByLabel('Choose :kiln:')
  await choose.waitFor()
  await page.clock.install()
  const refused = { success: false, error: 'The disk is full. Make room on it.', code: 'kernel.disk' }
  const left = [{ id: '1', name: 'loom', why: 'Discord is not answering.' }]
  let isRefused = true
  await intercept(page, '**/emojis/remove', route =>
    isRefused
      ? route.fulfill({ status: 507, json: refused })
      : route.fulfill({ json: { success: true, removed: ['2'], left } }),
  )
  const remove = async (told: string) => {
    await choose.check()
    await page.getByRole('button', { name: 'Delete chosen', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete emoji' }).click()
    const sentence = page.getByRole('alert').getByText(told)
    await sentence.waitFor()
    await page.clock.runFor(5000)
    return sentence
  }
  const all = await remove(refused.error)
  await expect.poll(() => all.count()).toBe(0)
  isRefused = false
  const some = await remove('1 emoji deleted. :loom: Discord is not answering.')
  await expect.poll(() => some.count()).toBe(1)
})
