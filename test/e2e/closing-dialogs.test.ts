// @module-tag long
import invites from '#features/invites/contract.ts'
import leveling from '#features/leveling/contract.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDesk, type Desk } from './desk.ts'
import { intercept } from './network.ts'
import { settled } from './page-settled.ts'

/** What is written in a dialog is sent from there alone: nothing closes it meanwhile, and the next one begins anew. */
let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  const { guildId, product } = desk.harness
  const system = { userId: null, via: 'test' } as const
  product.services.settings.write(guildId, leveling, { enabled: true }, system)
  product.services.settings.write(guildId, invites, { tracking: true }, system)
  const owner = await desk.harness.signIn('owner')
  const member = desk.harness.as('member2').userId
  await owner.call('POST', `/api/guild/${guildId}/progression/members/${member}`, { action: 'set', amount: 40 })
  await owner.call('POST', `/api/guild/${guildId}/progression/members/${member}`, { action: 'give', amount: 40 })
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

const dialog = () => page.getByRole('dialog')
const main = () => page.getByRole('main')
const press = (name: string) => main().getByRole('button', { name, exact: true }).first().click()
const fromMenu = async (name: string) => {
  await main()
    .getByRole('button', { name: /^Change XP of / })
    .first()
    .click()
  await page.getByRole('menuitem', { name }).click()
}
const fillMember = async () => {
  await dialog().getByLabel('Find somebody').fill(desk.harness.as('member3').userId)
  await dialog().getByRole('combobox', { name: 'Who' }).click()
  await page.getByRole('option').first().click()
}

interface Sent {
  path: string
  open: () => Promise<void>
  fill?: () => Promise<void>
  send: string
}
const board = 'progression/leaderboard'
const dialogs: Sent[] = [
  { path: board, open: () => press('Give XP'), fill: fillMember, send: 'Give XP' },
  { path: board, open: () => fromMenu('Take XP'), send: 'Take XP' },
  { path: board, open: () => fromMenu('Reset'), send: 'Reset' },
  { path: board, open: () => press('Reset everybody'), send: 'Reset everybody' },
  {
    path: 'invites',
    open: () => press('Give invites'),
    fill: () => dialog().getByLabel('User id').fill(desk.harness.as('member3').userId),
    send: 'Add invites',
  },
  {
    path: 'emojis',
    open: () => press('Add emoji'),
    fill: () => dialog().getByRole('textbox', { name: 'Link or emoji' }).fill('https://pictures.example/kiln.png'),
    send: 'Add emoji',
  },
]

test.for(dialogs)('$send on $path', async ({ path, open, fill, send }) => {
  await page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/${path}`))
  await settled(page)
  const answer = Promise.withResolvers<void>()
  await intercept(page, '**/api/guild/**', async route => {
    if (route.request().method() === 'GET') return route.fallback()
    await answer.promise
    return route.fulfill({ status: 409, json: { success: false, code: 'test.refused', error: 'Not just now.' } })
  })
  await open()
  await fill?.()
  const button = (name: string) => dialog().getByRole('button', { name, exact: true })
  await button(send).click()
  await expect.poll(() => button('Cancel').isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await button('Close').click()
  await expect.poll(() => dialog().count()).toBe(1)
  answer.resolve()
  await dialog().getByText('Not just now.').waitFor()
  await button('Cancel').click()
  await dialog().waitFor({ state: 'detached' })
  await open()
  await dialog().waitFor()
  await expect.poll(() => dialog().getByText('Not just now.').count()).toBe(0)
  await page.unroute('**/api/guild/**')
  expect(desk.complaints).toEqual([])
})
