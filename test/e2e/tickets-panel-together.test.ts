import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Visitor } from '../visitor.ts'
import { createDesk, type Desk } from './desk.ts'

/** What somebody sees in an open panel while another administrator changes, deploys or deletes it. */
let desk: Desk
let page: Page
let admin: Visitor
beforeAll(async () => {
  desk = await createDesk()
  admin = await desk.harness.signIn('admin')
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const address = () => `/api/guild/${desk.harness.guildId}/tickets/panels`
const panels = async () => {
  const { body } = await admin.call('GET', address())
  return (body as { panels: ({ id: string; title: string } & Record<string, unknown>)[] }).panels
}
const dialog = () => page.getByRole('dialog').last()
const description = () => dialog().getByLabel('Description')
const saveKey = () => page.keyboard.press('Control+s')
const gone = 'That panel has been deleted in the meantime. Save it as a new one.'

let id: string
beforeEach(async () => {
  await page.goto('about:blank')
  for (const panel of await panels()) await admin.call('DELETE', `${address()}/${panel.id}`)
  const channel_id = desk.harness.channel('general')
  const made = await admin.call('POST', address(), { title: 'Wheel', description: 'First', channel_id })
  ;({ id } = (made.body as { panel: { id: string } }).panel)
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/tickets/panel`))
  await page.getByRole('listitem').filter({ hasText: 'Wheel' }).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('heading', { name: 'Edit panel' }).waitFor()
})
const theirs = (patch: object) => admin.call('POST', address(), { id, ...patch })

test('whoever has changed nothing is not told that it is saved as it was', async () => {
  await theirs({ description: 'Theirs' })
  await saveKey()
  await dialog().getByText('Saved, including what was changed elsewhere in the meantime.').waitFor()
  await expect.poll(() => description().inputValue()).toBe('Theirs')
  await admin.call('DELETE', `${address()}/${id}`)
  await saveKey()
  await dialog().getByText(gone).waitFor()
  await saveKey()
  await dialog().getByText('Panel saved successfully!').waitFor()
  expect(await panels()).toMatchObject([{ title: 'Wheel', description: 'Theirs' }])
})

test('what is deployed is shown, and is not changed back by the next save', async () => {
  await dialog().getByLabel('Auto-save').uncheck()
  await theirs({ description: 'Theirs' })
  await dialog().getByRole('button', { name: 'Deploy', exact: true }).click()
  await dialog().getByText('Panel deployed successfully!').waitFor()
  await dialog().getByLabel('Panel title', { exact: true }).fill('Wheels')
  await saveKey()
  await dialog().getByText('Panel saved successfully!').waitFor()
  expect(await panels()).toMatchObject([{ title: 'Wheels', description: 'Theirs' }])
  await expect.poll(() => description().inputValue()).toBe('Theirs')
})

test('nothing is saved by itself while somebody chooses between two versions', async () => {
  await page.clock.install()
  const posts: string[] = []
  page.on('request', request => void (request.method() === 'POST' && posts.push(request.url())))
  await theirs({ description: 'Theirs' })
  await description().fill('Mine')
  await saveKey()
  const mine = dialog().getByRole('radio', { name: /^Keep mine: Mine/ })
  await mine.check()
  const before = posts.length
  await admin.call('DELETE', `${address()}/${id}`)
  await page.clock.runFor(10_000)
  await expect.poll(() => mine.isChecked()).toBe(true)
  expect(posts.slice(before)).toEqual([])
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await dialog().getByText(gone).waitFor()
  await saveKey()
  await dialog().getByText('Panel saved successfully!').waitFor()
  expect(await panels()).toMatchObject([{ title: 'Wheel', description: 'Mine' }])
})
