import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPng } from '#kit/drawing/picture.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'

/** What two people chose for one setting is shown so that they can tell it apart: in words, or as a picture. */
let desk: Desk
let mara: Page
beforeAll(async () => {
  desk = await createDesk({ env: { PREMIUM: 'granted' } })
  mara = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const at = (path: string) => desk.dashboard(`/manage/${desk.harness.guildId}/${path}`)
const option = (name: string) => mara.getByRole('dialog').last().locator('.conflict-option', { hasText: name })

test('two pictures of one name are both shown', async () => {
  const { entitlements } = desk.harness.product.services
  entitlements.supply(() => true)
  entitlements.changed(desk.harness.guildId)
  const admin = await desk.signedIn('admin')
  const choose = async (page: Page, side: number) => {
    await page.goto(at('personalizer'))
    await page.getByLabel('Name', { exact: true }).waitFor()
    const buffer = await drawPng(
      { width: side, height: side },
      () => Promise.resolve(0),
      () => undefined,
    )
    await page.getByLabel('Avatar, file').setInputFiles({ name: 'avatar.png', mimeType: 'image/png', buffer })
    await page.getByAltText('Avatar: avatar.png').waitFor()
  }
  await choose(mara, 64)
  await choose(admin, 128)
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await admin.getByText('Bot personalizer settings saved successfully!').waitFor()
  await mara.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => option('Keep mine').innerText()).toMatch(/^Keep mine:\s*avatar\.png\s*was none$/)
  const sides = async (name: string) =>
    option(name)
      .getByRole('presentation')
      .evaluateAll(all => all.map(one => one instanceof HTMLImageElement && one.naturalWidth))
  await expect.poll(() => sides('Keep mine')).toEqual([64])
  await expect.poll(() => sides('Take theirs')).toEqual([128])
  expect(await axeFindings(mara, '.dialog')).toEqual([])
})

test('questions are shown as in the history, without what only the program knows of them', async () => {
  const address = `/api/guild/${desk.harness.guildId}/tickets/panels`
  const admin = await desk.harness.signIn('admin')
  const question = (label: string) => ({
    required_inputs: [{ label, description: '', kind: 'short', required: true, placeholder: 'Stoneware' }],
  })
  const channel_id = desk.harness.channel('general')
  const made = await admin.call('POST', address, { title: 'Clay', channel_id, ...question('Which clay?') })
  const { id } = (made.body as { panel: { id: string } }).panel
  await mara.goto('about:blank')
  await mara.goto(at('tickets/panel'))
  await mara.getByRole('listitem').filter({ hasText: 'Clay' }).getByRole('button', { name: 'Edit' }).click()
  await mara.getByRole('dialog').getByLabel('Auto-save').uncheck()
  await mara.getByRole('dialog').getByRole('button', { name: 'Edit question 1' }).click()
  await mara.getByRole('dialog').getByLabel('Question', { exact: true }).fill('Which clay is it?')
  await admin.call('POST', address, { id, ...question('Which glaze?') })
  await mara.keyboard.press('Control+s')
  const shown = option('Take theirs')
  await expect.poll(() => shown.innerText()).toContain('Which glaze? (Short text)')
  await expect.poll(() => shown.innerText()).not.toContain('Stoneware')
})
