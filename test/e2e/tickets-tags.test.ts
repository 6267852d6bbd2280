import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tagOf } from '#features/tickets/tags/rows.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'

let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const kept = () => tagOf(desk.harness.product.services, desk.harness.guildId, 'refund')
const dialog = () => page.getByRole('dialog')

test('a ready answer is made, changed and deleted; nobody overwrites what somebody else has just written', async () => {
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/tickets`))
  await page.getByRole('link', { name: /Ready Answers/ }).click()
  await page.getByRole('heading', { name: 'No answers yet' }).waitFor()
  await page.getByRole('button', { name: 'New Answer' }).click()
  await dialog().getByLabel('Name').fill('two words')
  await dialog().getByText('A name has 1 to 32 letters').waitFor()
  await dialog().getByLabel('Name').fill('Refund')
  expect(await dialog().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await dialog().getByLabel('Answer').fill('Refunds take five days, {member}.')
  await dialog().getByLabel('Suggested for').fill('refund, money back')
  expect(await axeFindings(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByText('Not given yet · Suggested for “refund”, “money back”').waitFor()
  expect(kept()).toMatchObject({ text: 'Refunds take five days, {member}.', words: ['refund', 'money back'] })
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Edit refund' }).click()
  const owner = await desk.harness.signIn('owner')
  const theirs = { name: 'refund', text: 'Ask Lena.', words: [] }
  await owner.call('POST', `/api/guild/${desk.harness.guildId}/tickets/tags`, theirs)
  await dialog().getByLabel('Answer').fill('Refunds take six days.')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('Somebody else has changed this answer meanwhile.').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Ask Lena.').waitFor()

  await page.getByRole('button', { name: 'Delete refund' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('heading', { name: 'No answers yet' }).waitFor()
  expect(kept()).toBeUndefined()
  expect(desk.complaints).toEqual([])
})
