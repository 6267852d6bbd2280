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

test('commands on pages begin with the prefix of the server', async () => {
  const { harness } = desk
  const owner = await harness.signIn('owner')
  const withPrefix = async (prefix: string) =>
    expect(
      (await owner.call('POST', `/api/guild/${harness.guildId}/basic`, { basicUpdate: true, prefix })).status,
    ).toBe(200)
  await withPrefix('?')
  await page.goto(desk.dashboard(`/manage/${harness.guildId}/tickets/tags`))
  await page.getByText('Keep one here, or in Discord with ?tag save,').waitFor()
  await page.getByText('with ?tag in a ticket').waitFor()
  await page.getByRole('button', { name: 'New Answer' }).click()
  await dialog().getByText('What the team types: ?tag refund').waitFor()
  await expect.poll(() => page.getByText('.tag').count()).toBe(0)
  await withPrefix('.')
})

test('a ready answer is made, changed and deleted; nobody overwrites what somebody else has just saved', async () => {
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/tickets`))
  await page.getByRole('link', { name: /Ready Answers/ }).click()
  await page.getByRole('heading', { name: 'No answers yet' }).waitFor()
  await page.getByRole('button', { name: 'New Answer' }).click()
  await dialog().getByLabel('Name').fill('two words')
  await dialog().getByText('A name has 1 to 32 letters').waitFor()
  await dialog().getByLabel('Name').fill('Refund')
  await expect.poll(() => dialog().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await dialog().getByLabel('Answer').fill('Refunds take five days, {member}.')
  await dialog().getByLabel('Suggested for').fill('refund, money back')
  expect(await axeFindings(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByText('Not given yet · Suggested for “refund”, “money back”').waitFor()
  expect(kept()).toMatchObject({ text: 'Refunds take five days, {member}.', words: ['refund', 'money back'] })
  expect(await axeFindings(page)).toEqual([])

  const admin = await desk.harness.signIn('admin')
  const address = `/api/guild/${desk.harness.guildId}/tickets/tags`
  const theirs = (part: object) => admin.call('POST', address, { name: 'refund', ...part })
  // Both changed the text; only the other one changed the words.
  await page.getByRole('button', { name: 'Edit refund' }).click()
  await theirs({ text: 'Ask Lena.', words: ['refund'] })
  await dialog().getByLabel('Answer').fill('Refunds take six days.')
  await dialog().getByRole('button', { name: 'Save' }).click()
  const asked = page.getByRole('dialog', { name: /changed this/ })
  await asked.getByText('Ask Lena.').waitFor()
  await asked.getByText('Merged automatically').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await asked.getByRole('button', { name: 'Back to editing' }).click()
  await expect.poll(() => dialog().getByLabel('Answer').inputValue()).toBe('Refunds take six days.')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await asked.getByRole('radio', { name: /Keep mine/ }).check({ force: true })
  await asked.getByRole('button', { name: 'Save' }).click()
  await dialog().first().waitFor({ state: 'detached' })
  expect(kept()).toMatchObject({ text: 'Refunds take six days.', words: ['refund'] })

  await page.getByRole('button', { name: 'Edit refund' }).click()
  await theirs({ text: 'Ask Lena.', words: ['refund'] })
  await dialog().getByLabel('Answer').fill('Refunds take seven days.')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await asked.getByRole('radio', { name: /Take theirs/ }).check({ force: true })
  await asked.getByRole('button', { name: 'Save' }).click()
  await dialog().first().waitFor({ state: 'detached' })
  expect(kept()).toMatchObject({ text: 'Ask Lena.', words: ['refund'] })

  // A change that only one of them made is merged without asking.
  await page.getByRole('button', { name: 'Edit refund' }).click()
  await theirs({ text: 'Ask Lena.', words: ['refund', 'return'] })
  await dialog().getByLabel('Answer').fill('Ask Lena, please.')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'detached' })
  expect(kept()).toMatchObject({ text: 'Ask Lena, please.', words: ['refund', 'return'] })

  // An answer that was deleted in the meantime can be saved as a new one.
  await page.getByRole('button', { name: 'Edit refund' }).click()
  await admin.call('DELETE', `${address}/refund`)
  await dialog().getByLabel('Answer').fill('Ask Lena again.')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('Somebody else has deleted this answer in the meantime.').waitFor()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'detached' })
  expect(kept()).toMatchObject({ text: 'Ask Lena again.' })

  await page.getByRole('button', { name: 'Delete refund' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('heading', { name: 'No answers yet' }).waitFor()
  expect(kept()).toBeUndefined()
  expect(desk.complaints).toEqual([])
})
